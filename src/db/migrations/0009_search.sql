-- Full-text search over titles and words.
--
-- * naïve finds naive and the reverse: a dictionary removes the accents, so highlights still show the text as
--   it was written.
-- * No stop words: "AI", "IT" and "being" mean something here.
-- * English word forms find each other (stems).
-- * A word still being typed ("prostheti") finds the most used words that begin like it, see search_words.
-- * Chinese, Japanese and Korean are not cut at spaces: a run of such characters is indexed as its pairs of
--   neighbours (人工智能 → 人工 工智 智能 能). Two characters are enough to find, pairs in sequence make a
--   phrase, and the last character stands alone so that a single one finds by prefix.

CREATE TEXT SEARCH DICTIONARY stem_all (TEMPLATE = snowball, Language = english);

CREATE TEXT SEARCH CONFIGURATION threshold (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION threshold
  ALTER MAPPING FOR asciiword, word, asciihword, hword, hword_asciipart, hword_part, numword, numhword, hword_numpart
  WITH unaccent, stem_all;

CREATE TEXT SEARCH CONFIGURATION threshold_plain (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION threshold_plain
  ALTER MAPPING FOR asciiword, word, asciihword, hword, hword_asciipart, hword_part, numword, numhword, hword_numpart
  WITH unaccent, simple;

-- Kana, Han (with extension A and the compatibility block) and Hangul, as a regular expression.
CREATE FUNCTION cjk() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '[\u3005\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]'
$$;

-- What the parser reads. It goes by the locale of the cluster, and where that is C (as in the cluster that
-- comes with the forum) it takes every character beyond ASCII for a letter: “AI”—the would be one word. So
-- other marks become spaces here and letters lower case, by Unicode; full width and the like the usual forms.
CREATE FUNCTION search_text(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(normalize($1, NFKC) COLLATE "und-x-icu"), '[^\x01-\x7f[:alnum:]]+', ' ', 'g')
$$;

CREATE FUNCTION cjk_pairs(run text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(pair, ' ' ORDER BY n) FROM (
    SELECT n, c || coalesce(lead(c) OVER (ORDER BY n), '') AS pair
    FROM unnest(string_to_array(run, NULL)) WITH ORDINALITY AS characters (c, n)) AS pairs
$$;

CREATE FUNCTION words_of_document(text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  prepared text := search_text($1);
BEGIN
  IF prepared ~ cjk() THEN
    SELECT string_agg(CASE WHEN part[1] ~ cjk() THEN cjk_pairs(part[1]) ELSE part[1] END, ' ' ORDER BY n)
    INTO prepared
    FROM regexp_matches(prepared, cjk() || '+|(?:(?!' || cjk() || ').)+', 'g') WITH ORDINALITY AS parts (part, n);
  END IF;
  RETURN prepared;
END $$;

CREATE FUNCTION search_document(title text, content_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.threshold', words_of_document(title)), 'A')
    || setweight(to_tsvector('public.threshold', words_of_document(content_text)), 'B')
$$;

-- Every word of every post, unstemmed. The index itself could match by prefix, but collects all posts of all words
-- with that prefix before it does anything else: 75 ms for "human" among a million posts, 3 ms this way.
-- magnitude is a Morris counter: it grows with a chance of 1 in 2^magnitude, so it is about the binary logarithm of
-- how often the word was written, and posts hardly ever wait for each other at the row of a common word.
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY CHECK (char_length(word) BETWEEN 3 AND 40),
  magnitude smallint NOT NULL DEFAULT 0
);

CREATE FUNCTION learn_words(title text, content_text text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- In order of the alphabet, as everywhere: two posts with the same new words wait for each other in one direction.
  words text[] := ARRAY(
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('public.threshold_plain', search_text(title || ' ' || content_text)))) AS word
    WHERE char_length(word) BETWEEN 3 AND 40 AND word ~ '^[^\x01-\x2f]+$' AND word !~ cjk() ORDER BY word COLLATE "C");
BEGIN
  INSERT INTO search_words (word)
  SELECT heard.word FROM unnest(words) AS heard (word)
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = heard.word)
  ON CONFLICT DO NOTHING;
  UPDATE search_words SET magnitude = magnitude + 1
  FROM (
    SELECT word FROM search_words WHERE word = ANY (words) AND random() < 0.5 ^ magnitude
    ORDER BY word FOR NO KEY UPDATE) AS lucky
  WHERE search_words.word = lucky.word;
END $$;

-- What somebody typed: words, "quoted phrases", -exclusions, or. The last word also stands for the twenty most used
-- words that begin with it, from three letters on: shorter beginnings fit half the dictionary.
-- Never fails; when there is nothing to look for it is empty and matches nothing.
CREATE FUNCTION search_query(text) RETURNS tsquery
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET client_min_messages = warning -- no "contains no lexemes" for every half-typed query
AS $$
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
  IF NOT quoted AND prepared !~ '\mor\M' THEN
    last_word := immutable_unaccent(substring(prepared COLLATE "und-x-icu" FROM '(?:^|\s)([[:alnum:]]{3,})$'));
    IF last_word IS NOT NULL AND last_word !~ cjk() THEN
      query := websearch_to_tsquery('public.threshold', regexp_replace(prepared, '\S+$', '')) && websearch_to_tsquery(
        'public.threshold', last_word || coalesce((SELECT string_agg(' or ' || word, '') FROM words_beginning_with(last_word) AS word), ''));
    END IF;
  END IF;
  -- A single character is the beginning of a pair.
  RETURN regexp_replace(query::text, '''(' || cjk() || ')''', '''\1'':*', 'g')::tsquery;
END $$;

CREATE FUNCTION words_beginning_with(beginning text) RETURNS SETOF text
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT word FROM search_words
  WHERE word > beginning COLLATE "C" AND word < (beginning || chr(1114111)) COLLATE "C"
  ORDER BY magnitude DESC, char_length(word), word LIMIT 20
$$;

-- The part of a text that answers the query, hits between U+E000 and U+E001: escape it, then make them <mark>.
-- whole: the entire text (titles); a short text is given entire too. About 0.2 ms for a text of 1,500 characters: for the rows on screen only.
CREATE FUNCTION search_headline(content text, query text, whole boolean DEFAULT false) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- The parser would take "<i>" for markup and drop it; here it is text that somebody wrote. Marks beyond ASCII
  -- stand between control characters while it reads, see search_text().
  plain text := regexp_replace(translate(content, U&'\E000\E001<', U&'  \E002') COLLATE "und-x-icu",
    '([^\x01-\x7f[:alnum:]]+)', E'\x01\\1\x01', 'g');
  wanted tsquery := search_query(query);
  -- Korean ends words with particles and Chinese has no words: such runs are marked as they were typed.
  runs text := (SELECT string_agg(part[1], '|') FROM regexp_matches(search_text(query), cjk() || '+', 'g') AS part);
  options text := U&'StartSel=\E000, StopSel=\E001, ' || CASE
    WHEN whole OR runs IS NOT NULL OR char_length(plain) <= 200 THEN 'HighlightAll=true'
    ELSE 'MaxFragments=2, MaxWords=28, MinWords=12, FragmentDelimiter=" … "' END;
  result text;
BEGIN
  IF runs IS NOT NULL AND NOT whole THEN
    plain := substr(plain, greatest(1, coalesce(length(substring(plain FROM '^(.*?)(?:' || runs || ')')), 0) - 40), 200);
  END IF;
  result := ts_headline('public.threshold', plain, wanted, options);
  IF runs IS NOT NULL THEN
    result := regexp_replace(result, U&'[\E000\E001]*(' || runs || U&')[\E000\E001]*', U&'\E000\\1\E001', 'g');
  END IF;
  RETURN translate(result, U&'\E002' || E'\x01', '<');
END $$;

-- Apart from posts, so that a vote never touches the inverted index. Besides its words each vector holds
-- lexemes that no text contains, beginning with '#': the post's categories, and which thousands of posts it is
-- among (by n, at five sizes). They let the index itself restrict a search: to categories, and to the newest
-- posts first, see search_posts().
CREATE TABLE post_search (
  post_id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
  n bigint GENERATED BY DEFAULT AS IDENTITY,
  search_vector tsvector NOT NULL
);
-- Without the pending list, which every search would have to read through.
CREATE INDEX post_search_vector_index ON post_search USING gin (search_vector) WITH (fastupdate = off);

CREATE FUNCTION search_facets(n bigint, category_ids uuid[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(
    ARRAY['#12:' || (n >> 12), '#14:' || (n >> 14), '#16:' || (n >> 16), '#18:' || (n >> 18), '#20:' || (n >> 20)]
    || ARRAY(SELECT '#c:' || id FROM unnest(category_ids) AS id))
$$;

CREATE FUNCTION index_post(target uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT p.id, place.n,
    search_document(p.title, p.content_text)
      || search_facets(place.n, ARRAY(SELECT category_id FROM post_categories WHERE post_id = p.id))
  FROM posts p
  CROSS JOIN LATERAL (SELECT coalesce(
    (SELECT n FROM post_search WHERE post_id = p.id),
    nextval(pg_get_serial_sequence('post_search', 'n'))) AS n) AS place
  WHERE p.id = target
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
$$;

CREATE FUNCTION index_changed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_post(NEW.id);
  PERFORM learn_words(NEW.title, NEW.content_text);
  RETURN NULL;
END $$;

-- At the commit, when the categories are there too: a new post is indexed once.
CREATE CONSTRAINT TRIGGER posts_index_new AFTER INSERT ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION index_changed_post();
CREATE TRIGGER posts_index_changed AFTER UPDATE OF title, content_text ON posts
  FOR EACH ROW WHEN (OLD.title <> NEW.title OR OLD.content_text <> NEW.content_text)
  EXECUTE FUNCTION index_changed_post();

-- Not for a new post (not indexed yet), nor for a category that is deleted as a whole (nobody asks for it again).
CREATE FUNCTION index_changed_categories() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_post(post_id) FROM (
    SELECT DISTINCT post_id FROM changed
    WHERE EXISTS (SELECT FROM post_search s WHERE s.post_id = changed.post_id)
      AND EXISTS (SELECT FROM categories c WHERE c.id = changed.category_id)) AS posts_to_index;
  RETURN NULL;
END $$;

CREATE TRIGGER post_categories_index_added AFTER INSERT ON post_categories
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_changed_categories();
CREATE TRIGGER post_categories_index_removed AFTER DELETE ON post_categories
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_changed_categories();

-- The newest `size` posts that match, with their rank: sort them by rank (or by anything else) and show pages
-- of them; the matches before them are the next call, with before = the smallest n of this one.
-- A word that is in every third post has 300,000 matches among a million, and ranking them all takes seconds.
-- So this looks at the newest 4,096 posts first, and further back in steps of four times as many until
-- there are enough: at each step at most a few thousand matches are expected, however large the forum.
-- Measured, 50 rows with titles, at 10,000 / 1,000,000 posts: a word in most posts 1.9 / 1.2 ms, two such words
-- 1.8 / 2.0, one in 200 posts 0.6 / 4.0, a beginning of three letters 2.9 / 1.9, a word nobody wrote 0.2 / 0.8. The
-- worst: common words that rarely stand side by side, as a phrase, 1.9 / 56, for each post with both is read.
CREATE FUNCTION search_posts(
  query text, category_ids uuid[] DEFAULT NULL, since timestamptz DEFAULT NULL,
  before bigint DEFAULT NULL, size integer DEFAULT 200
) RETURNS TABLE (post_id uuid, n bigint, rank real)
LANGUAGE plpgsql STABLE ROWS 200 AS $$
#variable_conflict use_column
DECLARE
  words tsquery := search_query(query);
  restricted tsquery := words;
  wanted tsquery;
  newest bigint := coalesce(before - 1, (SELECT last_value FROM post_search_n_seq));
  upper bigint := newest;
  lower bigint;
  bits integer;
  found integer := 0;
  batch integer;
BEGIN
  IF numnode(words) = 0 THEN
    RETURN;
  END IF;
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
      SELECT s.post_id, s.n, ts_rank_cd(s.search_vector, words, 1)
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
