-- Everything is indexed again in the normal form of 0155. A job does the batches while the forum runs
-- (src/features/search/jobs.server.ts); until then parts of the index have the words of before.
DELETE FROM search_batches;
INSERT INTO search_batches (source, ids, places) SELECT 'words', '{}', '{}' WHERE EXISTS (SELECT FROM posts UNION ALL SELECT FROM notes);
SELECT queue_search_batches(source, 100) FROM unnest(ARRAY['posts', 'comments', 'notes']) AS source;
