-- The tournaments that a player played in, with his games and points
--
-- `games` and `score` are of games that were played and have a result; `others` were forfeited, were
-- not to be rated, or have no result yet.
--
-- :player  the player
SELECT
    p.tournament, t.name, min(p.date) AS first_on, max(p.date) AS last_on, sum(p.counts) AS games,
    sum(p.counts * p.points) AS score, count(*) - sum(p.counts) AS others
FROM (
    SELECT
        g.tournament, g.date, CASE WHEN g.played = 'yes' AND g.result <> '*' THEN 1 ELSE 0 END AS counts,
        CAST(CASE
            WHEN g.result = '1/2-1/2' THEN 0.5
            WHEN g.result = CASE WHEN g.white = :player THEN '1-0' ELSE '0-1' END THEN 1
            ELSE 0
        END AS DOUBLE PRECISION) AS points
    FROM game_now g
    WHERE g.white = :player OR g.black = :player
) p
LEFT JOIN tournament_now t ON t.tournament = p.tournament
GROUP BY p.tournament, t.name
ORDER BY COALESCE(min(p.date), ''), p.tournament
