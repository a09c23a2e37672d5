-- Tournaments of which games came, or were mended, after a list that covers them had gone out
--
-- :list=  the list
SELECT
    l.list, l.published, l.version, l.tournament, min(l.date) AS first_date, max(l.date) AS last_date,
    sum(CASE WHEN l.position = l.root THEN 1 ELSE 0 END) AS late_games,
    sum(CASE WHEN l.position <> l.root THEN 1 ELSE 0 END) AS mended_games,
    min(l.recorded_at) AS recorded_from, max(l.recorded_at) AS recorded_to
FROM late_game l
WHERE :list = '' OR l.list = :list
GROUP BY l.list, l.published, l.version, l.tournament
ORDER BY l.list, l.published, l.version, l.tournament
