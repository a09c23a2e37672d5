-- Where a game came from: every version of it, with batch, file, line, when and by whom
--
-- :tournament  the tournament's code
-- :white       one player
-- :black       the other; the colours may be the other way round
SELECT
    g.position, g.root, g.batch, i.file, g.line, g.recorded_at, i.by, i.reason,
    g.date, g.round, g.board, g.game_no, g.white, g.black, g.result, g.played
FROM game_as_recorded g
JOIN ingest i ON i.batch = g.batch
WHERE g.tournament = :tournament
    AND ((g.white = :white AND g.black = :black) OR (g.white = :black AND g.black = :white))
ORDER BY g.position
