-- Which rule set rated each game, list by list
--
-- A game belongs to the unit of its tournament or of its own; else to the first month or period of the list that shows
-- after it.
--
-- :list=        the list
-- :tournament=  the tournament's code
SELECT
    g.tournament, g.date, g.round, g.board, g.white, g.black, g.result, l.list, u.unit, u.effective_on, u.rule_set
FROM game_now g
JOIN tournament_list l ON l.tournament = g.tournament AND l.status = 'rated'
JOIN rated_unit u ON u.list = l.list AND u.games > 0 AND (
    u.unit = g.tournament
    OR u.unit LIKE g.tournament || '/%/' || g.white || '-' || g.black
    OR (u.unit LIKE '____-__' AND u.effective_on = (
        SELECT min(n.effective_on) FROM rated_unit n
        WHERE n.list = l.list AND n.unit LIKE '____-__' AND n.games > 0 AND n.effective_on > g.date)))
WHERE g.played = 'yes' AND g.result <> '*'
    AND (:list = '' OR l.list = :list) AND (:tournament = '' OR g.tournament = :tournament)
ORDER BY g.tournament, g.date, g.position, l.list
