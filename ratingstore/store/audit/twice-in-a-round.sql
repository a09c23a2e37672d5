-- Players who seem to stand twice in one round of a tournament: one code in two games, or one name under two codes
SELECT r.tournament, r.round, r.why, r.player, r.name, r.other, min(r.position) AS position
FROM (
    SELECT a.tournament, a.round, 'one code, two games' AS why, a.player, a.name, a.player AS other, b.position
    FROM (
        SELECT tournament, round, position, white AS player, white_name AS name FROM game_now
        UNION ALL
        SELECT tournament, round, position, black, black_name FROM game_now
    ) a
    JOIN (
        SELECT tournament, round, position, white AS player FROM game_now
        UNION ALL
        SELECT tournament, round, position, black FROM game_now
    ) b ON b.tournament = a.tournament AND b.round = a.round AND b.player = a.player AND b.position > a.position
    UNION ALL
    SELECT a.tournament, a.round, 'one name, two codes', a.player, a.name, b.player, b.position
    FROM (
        SELECT tournament, round, position, white AS player, white_name AS name FROM game_now
        UNION ALL
        SELECT tournament, round, position, black, black_name FROM game_now
    ) a
    JOIN (
        SELECT tournament, round, position, white AS player, white_name AS name FROM game_now
        UNION ALL
        SELECT tournament, round, position, black, black_name FROM game_now
    ) b ON b.tournament = a.tournament AND b.round = a.round AND b.player > a.player
        AND lower(trim(b.name)) = lower(trim(a.name))
    WHERE a.name <> ''
) r
GROUP BY r.tournament, r.round, r.why, r.player, r.name, r.other
ORDER BY r.tournament, r.round, r.why, r.player, r.other
