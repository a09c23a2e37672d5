-- What was recorded of a time whose books were closed by then, and so has no effect
--
-- Games count by their own day, everything else by the earliest day that it concerns.
--
-- :list=  the list
SELECT w.list, w.closed_through, w.position, w.recorded_at, w.kind, w.what, w.by, w.reason
FROM (
    SELECT
        c.list, c.day AS closed_through, g.position, g.recorded_at,
        CASE WHEN g.position = g.root THEN 'late game' WHEN g.played = 'void' THEN 'void' ELSE 'game' END AS kind,
        g.tournament || ' ' || g.white || '-' || g.black || ' ' || g.result AS what, i.by, i.reason
    FROM closing c
    JOIN tournament_list t ON t.list = c.list
    JOIN game_as_recorded g ON g.tournament = t.tournament AND g.position > c.position AND g.date <= c.day
    JOIN ingest i ON i.batch = g.batch
    WHERE c.kind = 'through' AND c.undone = 0
    UNION ALL
    SELECT c.list, c.day, m.position, m.recorded_at, m.kind, m.what, m.by, m.reason
    FROM closing c
    JOIN correction m ON m.position > c.position AND m.touches <= c.day
    WHERE c.kind = 'through' AND c.undone = 0 AND m.kind NOT IN ('game', 'void', 'closing', 'undo')
        AND (m.lists IS NULL OR ' ' || m.lists || ' ' LIKE '% ' || c.list || ' %')
) w
WHERE :list = '' OR w.list = :list
ORDER BY w.list, w.position
