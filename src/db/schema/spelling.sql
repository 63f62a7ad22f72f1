-- The words of all texts in this forum, for completing and correcting searches.
--
-- Order of locks: search_words in alphabetical order.

-- Number of posts, comments and notes that contain each word. If writers updated the row of a common word, they would
-- all wait for each other. Each writer therefore inserts a row into search_word_changes, and a job adds these up
-- every minute. A new word is inserted immediately with 0 holders, so that searches can already complete it.
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY
    CONSTRAINT search_words_word_check CHECK (char_length(word) BETWEEN 3 AND 40),
  holders integer NOT NULL DEFAULT 0
);
-- For correcting long words with several errors, such as "conciusnes".
CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);

CREATE TABLE search_word_changes (
  n bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  words text[] NOT NULL,
  change smallint NOT NULL CONSTRAINT search_word_changes_change_check CHECK (change IN (-1, 1))
);

-- Not STRICT, because PostgreSQL does not inline STRICT functions, and then this takes twice as long.
CREATE FUNCTION is_search_word(word text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT char_length(word) BETWEEN 3 AND 40 AND word ~ '^[^\x01-\x2f]+$' AND word !~ '^emoji[0-9]' AND word !~ public.search_unspaced()
$$;

CREATE FUNCTION words_of(text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT ARRAY(
    -- Alphabetical order, so that two writers with the same new words do not deadlock.
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('public.threshold_plain', public.words_of_document(public.without_pictures($1))))) AS word
    WHERE public.is_search_word(word) ORDER BY word COLLATE "C")
$$;

-- Records which words a text gained and lost between two versions.
CREATE FUNCTION count_words(before text, after text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  former text[] := coalesce(words_of(before), '{}');
  present text[] := coalesce(words_of(after), '{}');
  lost text[] := ARRAY(SELECT unnest(former) EXCEPT SELECT unnest(present));
  new text[] := ARRAY(SELECT word FROM (SELECT unnest(present) EXCEPT SELECT unnest(former)) AS these (word) ORDER BY word COLLATE "C");
BEGIN
  INSERT INTO search_word_changes (words, change)
  SELECT words, change FROM (VALUES (lost, -1), (new, 1)) AS changes (words, change) WHERE cardinality(words) > 0;
  INSERT INTO search_words (word)
  SELECT new_word.word FROM unnest(new) AS new_word (word)
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = new_word.word)
  ON CONFLICT DO NOTHING;
END $$;

-- Like count_words(NULL, ...) for several texts, with all new words in alphabetical order.
CREATE FUNCTION count_new_words(texts text[]) RETURNS void
LANGUAGE sql AS $$
  WITH counted AS (
    INSERT INTO search_word_changes (words, change)
    SELECT words, 1 FROM unnest(texts) AS words_in, words_of(words_in) AS words WHERE cardinality(words) > 0
    RETURNING words
  )
  INSERT INTO search_words (word)
  SELECT word FROM (SELECT DISTINCT unnest(words) COLLATE "C" AS word FROM counted) AS new_word
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = new_word.word)
  ORDER BY word
  ON CONFLICT DO NOTHING
$$;

-- Adds up to `size` rows of search_word_changes to search_words, and returns their number. Concurrent calls process
-- different rows.
CREATE FUNCTION add_up_search_words(size integer DEFAULT 5000) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  taken bigint[];
  gone text[];
BEGIN
  taken := ARRAY(SELECT n FROM search_word_changes ORDER BY n LIMIT size FOR UPDATE SKIP LOCKED);
  WITH sums AS (
    SELECT word, sum(change)::integer AS change FROM search_word_changes CROSS JOIN unnest(words) AS word
    WHERE n = ANY (taken) GROUP BY word ORDER BY word COLLATE "C"
  ), updated AS (
    INSERT INTO search_words (word, holders) SELECT word, change FROM sums
    ON CONFLICT (word) DO UPDATE SET holders = search_words.holders + excluded.holders
    RETURNING word, holders
  )
  SELECT array_agg(word) INTO gone FROM updated WHERE holders <= 0;
  DELETE FROM search_word_changes WHERE n = ANY (taken);
  -- Deletes words that no text contains, except words that a remaining change contains.
  DELETE FROM search_words WHERE word = ANY (gone) AND holders <= 0
    AND NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words));
  RETURN cardinality(taken);
END $$;

-- Counts the words of all texts again and adds the difference to holders, so that concurrent writes are not lost.
-- Takes half a minute for 100,000 posts and 500,000 comments.
CREATE FUNCTION recount_search_words() RETURNS void
LANGUAGE sql AS $$
  WITH counted AS (
    SELECT word, ndoc AS holders FROM ts_stat($query$
      SELECT to_tsvector('public.threshold_plain', public.words_of_document(public.without_pictures(written))) FROM (
        SELECT title || ' ' || content_text FROM posts WHERE deleted_at IS NULL AND removed_at IS NULL
        UNION ALL SELECT c.content FROM comments c JOIN posts p ON p.id = c.post_id
          WHERE c.deleted_at IS NULL AND c.removed_at IS NULL AND p.removed_at IS NULL
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

CREATE FUNCTION words_beginning_with(beginning text) RETURNS SETOF text
LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM search_words
  WHERE word > beginning COLLATE "C" AND word < (beginning || chr(1114111)) COLLATE "C"
  ORDER BY holders DESC, char_length(word), word LIMIT 20
$$;

-- Returns the usual spelling of a rare word, or null. A word that occurs in three texts is considered correct, and a
-- suggestion must be ten times as common as the typed word. Words of three letters get no suggestion, because they
-- have a dozen equally likely neighbours. Arabic gets none, because its normal form merges too many letters.
--
-- Disables sequential scans: for an unknown word, the planner expects thousands of posts and scans them all, which
-- takes 4.6 s for "conciousness" at a million posts.
CREATE FUNCTION nearest_word(typed text) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE STRICT SET "pg_trgm.similarity_threshold" = 0.4 SET enable_seqscan = off AS $$
DECLARE
  wanted text := immutable_unaccent(search_text(typed));
  known integer;
  least_held integer;
  nearest text;
BEGIN
  IF char_length(wanted) NOT BETWEEN 4 AND 30 OR wanted COLLATE "und-x-icu" !~ ('^[' || search_letters() || ']+$')
    OR wanted ~ '[0-9\u0600-\u06ff]' OR wanted ~ search_unspaced() THEN
    RETURN NULL;
  END IF;
  SELECT holders INTO known FROM search_words WHERE word = wanted;
  -- The word is correct if another form of it is known ("remembering", "remembered").
  IF known >= 3 OR coalesce(known, 0) = 0 AND is_found(wanted) THEN
    RETURN NULL;
  END IF;
  least_held := greatest(1, 10 * coalesce(known, 0));
  SELECT word INTO nearest FROM (
    SELECT word FROM search_words
    WHERE word = ANY (ARRAY(SELECT edits_of(wanted))) AND word <> wanted AND holders >= least_held
    ORDER BY left(word, 1) = left(wanted, 1) DESC, holders DESC, word LIMIT 5) AS candidates
  WHERE is_still_found(word) LIMIT 1;
  -- A rare word may be correct, so only an unknown word is compared with less similar words.
  IF nearest IS NULL AND coalesce(known, 0) = 0 AND char_length(wanted) >= 6 THEN
    SELECT word INTO nearest FROM (
      SELECT word FROM search_words
      WHERE word % wanted AND holders >= least_held AND abs(char_length(word) - char_length(wanted)) <= 3 AND word <> wanted
      ORDER BY similarity(word, wanted) DESC, holders DESC, word LIMIT 5) AS candidates
    WHERE is_still_found(word) LIMIT 1;
  END IF;
  RETURN nearest;
END $$;

-- Returns all words that differ by one missing, added or replaced letter, or by two swapped letters. Four of five
-- typing errors are of this kind, and the primary key finds these words quickly.
CREATE FUNCTION edits_of(word text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  WITH letters AS (
    SELECT unnest(string_to_array(CASE
      WHEN word ~ '[а-я]' THEN 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
      WHEN word ~ '[α-ω]' THEN 'αβγδεζηθικλμνξοπρσςτυφχψω'
      ELSE 'abcdefghijklmnopqrstuvwxyz' END, NULL)) AS letter
  ), places AS (
    SELECT left(word, at) AS head, substr(word, at + 1) AS tail FROM generate_series(0, char_length(word)) AS at
  )
  SELECT head || substr(tail, 2) FROM places WHERE tail <> ''
  UNION SELECT head || substr(tail, 2, 1) || left(tail, 1) || substr(tail, 3) FROM places WHERE char_length(tail) > 1
  UNION SELECT head || letter || substr(tail, 2) FROM places CROSS JOIN letters WHERE tail <> ''
  UNION SELECT head || letter || tail FROM places CROSS JOIN letters
$$;

-- Returns whether the index contains the word. search_words can be up to a minute behind, the index is not.
CREATE FUNCTION is_found(word text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT EXISTS (SELECT FROM post_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
    OR EXISTS (SELECT FROM comment_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
    OR EXISTS (SELECT FROM note_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
$$;

-- Returns whether a word in search_words still occurs in a text. Checks the index only for words that a text lost
-- within the last minute, because search_words may not reflect that yet.
CREATE FUNCTION is_still_found(word text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words) AND change < 0) OR is_found(word)
$$;
