-- Players without a rating, and the games gathered towards their first one
--
-- A player whose games count for nothing, as those against unrated opponents can, has a pool of 0.
--
-- :list  the list
SELECT p.player, p.name, p.pool, p.status, p.last_played, p.effective_on, p.unit, p.rule_set
FROM (
    SELECT r.*, row_number() OVER (PARTITION BY r.player ORDER BY r.step DESC) AS age
    FROM rating_pool r
    WHERE r.list = :list
) p
WHERE p.age = 1 AND NOT EXISTS (
    SELECT 1 FROM rating_change c WHERE c.list = p.list AND c.player = p.player AND c.step > p.step)
ORDER BY p.pool DESC, p.player
