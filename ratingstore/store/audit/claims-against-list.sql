-- Ratings that files state as published, beside what the list had on that day
--
-- :list  the list
SELECT
    r.position, i.file, r.line, r.recorded_at, r.player, r.name, r.date, r.stated, c.rating AS computed,
    r.stated - c.rating AS difference, c.unit, c.rule_set
FROM (
    SELECT
        s.position, s.batch, s.line, b.recorded_at, s.player, s.name, s.list, s.date, s.rating AS stated, (
            SELECT max(x.step) FROM rating_change x
            WHERE x.list = s.list AND x.player = s.player AND x.effective_on <= s.date) AS last_step
    FROM rating_as_recorded s
    JOIN event b ON b.position = s.position
    WHERE s.purpose = 'published'
        AND s.position NOT IN (SELECT x.replaces FROM correction x WHERE x.replaces IS NOT NULL)
) r
JOIN ingest i ON i.batch = r.batch
LEFT JOIN rating_change c ON c.list = r.list AND c.player = r.player AND c.step = r.last_step
WHERE r.list = :list AND (c.rating IS NULL OR c.rating <> r.stated)
ORDER BY r.date, r.player, r.position
