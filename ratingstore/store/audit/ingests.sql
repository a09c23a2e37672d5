-- Everything that was written, batch by batch: from which file, when, by whom, why, and how many events
SELECT
    i.batch, i.recorded_at, i.format, i.file, i.by, i.reason, i.first_position, i.last_position,
    i.games, i.tournaments, i.player_facts, i.ratings, i.admin
FROM ingest i
ORDER BY i.batch
