-- How many corrections and decisions each month had, by kind and by whom, and how many were taken back
SELECT
    substr(c.recorded_at, 1, 7) AS month, c.kind, c.by, count(*) AS corrections, sum(c.undone) AS undone,
    sum(CASE WHEN c.reason IS NULL THEN 1 ELSE 0 END) AS without_reason
FROM correction c
GROUP BY substr(c.recorded_at, 1, 7), c.kind, c.by
ORDER BY 1, 2, COALESCE(c.by, '')
