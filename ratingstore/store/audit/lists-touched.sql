-- Which published lists each correction reaches back to
--
-- A list is touched where the correction concerns a day that it covers. Whether a number on it would be another
-- today is told by published-and-now.
--
-- :list=  the list
SELECT
    c.position, c.recorded_at, c.kind, c.what, c.by, c.reason, c.touches, c.undone, p.list, p.date AS published,
    p.version
FROM correction c
JOIN publication p ON p.position < c.position AND c.touches <= p.date
WHERE (:list = '' OR p.list = :list)
    AND p.undone = 0
    AND (c.lists IS NULL OR ' ' || c.lists || ' ' LIKE '% ' || p.list || ' %')
ORDER BY c.position, p.list, p.date, p.version
