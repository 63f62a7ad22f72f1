-- Everything is indexed again, or for the first time, in batches over several connections: a forum that is generated, restored or
-- imported, and `npm run reindex`. As in 0099, but safe beside whoever writes meanwhile, and rows that did not change are not
-- written. Triggers go on with one by one; tests/bulk-indexing.test.ts compares both. 0087's functions stay for nodes of before.

CREATE TABLE search_batches (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('posts', 'comments', 'notes', 'words')),
  ids uuid[] NOT NULL,
  -- The place of each in the index: of those that have one theirs, of the others the next ones in the order of their times.
  places bigint[] NOT NULL
);

-- What is to be indexed of a table, so many rows at once. Entries of what is not to be found go.
CREATE FUNCTION queue_search_batches(source text, size integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  search_table text := CASE source WHEN 'posts' THEN 'post_search' WHEN 'comments' THEN 'comment_search' ELSE 'note_search' END;
  key text := CASE source WHEN 'posts' THEN 'post_id' ELSE 'id' END;
BEGIN
  EXECUTE format($delete$
    DELETE FROM %2$I s USING %1$I t
    WHERE t.id = s.%3$I AND (t.deleted_at IS NOT NULL OR t.removed_at IS NOT NULL)
  $delete$, source, search_table, key);
  EXECUTE format($insert$
    INSERT INTO search_batches (source, ids, places)
    SELECT %1$L, array_agg(id ORDER BY place), array_agg(place ORDER BY place)
    FROM (
      SELECT id, coalesce(n, nextval(pg_get_serial_sequence(%2$L, 'n'))) AS place, (row_number() OVER () - 1) / $1 AS batch
      FROM (
        SELECT t.id, s.n FROM %1$I t LEFT JOIN %2$I s ON s.%3$I = t.id
        WHERE t.deleted_at IS NULL AND t.removed_at IS NULL ORDER BY t.created_at, t.id) AS these) AS placed
    GROUP BY batch ORDER BY batch
  $insert$, source, search_table, key) USING size;
END $$;

-- Who is editing one of them is waited for, and who wants to waits for this: else it would write over what a trigger has indexed.
CREATE FUNCTION index_posts(targets uuid[], places bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = ANY (targets) ORDER BY id FOR SHARE;
  -- Whoever changes nothing but categories holds this.
  PERFORM FROM post_search WHERE post_id = ANY (targets) ORDER BY post_id FOR NO KEY UPDATE;
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT p.id, own.n, search_document(p.title, p.content_text) || author_facet(p.author_id)
    || search_facets(own.n, ARRAY(SELECT category_id FROM post_categories WHERE post_id = p.id))
  FROM unnest(targets, places) AS target (id, place)
  JOIN posts p ON p.id = target.id
  LEFT JOIN post_search s ON s.post_id = p.id
  CROSS JOIN LATERAL (SELECT coalesce(s.n, place) AS n) AS own
  WHERE p.deleted_at IS NULL AND p.removed_at IS NULL
  ORDER BY own.n
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
  WHERE post_search.search_vector <> excluded.search_vector;
END $$;

CREATE FUNCTION index_remarks(source regclass, index regclass, targets uuid[], places bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT FROM %1$s WHERE id = ANY ($1) ORDER BY id FOR SHARE', source) USING targets;
  EXECUTE format($insert$
    INSERT INTO %2$s AS s (id, n, search_vector)
    SELECT t.id, own.n, remark_document(own.n, t.content)
    FROM unnest($1, $2) AS target (id, place)
    JOIN %1$s t ON t.id = target.id
    LEFT JOIN %2$s s ON s.id = t.id
    CROSS JOIN LATERAL (SELECT coalesce(s.n, place) AS n) AS own
    WHERE t.deleted_at IS NULL AND t.removed_at IS NULL
    ORDER BY own.n
    ON CONFLICT (id) DO UPDATE SET search_vector = excluded.search_vector
    WHERE s.search_vector <> excluded.search_vector
  $insert$, source, index) USING targets, places;
END $$;

-- How many hold each word, of all texts as they are in this moment. The difference is added, so that what is written while this
-- reads (half a minute for 100,000 posts with 500,000 comments) counts as well.
CREATE FUNCTION recount_search_words() RETURNS void
LANGUAGE sql AS $$
  WITH counted AS (
    SELECT word, ndoc AS holders FROM ts_stat($query$
      SELECT to_tsvector('public.threshold_plain', public.search_text(written)) FROM (
        SELECT title || ' ' || content_text FROM posts WHERE deleted_at IS NULL AND removed_at IS NULL
        UNION ALL SELECT content FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
        UNION ALL SELECT content FROM notes WHERE deleted_at IS NULL AND removed_at IS NULL) AS texts (written)$query$)
    WHERE is_search_word(word)
  ), stored AS (
    SELECT word, sum(holders) AS holders FROM (
      SELECT word, holders FROM search_words
      UNION ALL SELECT word, change FROM search_word_changes CROSS JOIN unnest(words) AS word) AS each
    GROUP BY word
  )
  INSERT INTO search_words (word, holders)
  SELECT word, coalesce(counted.holders, 0) - coalesce(stored.holders, 0) FROM counted FULL JOIN stored USING (word)
  WHERE counted.holders IS DISTINCT FROM stored.holders
  ORDER BY word COLLATE "C"
  ON CONFLICT (word) DO UPDATE SET holders = search_words.holders + excluded.holders;
  DELETE FROM search_words WHERE holders <= 0
    AND NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words));
$$;

-- Takes the next batch that nobody is at and does it; a transaction of its own, so that one that is killed leaves it. Answers of
-- what it was and how many; nothing where there is none left.
CREATE FUNCTION index_next_batch() RETURNS TABLE (source text, things integer)
LANGUAGE plpgsql AS $$
DECLARE
  batch search_batches;
BEGIN
  DELETE FROM search_batches WHERE n = (SELECT n FROM search_batches ORDER BY n LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING * INTO batch;
  CASE batch.source
    WHEN 'posts' THEN PERFORM index_posts(batch.ids, batch.places);
    WHEN 'comments' THEN PERFORM index_remarks('comments', 'comment_search', batch.ids, batch.places);
    WHEN 'notes' THEN PERFORM index_remarks('notes', 'note_search', batch.ids, batch.places);
    WHEN 'words' THEN PERFORM recount_search_words();
    ELSE RETURN;
  END CASE;
  RETURN QUERY SELECT batch.source, cardinality(batch.ids);
END $$;
