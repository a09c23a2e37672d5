-- Every list that went out: when, by whom, why, with which digest, and from which state of the log
--
-- :list=  the list
SELECT
    p.list, p.date, p.version, p.recorded_at, i.by, i.reason, p.rows, p.digest, p.numbers_digest, p.known_at,
    p.position, p.undone
FROM publication p
JOIN ingest i ON i.batch = p.batch
WHERE :list = '' OR p.list = :list
ORDER BY p.list, p.date, p.position
