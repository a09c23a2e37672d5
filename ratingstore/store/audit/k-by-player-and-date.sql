-- Which K every change was multiplied by
--
-- :list     the list
-- :player=  the player
SELECT c.player, c.name, c.effective_on, c.unit, c.k, c.games, c.before, c.games_total, c.rule_set
FROM rating_change c
WHERE c.list = :list AND (:player = '' OR c.player = :player) AND c.k IS NOT NULL
ORDER BY c.player, c.step
