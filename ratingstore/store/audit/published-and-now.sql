-- Where a list that went out differs from the list of that date as it is known now
--
-- Closed books and withheld players are not looked at; ratingstore compare does that, and says why.
--
-- :list             the list
-- :from=0001-01-01  the first date of a published list
-- :to=9999-12-31    the last
SELECT
    p.date AS published, p.version, p.place, p.player, p.name, p.rating AS went_out, c.rating AS now,
    c.rating - p.rating AS difference
FROM (
    SELECT o.*, (
        SELECT max(x.step) FROM rating_change x
        WHERE x.list = o.list AND x.player = o.player AND x.effective_on <= o.date) AS last_step
    FROM published_list o
) p
LEFT JOIN rating_change c ON c.list = p.list AND c.player = p.player AND c.step = p.last_step
WHERE p.list = :list AND p.undone = 0 AND p.date BETWEEN :from AND :to
    AND (c.rating IS NULL OR c.rating <> p.rating)
ORDER BY p.date, p.version, p.place
