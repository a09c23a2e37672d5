-- Games in the log that no list rated, and why
--
-- A game that was rated and moved nobody, as one between two unrated players can, is not here.
SELECT
    r.tournament, r.date, r.round, r.board, r.white, r.black, r.result, r.list, r.why, r.batch, r.line
FROM (
    SELECT
        g.*, count(*) OVER (PARTITION BY g.position) - count(g.why) OVER (PARTITION BY g.position) AS rated
    FROM (
        SELECT
            n.*, l.list,
            CASE
                WHEN n.played <> 'yes' THEN n.played
                WHEN n.result = '*' THEN 'pending'
                WHEN l.list IS NULL THEN 'no list'
                WHEN l.status <> 'rated' THEN 'tournament ' || l.status
                WHEN n.date IS NULL THEN 'no date'
                WHEN n.date >= f.by_game OR substr(n.date, 1, 7) || '-01' >= f.by_period OR s.day >= f.by_start
                    THEN NULL
                ELSE 'before the first rule set'
            END AS why
        FROM game_now n
        LEFT JOIN tournament_list l ON l.tournament = n.tournament
        LEFT JOIN (
            SELECT
                a.list,
                min(CASE WHEN COALESCE(a.chooses_by, 'game date') = 'game date' THEN a.effective_from END)
                    AS by_game,
                min(CASE WHEN a.chooses_by = 'period start' THEN a.effective_from END) AS by_period,
                min(CASE WHEN a.chooses_by = 'tournament start' THEN a.effective_from END) AS by_start
            FROM adoption a
            GROUP BY a.list
        ) f ON f.list = l.list
        LEFT JOIN (
            SELECT d.tournament, COALESCE(t.start_date, min(d.date)) AS day
            FROM game_now d
            LEFT JOIN tournament_now t ON t.tournament = d.tournament
            GROUP BY d.tournament, t.start_date
        ) s ON s.tournament = n.tournament
    ) g
) r
WHERE r.rated = 0
ORDER BY r.tournament, COALESCE(r.date, ''), COALESCE(r.round, 0), COALESCE(r.board, 0), r.position, r.list
