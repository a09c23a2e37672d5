-- Which rule set was put in force for which list, from when, when that was recorded, and by whom
--
-- :list=  the list
SELECT
    a.list, a.rule_set, a.effective_from, a.recorded_at, a.position, a.batch, i.file, i.by, i.reason,
    a.parameters, a.digest
FROM adoption a
JOIN ingest i ON i.batch = a.batch
WHERE :list = '' OR a.list = :list
ORDER BY a.list, a.effective_from, a.position
