-- How many games each rule set rated, month by month
--
-- A game counts in the month of its unit: of a period its first month, else the month in which the
-- tournament ended or the game was played.
--
-- :list  the list
SELECT u.month, u.rule_set, count(*) AS units, sum(u.games) AS games
FROM (
    SELECT
        r.rule_set, r.games,
        -- A period is named by its first month and shows after that month.
        CASE
            WHEN r.unit LIKE '____-__' AND substr(r.unit, 1, 4) BETWEEN '0001' AND '9999'
                AND substr(r.unit, 6) BETWEEN '01' AND '12' AND r.effective_on > r.unit || '-31' THEN r.unit
            ELSE substr(r.effective_on, 1, 7)
        END AS month
    FROM rated_unit r
    WHERE r.list = :list AND r.games > 0
) u
GROUP BY u.month, u.rule_set
ORDER BY u.month, u.rule_set
