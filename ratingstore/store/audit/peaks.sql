-- The highest rating that every player ever had on a list, and since when
--
-- These are the list's ratings as it shows them at the end of a day, published or not.
--
-- :list         the list
-- :as_of=today  the last day that counts
SELECT b.player, b.name, b.rating AS peak, b.effective_on AS peak_on, b.games_total AS games, b.rule_set
FROM (
    SELECT e.*, row_number() OVER (PARTITION BY e.player ORDER BY e.rating DESC, e.effective_on) AS place
    FROM (
        SELECT r.*, row_number() OVER (PARTITION BY r.player, r.effective_on ORDER BY r.step DESC) AS later
        FROM rating_change r
        WHERE r.list = :list AND r.effective_on <= :as_of
    ) e
    WHERE e.later = 1 AND e.rating IS NOT NULL
) b
WHERE b.place = 1
ORDER BY b.rating DESC, b.player
