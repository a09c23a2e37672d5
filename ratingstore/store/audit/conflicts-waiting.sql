-- Rows that wait for a person: those that contradict the log, then those that could not be decided
--
-- `ratingstore quarantine` puts each into words; `ratingstore problems CODE` says what a code means.
SELECT
    q.id,
    CASE WHEN q.code IN ('RS060', 'RS061', 'RS062', 'RS063') THEN 'conflict' ELSE 'question' END AS kind,
    q.file, q.line, q.code, q.field, q.row, q.opened_at
FROM quarantine q
WHERE q.state = 'open'
ORDER BY 2, q.id
