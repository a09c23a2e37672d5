-- Which K each change was multiplied by, beside everything that rules take a K from
--
-- `age` is that of the year in which the change shows. ratingstore explain names the condition of the rule set.
--
-- :list     the list
-- :player=  the player
SELECT
    c.player, c.name, c.effective_on, c.unit, c.rule_set, c.k, c.before, c.games,
    c.games_total - c.games AS games_before, c.born,
    CAST(substr(c.effective_on, 1, 4) AS INTEGER) - CAST(substr(c.born, 1, 4) AS INTEGER) AS age, c.sex, c.peak_before
FROM (
    SELECT
        r.*,
        (SELECT min(f.value) FROM player_fact f WHERE f.player = r.player AND f.fact = 'born') AS born,
        (SELECT max(f.value) FROM player_fact f
            WHERE f.player = r.player AND f.fact = 'sex' AND COALESCE(f.valid_from, '') <= r.effective_on) AS sex,
        (SELECT max(x.rating) FROM rating_change x
            WHERE x.list = r.list AND x.player = r.player AND x.step < r.step) AS peak_before
    FROM rating_change r
) c
WHERE c.list = :list AND (:player = '' OR c.player = :player) AND c.k IS NOT NULL
ORDER BY c.player, c.step
