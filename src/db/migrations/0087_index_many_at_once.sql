-- Many posts, comments and notes are indexed in one statement each: a forum that is restored or generated has a million of
-- them. Triggers go on with one by one, which these would do in twice the time; tests/bulk-indexing.test.ts compares both.

-- As in 0009. What is ASCII altogether has no marks to make spaces of: half the time for a post of English.
CREATE OR REPLACE FUNCTION search_text(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN octet_length($1) = char_length($1) THEN lower($1 COLLATE "C") COLLATE "und-x-icu"
    ELSE regexp_replace(lower(normalize($1, NFKC) COLLATE "und-x-icu"), '[^\x01-\x7f[:alnum:]]+', ' ', 'g') END
$$;

-- What a search knows as a word that people write, of what the parser takes for one. Not STRICT: such a function would be
-- called for each word instead of becoming part of the statement, and take twice as long.
CREATE FUNCTION is_search_word(word text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT char_length(word) BETWEEN 3 AND 40 AND word ~ '^[^\x01-\x2f]+$' AND word !~ public.cjk()
$$;

CREATE OR REPLACE FUNCTION words_of(text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    -- In order of the alphabet, as everywhere: two with the same new words wait for each other in one direction.
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('public.threshold_plain', public.search_text($1)))) AS word
    WHERE public.is_search_word(word) ORDER BY word COLLATE "C")
$$;

-- As count_words() and fold_search_words() for each of many new texts, which a query gives (one column, of text).
CREATE FUNCTION count_words_of_texts(query text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO search_words (word, holders)
  SELECT word, ndoc FROM ts_stat(format(
    'SELECT to_tsvector(''public.threshold_plain'', public.search_text(written)) FROM (%s) AS texts (written)', query))
  WHERE is_search_word(word) ORDER BY word COLLATE "C"
  ON CONFLICT (word) DO UPDATE SET holders = search_words.holders + excluded.holders
$$;

-- Posts that are there already keep their places; new ones get theirs in the order of their times. Most of the time for a new
-- post goes into post_search_vector_index: who indexes many drops it before and makes it anew.
CREATE FUNCTION index_posts(targets uuid[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT id, n, search_document(title, content_text) || author_facet(author_id) || search_facets(n, categories)
  FROM (
    SELECT p.id, p.title, p.content_text, p.author_id,
      coalesce(s.n, nextval(pg_get_serial_sequence('post_search', 'n'))) AS n,
      ARRAY(SELECT category_id FROM post_categories WHERE post_id = p.id) AS categories
    FROM posts p LEFT JOIN post_search s ON s.post_id = p.id
    WHERE p.id = ANY (targets) ORDER BY p.created_at, p.id) AS these
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
$$;

-- The same for new comments or notes, into comment_search or note_search.
CREATE FUNCTION index_remarks(source regclass, index regclass, targets uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($insert$
    INSERT INTO %2$s (id, n, search_vector)
    SELECT id, n, remark_document(n, content) FROM (
      SELECT id, content, nextval(pg_get_serial_sequence(%2$L, 'n')) AS n
      FROM %1$s WHERE id = ANY ($1) AND deleted_at IS NULL ORDER BY created_at, id) AS these
  $insert$, source, index) USING targets;
END $$;
