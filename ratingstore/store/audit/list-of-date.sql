-- The list in force at the end of a day, as `ratingstore list` prints it
--
-- :list         the list
-- :as_of=today  the day
SELECT
    rank() OVER (ORDER BY c.rating DESC) AS rank,
    c.player, c.name, c.rating, c.games_total AS games, c.status, c.last_played, c.rule_set
FROM (
    SELECT r.*, row_number() OVER (PARTITION BY r.player ORDER BY r.step DESC) AS age
    FROM rating_change r
    WHERE r.list = :list AND r.effective_on <= :as_of
) c
WHERE c.age = 1 AND c.rating IS NOT NULL
ORDER BY c.rating DESC, c.player
