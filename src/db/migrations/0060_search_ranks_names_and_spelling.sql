-- A search finds the very words before words that only begin so, posts by the names of their authors and concepts, and
-- knows how a word is usually spelt.
--
-- What the former version calls (search_posts, search_query) stays as it is until nobody runs it any more.

-- How many posts, comments and notes hold each word. Adding to the row of a common word would make all writers wait
-- for each other, so whoever writes leaves one row with the words here, and fold_search_words() adds them up (a job,
-- every minute). A word that nobody has written before is known at once, held by none yet: a beginning finds it.
ALTER TABLE search_words ADD COLUMN holders integer NOT NULL DEFAULT 0;

CREATE TABLE search_word_changes (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  words text[] NOT NULL,
  change smallint NOT NULL CONSTRAINT search_word_changes_change_check CHECK (change IN (-1, 1))
);

CREATE FUNCTION words_of(text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    -- In order of the alphabet, as everywhere: two with the same new words wait for each other in one direction.
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('public.threshold_plain', public.search_text($1)))) AS word
    WHERE char_length(word) BETWEEN 3 AND 40 AND word ~ '^[^\x01-\x2f]+$' AND word !~ public.cjk() ORDER BY word COLLATE "C")
$$;

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
  SELECT heard.word FROM unnest(new) AS heard (word)
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = heard.word)
  ON CONFLICT DO NOTHING;
END $$;

-- Adds up at most so many changes and says how many they were. Two at once take different ones.
CREATE FUNCTION fold_search_words(size integer DEFAULT 5000) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  taken bigint[];
  gone text[];
BEGIN
  taken := ARRAY(SELECT n FROM search_word_changes ORDER BY n LIMIT size FOR UPDATE SKIP LOCKED);
  WITH sums AS (
    SELECT word, sum(change)::integer AS change FROM search_word_changes CROSS JOIN unnest(words) AS word
    WHERE n = ANY (taken) GROUP BY word ORDER BY word COLLATE "C"
  ), folded AS (
    INSERT INTO search_words (word, holders) SELECT word, change FROM sums
    ON CONFLICT (word) DO UPDATE SET holders = search_words.holders + excluded.holders
    RETURNING word, holders
  )
  SELECT array_agg(word) INTO gone FROM folded WHERE holders <= 0;
  DELETE FROM search_word_changes WHERE n = ANY (taken);
  -- Unless a change that was not taken holds it: another is adding that one up, or it comes next.
  DELETE FROM search_words WHERE word = ANY (gone) AND holders <= 0
    AND NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words));
  RETURN cardinality(taken);
END $$;

CREATE OR REPLACE FUNCTION words_beginning_with(beginning text) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT word FROM search_words
  WHERE word > beginning COLLATE "C" AND word < (beginning || chr(1114111)) COLLATE "C"
  ORDER BY holders DESC, char_length(word), word LIMIT 20
$$;

-- All that differ from a word by one letter that is missing, too many or another, or by two that changed places: four
-- of five typing errors, looked up in the primary key.
CREATE FUNCTION edits_of(word text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
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

-- For what is further off in a long word: "conciusnes".
CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);

-- How a word is usually spelt that hardly anybody writes so; null where it is right, or nothing is near. A word that
-- three hold is no slip of one person; what is offered instead of one that fewer hold is held by ten times as many.
-- Three letters have a dozen neighbours each, and none of them is more likely.
CREATE FUNCTION nearest_word(typed text) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET pg_trgm.similarity_threshold = 0.4 AS $$
DECLARE
  wanted text := immutable_unaccent(search_text(typed));
  known integer;
  least_held integer;
  nearest text;
BEGIN
  IF char_length(wanted) NOT BETWEEN 4 AND 30 OR wanted COLLATE "und-x-icu" !~ '^[[:alpha:]]+$' OR wanted ~ cjk() THEN
    RETURN NULL;
  END IF;
  SELECT holders INTO known FROM search_words WHERE word = wanted;
  -- Another form of a word that is there ("remembering" where all write "remembered") is right.
  IF known >= 3 OR coalesce(known, 0) = 0
    AND EXISTS (SELECT FROM post_search WHERE search_vector @@ plainto_tsquery('public.threshold', wanted)) THEN
    RETURN NULL;
  END IF;
  least_held := greatest(1, 10 * coalesce(known, 0));
  SELECT word INTO nearest FROM search_words
  WHERE word = ANY (ARRAY(SELECT edits_of(wanted))) AND word <> wanted AND holders >= least_held
  ORDER BY left(word, 1) = left(wanted, 1) DESC, holders DESC, word LIMIT 1;
  -- What somebody wrote may be rare and right: only a word that nobody wrote is taken for one that is further off.
  IF nearest IS NULL AND coalesce(known, 0) = 0 AND char_length(wanted) >= 6 THEN
    SELECT word INTO nearest FROM search_words
    WHERE word % wanted AND holders >= least_held AND abs(char_length(word) - char_length(wanted)) <= 3 AND word <> wanted
    ORDER BY similarity(word, wanted) DESC, holders DESC, word LIMIT 1;
  END IF;
  RETURN nearest;
END $$;

-- As search_query(text), which also takes the last word for a beginning; here it may also be meant as it stands.
CREATE FUNCTION search_query(text, beginnings boolean) RETURNS tsquery
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET client_min_messages = warning AS $$
DECLARE
  prepared text := search_text(translate(left($1, 300), '“”„«»', '"""""'));
  quoted boolean := prepared LIKE '%"%';
  last_word text;
  query tsquery;
BEGIN
  IF prepared ~ cjk() THEN
    -- A run is a phrase of its pairs, without the lone last character.
    SELECT string_agg(CASE
        WHEN part[1] !~ cjk() THEN part[1]
        WHEN char_length(part[1]) = 1 THEN part[1] || ' '
        WHEN quoted THEN regexp_replace(cjk_pairs(part[1]), ' .$', ' ')
        ELSE '"' || regexp_replace(cjk_pairs(part[1]), ' .$', '') || '" '
      END, '' ORDER BY n)
    INTO prepared
    FROM regexp_matches(prepared, cjk() || '+|(?:(?!' || cjk() || ').)+', 'g') WITH ORDINALITY AS parts (part, n);
  END IF;
  query := websearch_to_tsquery('public.threshold', prepared);
  IF beginnings AND NOT quoted AND prepared !~ '\mor\M' THEN
    last_word := immutable_unaccent(substring(prepared COLLATE "und-x-icu" FROM '(?:^|\s)([[:alnum:]]{3,})$'));
    IF last_word IS NOT NULL AND last_word !~ cjk() THEN
      query := websearch_to_tsquery('public.threshold', regexp_replace(prepared, '\S+$', '')) && websearch_to_tsquery(
        'public.threshold', last_word || coalesce((SELECT string_agg(' or ' || word, '') FROM words_beginning_with(last_word) AS word), ''));
    END IF;
  END IF;
  -- A single character is the beginning of a pair.
  RETURN regexp_replace(query::text, '''(' || cjk() || ')''', '''\1'':*', 'g')::tsquery;
END $$;

CREATE OR REPLACE FUNCTION search_query(text) RETURNS tsquery
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT search_query($1, true)
$$;

-- Names count in the search of posts. A post's vector has a lexeme for its author as for its categories, and a query
-- asks for those whose name has a word of it: who changes their name changes no post.
-- Whoever gathers statistics of the index does so without a search path, so each function says where the others are.
CREATE OR REPLACE FUNCTION words_of_document(text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  prepared text := public.search_text($1);
BEGIN
  IF prepared ~ public.cjk() THEN
    SELECT string_agg(CASE WHEN part[1] ~ public.cjk() THEN public.cjk_pairs(part[1]) ELSE part[1] END, ' ' ORDER BY n)
    INTO prepared
    FROM regexp_matches(prepared, public.cjk() || '+|(?:(?!' || public.cjk() || ').)+', 'g') WITH ORDINALITY AS parts (part, n);
  END IF;
  RETURN prepared;
END $$;

CREATE FUNCTION name_vector(username text, full_name text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('public.threshold', public.words_of_document(translate(username, '_-', '  ') || ' ' || coalesce(full_name, '')))
$$;
CREATE INDEX profiles_name_words ON profiles USING gin (name_vector(username, full_name)) WITH (fastupdate = off);

-- What a search asks of posts: with its last word as it stands, and also as a beginning. For each of its words those five
-- of that name who wrote most, among two hundred, and five concepts; and whoever has all its words in their name. Each
-- is a walk through the index more: forty of them for eight words, a millisecond at a million posts.
CREATE FUNCTION post_queries(query text, OUT exact tsquery, OUT wide tsquery)
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  plain CONSTANT tsquery := search_query(query, false);
  lexemes text[] := ARRAY(
    SELECT DISTINCT part[1] FROM regexp_matches(plain::text, '''((?:[^'']|'''')+)''(?!:)', 'g') AS part LIMIT 8);
  lexeme text;
  word tsquery;
  names text;
BEGIN
  exact := plain;
  wide := search_query(query, true);
  FOREACH lexeme IN ARRAY lexemes LOOP
    word := ('''' || lexeme || '''')::tsquery;
    SELECT string_agg('''#' || name || '''', ' | ') INTO names FROM (
      (SELECT 'a:' || id FROM (
        SELECT id, post_count FROM profiles WHERE name_vector(username, full_name) @@ word LIMIT 200) AS called_so
      WHERE post_count > 0 ORDER BY post_count DESC, id LIMIT 5)
      UNION ALL
      -- A stem begins as the word does: few names are read as texts.
      (SELECT 'c:' || id FROM categories
      WHERE CASE WHEN strpos(folded(categories.name), left(lexeme, 3)) > 0
        THEN to_tsvector('public.threshold', words_of_document(categories.name)) @@ word ELSE false END LIMIT 5)
    ) AS found (name);
    IF names IS NOT NULL THEN
      exact := ts_rewrite(exact, word, word || names::tsquery);
      wide := ts_rewrite(wide, word, word || names::tsquery);
    END IF;
  END LOOP;
  IF cardinality(lexemes) > 1 AND plain::text !~ '!' THEN
    SELECT string_agg('''#a:' || id || '''', ' | ') INTO names FROM (
      SELECT id FROM profiles WHERE name_vector(username, full_name) @@ plain ORDER BY post_count DESC, id LIMIT 5) AS found;
    IF names IS NOT NULL THEN
      exact := exact || names::tsquery;
      wide := wide || names::tsquery;
    END IF;
  END IF;
END $$;

CREATE FUNCTION author_facet(author_id uuid) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(CASE WHEN author_id IS NULL THEN '{}' ELSE ARRAY['#a:' || author_id] END)
$$;

CREATE OR REPLACE FUNCTION index_post(target uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT p.id, place.n,
    search_document(p.title, p.content_text) || author_facet(p.author_id)
      || search_facets(place.n, ARRAY(SELECT category_id FROM post_categories WHERE post_id = p.id))
  FROM posts p
  CROSS JOIN LATERAL (SELECT coalesce(
    (SELECT n FROM post_search WHERE post_id = p.id),
    nextval(pg_get_serial_sequence('post_search', 'n'))) AS n) AS place
  WHERE p.id = target
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
$$;

CREATE OR REPLACE FUNCTION index_changed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_post(NEW.id);
  IF TG_OP = 'INSERT' THEN
    -- A post that was deleted again, or changed, before the commit: what counts it then is what changed it.
    PERFORM count_words(NULL, NEW.title || ' ' || NEW.content_text);
  ELSE
    PERFORM count_words(OLD.title || ' ' || OLD.content_text, NEW.title || ' ' || NEW.content_text);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION uncount_words_of_posts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_words(title || ' ' || content_text, NULL) FROM deleted;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_uncount_words AFTER DELETE ON posts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION uncount_words_of_posts();

DROP FUNCTION learn_words(text, text);
ALTER TABLE search_words DROP COLUMN magnitude;

DROP INDEX post_search_vector_index;
UPDATE post_search s SET search_vector = s.search_vector || author_facet(p.author_id)
FROM posts p WHERE p.id = s.post_id AND p.author_id IS NOT NULL;
CREATE INDEX post_search_vector_index ON post_search USING gin (search_vector) WITH (fastupdate = off);

-- The newest `size` posts that match, as search_posts() goes back through them (0009_search.sql says why in steps).
CREATE FUNCTION walk_posts(words tsquery, category_ids uuid[], since timestamptz, before bigint, size integer)
RETURNS TABLE (post_id uuid, n bigint, rank double precision)
LANGUAGE plpgsql STABLE ROWS 200 AS $$
#variable_conflict use_column
DECLARE
  restricted tsquery := words;
  wanted tsquery;
  newest bigint := coalesce(before - 1, (SELECT last_value FROM post_search_n_seq));
  upper bigint := newest;
  lower bigint;
  bits integer;
  found integer := 0;
  batch integer;
BEGIN
  IF category_ids IS NOT NULL THEN
    restricted := words && (SELECT string_agg('''#c:' || id || '''', ' | ') FROM unnest(category_ids) AS id)::tsquery;
  END IF;
  WHILE upper >= 0 AND found < size LOOP
    bits := CASE
      WHEN newest - upper < 1 << 12 THEN 12
      WHEN newest - upper < 1 << 14 THEN 14
      WHEN newest - upper < 1 << 16 THEN 16
      WHEN newest - upper < 1 << 18 THEN 18
      ELSE 20 END;
    lower := (upper >> bits) << bits;
    wanted := restricted && format('''#%s:%s''', bits, upper >> bits)::tsquery; -- once, not at every row checked
    RETURN QUERY
      SELECT s.post_id, s.n, ts_rank_cd(s.search_vector, words, 1)::double precision
      FROM (
        SELECT post_id, n, search_vector FROM post_search
        WHERE search_vector @@ wanted
          AND n <= upper
          AND (since IS NULL OR EXISTS (
            SELECT FROM post_rankings r
            WHERE r.post_id = post_search.post_id AND r.scope = whole_forum() AND r.created_at >= since))
        ORDER BY n DESC LIMIT size - found) AS s;
    GET DIAGNOSTICS batch = ROW_COUNT;
    found := found + batch;
    upper := lower - 1;
  END LOOP;
END $$;

-- A window of what a search finds, for as many pages as it fills: those with the very words before those where the last
-- word is only a beginning ("gene", "general"). A match's place is its number, and 2^40 higher for the very words: so
-- the windows go through those first, and `before` is the smallest place of the window before. Without exact_first, for
-- orders that are not by how well something matches, all of them together.
CREATE FUNCTION find_posts(
  query text, category_ids uuid[], since timestamptz, before bigint, size integer, exact_first boolean
) RETURNS TABLE (post_id uuid, n bigint, rank double precision)
LANGUAGE plpgsql STABLE ROWS 200 AS $$
#variable_conflict use_column
DECLARE
  exact tsquery;
  wide tsquery;
  first_place CONSTANT bigint := 1::bigint << 40;
  found integer := 0;
BEGIN
  SELECT asked.exact, asked.wide INTO exact, wide FROM post_queries(query) AS asked;
  IF numnode(wide) = 0 THEN
    RETURN;
  END IF;
  IF NOT exact_first THEN
    RETURN QUERY SELECT * FROM walk_posts(wide, category_ids, since, before, size);
    RETURN;
  END IF;
  IF coalesce(before > first_place, true) THEN
    RETURN QUERY SELECT w.post_id, w.n + first_place, w.rank + 1000
      FROM walk_posts(exact, category_ids, since, before - first_place, size) AS w;
    GET DIAGNOSTICS found = ROW_COUNT;
  END IF;
  IF found < size AND wide <> exact THEN
    RETURN QUERY SELECT w.post_id, w.n, w.rank
      FROM walk_posts(wide && !!exact, category_ids, since, CASE WHEN before <= first_place THEN before END, size - found) AS w;
  END IF;
END $$;
