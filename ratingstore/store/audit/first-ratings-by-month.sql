-- First ratings that came of games, by the month from which they show
--
-- Opening ratings are not here: they were stated, not computed.
--
-- :list  the list
SELECT
    substr(c.effective_on, 1, 7) AS month, c.player, c.name, c.after, c.rating, c.games, c.score,
    c.effective_on, c.unit, c.rule_set
FROM rating_change c
WHERE c.list = :list AND c.before IS NULL AND c.after IS NOT NULL AND c.games > 0
ORDER BY c.effective_on, c.player, c.step
