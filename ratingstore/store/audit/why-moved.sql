-- Every step of a player's rating: what he had, scored, was expected to score, and got
--
-- `score_over` is the score less what was expected of him; times k it is the change, before rounding.
-- `ratingstore explain PLAYER --on DATE` shows a change game by game.
--
-- :player           the player
-- :list             the list
-- :from=0001-01-01  the first day on which a change shows
-- :to=9999-12-31    the last day on which one shows
SELECT
    c.effective_on, c.unit, c.rule_set, c.before, c.games_total - c.games AS games_before, c.k,
    c.score, c.games, c.expected,
    -- Binary fractions: 2 less 2.65 is not -0.65 until it is rounded.
    round((c.score - c.expected) * 1000000) / 1000000 AS score_over,
    c.change, c.after, c.rating, c.games_total, c.status
FROM rating_change c
WHERE c.player = :player AND c.list = :list AND c.effective_on BETWEEN :from AND :to
ORDER BY c.step
