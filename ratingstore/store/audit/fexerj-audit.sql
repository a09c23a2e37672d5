-- The audit of the Rio de Janeiro federation: its 19 columns for every change of a list, and the unit and date of each
--
-- Erm, Rm and Dif rest on the opponents' ratings before the unit showed, where the unit is a tournament or a month.
-- There are no starting numbers here (No), and Calc_Rule is the rule set.
--
-- :list             the list
-- :from=0001-01-01  the first day on which a change shows
-- :to=9999-12-31    the last
SELECT
    c.player AS "Id_Fexerj", c.name AS "Name", NULL AS "No", c.before AS "Ro", c.games_total - c.games AS "Ind",
    c.k AS "K", c.score AS "PG", c.games AS "N", c.opponents AS "Erm",
    round(c.opponents / c.met * 100) / 100 AS "Rm",
    round((c.before - c.opponents / c.met) * 100) / 100 AS "Dif",
    round(c.expected / NULLIF(c.games, 0) * 1000000) / 1000000 AS "We", c.expected AS "Nwe",
    round((c.score - c.expected) * 1000000) / 1000000 AS "Dw",
    round(c.k * (c.score - c.expected) * 1000000) / 1000000 AS "kDw", c.after AS "Rn", c.games_total AS "Nind",
    round(c.score / NULLIF(c.games, 0) * 10000) / 10000 AS "P",
    CASE WHEN c.before IS NULL THEN c.rule_set || ' (first rating)' ELSE c.rule_set END AS "Calc_Rule",
    c.unit, c.effective_on
FROM (
    SELECT r.*, o.opponents, NULLIF(o.met, 0) AS met
    FROM rating_change r
    LEFT JOIN (
        SELECT s.list, s.player, s.step, sum(x.rating) AS opponents, count(x.rating) AS met
        FROM (
            SELECT
                q.list, q.player, q.step, g.other, (
                    SELECT max(b.step) FROM rating_change b
                    WHERE b.list = q.list AND b.player = g.other AND b.effective_on < q.effective_on) AS last_step
            FROM rating_change q
            JOIN (
                SELECT tournament, date, white AS player, black AS other, played, result FROM game_now
                UNION ALL
                SELECT tournament, date, black, white, played, result FROM game_now
            ) g ON g.player = q.player AND g.played = 'yes' AND g.result <> '*'
                AND (g.tournament = q.unit OR substr(g.date, 1, 7) = q.unit)
            JOIN tournament_list l ON l.tournament = g.tournament AND l.list = q.list AND l.status = 'rated'
            WHERE q.list = :list AND q.games > 0
        ) s
        JOIN rating_change x ON x.list = s.list AND x.player = s.other AND x.step = s.last_step
        GROUP BY s.list, s.player, s.step
    ) o ON o.list = r.list AND o.player = r.player AND o.step = r.step
) c
WHERE c.list = :list AND c.games > 0 AND c.effective_on BETWEEN :from AND :to
ORDER BY c.effective_on, c.player
