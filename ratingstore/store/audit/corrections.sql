-- Every correction and decision of a time: what, by whom, why, and whether it still stands
--
-- A row without a reason completed what an earlier file had left open.
--
-- :from=0001-01-01  the first day on which it was recorded
-- :to=9999-12-31    the last day
SELECT c.position, c.recorded_at, c.kind, c.what, c.by, c.reason, c.replaces, c.touches, c.undone, c.batch
FROM correction c
WHERE substr(c.recorded_at, 1, 10) BETWEEN :from AND :to
ORDER BY c.position
