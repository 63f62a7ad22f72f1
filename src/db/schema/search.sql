-- Queries of the search index, and excerpts of the results. Takes no locks.
--
-- A search finds:
--   * "naïve" if "naive" is typed, and the reverse. The text search configuration `threshold` (text.sql) removes
--     accents from documents and queries with the dictionary `unaccent`.
--   * English word forms by their stem, with the dictionary `stem_all`.
--   * Texts with the most common words that begin with the last typed word, which may be incomplete.
--   * Posts by the names of their author and concepts.

-- Parses a query. Accepts words, "quoted phrases", -exclusions and the word "or". With `beginnings`, the last word also
-- matches the twenty most common words that begin with it. It must have at least three letters, because shorter
-- beginnings match half the dictionary. Never fails. An empty query matches nothing.
CREATE FUNCTION search_query(query text, beginnings boolean) RETURNS tsquery
LANGUAGE plpgsql STABLE PARALLEL SAFE STRICT SET client_min_messages = warning AS $$
DECLARE
  prepared text := rtrim(search_text(translate(left(query, 300), '“”„«»', '"""""')));
  last CONSTANT text := substring(prepared FROM '\S+$');
  beginning text;
BEGIN
  IF beginnings AND prepared !~ '"|\mor\M' THEN
    beginning := CASE
      WHEN last ~ '^[a-z0-9]+$' THEN last
      WHEN last ~ ('^[' || search_letters() || '].*[' || search_letters() || ']$') AND last !~ search_unspaced()
        THEN immutable_unaccent(regexp_replace(last, '[^' || search_letters() || ']+', '', 'g')) END;
    IF char_length(beginning) >= 3 THEN
      RETURN parse_search(left(prepared, -char_length(last))) && (parse_search(last) || websearch_to_tsquery(
        'public.threshold', coalesce((SELECT string_agg(word, ' or ') FROM words_beginning_with(beginning) AS word), '')));
    END IF;
  END IF;
  RETURN parse_search(prepared);
END $$;

-- Parses a query in normal form (text.sql). Compounds such as "GPT-4o" are found both as several words and as one.
CREATE FUNCTION parse_search(prepared text) RETURNS tsquery
LANGUAGE plpgsql STABLE PARALLEL SAFE STRICT AS $$
DECLARE
  query tsquery;
  compound text;
  apart tsquery;
BEGIN
  -- A shortcut for most queries. The code below takes three times as long.
  IF prepared ~ '^[a-z0-9 ]*$' THEN
    RETURN websearch_to_tsquery('public.threshold', prepared);
  END IF;
  query := websearch_to_tsquery('public.threshold', (
    SELECT coalesce(string_agg(search_phrase(m[1]), ' ' ORDER BY n), '')
    FROM regexp_matches(prepared, '-?"[^"]*"?|[^\s"]+', 'g') WITH ORDINALITY AS parts (m, n)));
  FOR compound IN SELECT m[1] FROM regexp_matches(prepared, search_compound(), 'g') AS m LOOP
    apart := phraseto_tsquery('public.threshold', translate(compound, '-''._&,', '      '));
    query := ts_rewrite(query, apart, apart || plainto_tsquery('public.threshold', translate(compound, '-''._&,', '')));
  END LOOP;
  -- Scripts without spaces are indexed as pairs of characters, so a single character matches the beginning of a pair.
  RETURN regexp_replace(query::text COLLATE "und-x-icu", '''(' || search_unspaced() || '[^[:alnum:]'']*)''', '''\1'':*', 'g')::tsquery;
END $$;

-- Prepares a word or quotation for websearch_to_tsquery(). "node.js" becomes the phrase "node js".
CREATE FUNCTION search_phrase(typed text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  sign CONSTANT text := CASE WHEN typed ~ ('^-["' || search_letters() || ']') THEN '-' ELSE '' END;
  quoted boolean := typed LIKE '%"%';
  words text := btrim(regexp_replace(
    regexp_replace(typed, '^["(<]*https?://(www\.)?(?=.)', ''), '[^' || search_letters() || ']+', ' ', 'g'));
BEGIN
  IF words = '' THEN
    RETURN '';
  ELSIF words ~ search_unspaced() THEN
    -- Text in a script without spaces becomes a phrase of its pairs of characters, without the single last character.
    SELECT string_agg(CASE
        WHEN part[1] !~ search_unspaced() THEN part[1]
        WHEN unspaced_pairs(part[1]) !~ ' ' THEN part[1] || ' '
        WHEN quoted THEN regexp_replace(unspaced_pairs(part[1]), ' \S+$', ' ')
        ELSE '"' || regexp_replace(unspaced_pairs(part[1]), ' \S+$', '') || '" '
      END, '' ORDER BY n)
    INTO words
    FROM regexp_matches(words, search_unspaced() || '+|(?:(?!' || search_unspaced() || ').)+', 'g') WITH ORDINALITY AS parts (part, n);
  ELSIF words LIKE '% %' THEN
    quoted := true;
  END IF;
  RETURN sign || CASE WHEN quoted THEN '"' || words || '"' ELSE words END;
END $$;

-- Builds the queries of a search for posts: `exact` with the last word as typed, `wide` with its completions. Each word
-- also matches five concepts with that name, and five of up to two hundred authors with that name: those with most
-- posts. All words together match authors whose name has them all. Eight words cost up to 40 more index lookups (1 ms
-- at a million posts).
CREATE FUNCTION post_queries(query text, OUT exact tsquery, OUT wide tsquery)
LANGUAGE plpgsql STABLE PARALLEL SAFE STRICT AS $$
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
      -- A word and its stem begin with the same letters, so this cheap test leaves few names to parse.
      (SELECT 'c:' || id FROM concepts
      WHERE CASE WHEN strpos(translate(folded(concepts.name), ' ', ''), left(lexeme, 3)) > 0
        THEN to_tsvector('public.threshold', words_of_document(concepts.name)) @@ word ELSE false END LIMIT 5)
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

-- Returns a page of results in three groups: texts with the typed words, then posts that match only with the name of
-- their author or a concept, then matches of a completed last word ("general" for "gene"). The place of a result is
-- its number n, plus 2 or 1 times 2^40 for the first two groups. `facets`: the authors and concepts that restrict the
-- search (author_and_concepts()). `since`, `until`: the time of publication, from since to before until. `before`: the
-- smallest place of the previous page. Without exact_first, used for other sort orders, the groups are mixed. An empty
-- text finds all posts within the restrictions.
CREATE FUNCTION search_posts(
  query text, facets tsquery, since timestamptz, until timestamptz, before bigint, size integer, exact_first boolean
) RETURNS TABLE(post_id uuid, n bigint, rank double precision)
LANGUAGE plpgsql STABLE ROWS 200 AS $$
#variable_conflict use_column
DECLARE
  plain CONSTANT tsquery := search_query(query, false);
  exact tsquery;
  wide tsquery;
  groups tsquery[];
  group_size CONSTANT bigint := 1::bigint << 40;
  first_place bigint;
  found integer := 0;
  batch integer;
BEGIN
  SELECT asked.exact, asked.wide INTO exact, wide FROM post_queries(query) AS asked;
  IF numnode(wide) = 0 AND query <> '' THEN
    RETURN;
  END IF;
  IF NOT exact_first OR query = '' THEN
    RETURN QUERY SELECT * FROM walk_posts_where(wide, facets, since, until, before, size);
    RETURN;
  END IF;
  groups := ARRAY[
    -- Excluded words also exclude the posts of authors and concepts with such a name, which only `exact` contains.
    CASE WHEN plain::text LIKE '%!%' THEN plain && exact ELSE plain END,
    CASE WHEN exact <> plain THEN exact && !!plain END,
    CASE WHEN wide <> exact THEN wide && !!exact END];
  FOR i IN 1..3 LOOP
    first_place := (3 - i) * group_size;
    CONTINUE WHEN groups[i] IS NULL OR before <= first_place;
    EXIT WHEN found >= size;
    RETURN QUERY SELECT w.post_id, w.n + first_place, w.rank + 1000 * (3 - i)
      FROM walk_posts_where(
        groups[i], facets, since, until, CASE WHEN before <= first_place + group_size THEN before - first_place END,
        size - found) AS w;
    GET DIAGNOSTICS batch = ROW_COUNT;
    found := found + batch;
  END LOOP;
END $$;

-- Returns the query for posts by any of the authors in any of the concepts. Null means any author or concept.
CREATE FUNCTION author_and_concepts(authors uuid[], concepts uuid[]) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT string_agg('''#a:' || id || '''', ' | ') FROM unnest(authors) AS id)::tsquery, '')
    && coalesce((SELECT string_agg('''#c:' || id || '''', ' | ') FROM unnest(concepts) AS id)::tsquery, '')
$$;

-- Former search_posts(), for nodes of version 1.0 during a rolling upgrade.
CREATE FUNCTION find_posts(
  query text, concept_ids uuid[], author uuid, since timestamptz, before bigint, size integer,
  exact_first boolean
) RETURNS TABLE(post_id uuid, n bigint, rank double precision)
LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT * FROM search_posts(
    coalesce(nullif(query, ''), '!'), author_and_concepts(CASE WHEN author IS NOT NULL THEN ARRAY[author] END, concept_ids),
    since, NULL, before, size, exact_first)
$$;

-- Returns the newest `size` matches with their rank, before place `before`. A word in every third post has 300,000
-- matches in a million posts, and ranking them all takes seconds. This function therefore searches the newest 4,096
-- posts first, and then blocks of four times the size until it has enough. Each step reads a few thousand matches at
-- most.
--
-- Time for 50 rows with titles, at 10,000 / 1,000,000 posts: a word in most posts 1.9 / 1.2 ms, two such words 1.8 /
-- 2.0, a word in one of 200 posts 0.6 / 4.0, three letters of a beginning 2.9 / 1.9, an unknown word 0.2 / 0.8. The
-- worst case is a phrase of common words that are rarely next to each other: 1.9 / 56.
CREATE FUNCTION walk_posts_where(
  words tsquery, facets tsquery, since timestamptz, until timestamptz, before bigint, size integer
) RETURNS TABLE(post_id uuid, n bigint, rank double precision)
LANGUAGE plpgsql STABLE ROWS 200 AS $$
#variable_conflict use_column
DECLARE
  restricted CONSTANT tsquery := words && facets;
  wanted tsquery;
  newest bigint := coalesce(before - 1, (SELECT last_value FROM post_search_n_seq));
  upper bigint := newest;
  lower bigint;
  bits integer;
  found integer := 0;
  batch integer;
BEGIN
  WHILE upper >= 0 AND found < size LOOP
    bits := CASE
      WHEN newest - upper < 1 << 12 THEN 12
      WHEN newest - upper < 1 << 14 THEN 14
      WHEN newest - upper < 1 << 16 THEN 16
      WHEN newest - upper < 1 << 18 THEN 18
      ELSE 20 END;
    lower := (upper >> bits) << bits;
    wanted := restricted && format('''#%s:%s''', bits, upper >> bits)::tsquery; -- evaluated once instead of for each row
    RETURN QUERY
      SELECT s.post_id, s.n, CASE WHEN numnode(words) > 0 THEN ts_rank_cd(s.search_vector, words, 1) ELSE 0 END::double precision
      FROM (
        SELECT post_id, n, search_vector FROM post_search
        WHERE search_vector @@ wanted
          AND n <= upper
          AND (since IS NULL AND until IS NULL OR EXISTS (
            SELECT FROM post_rankings r
            WHERE r.post_id = post_search.post_id AND r.scope = whole_forum()
              AND r.created_at >= coalesce(since, '-infinity') AND r.created_at < coalesce(until, 'infinity')))
        ORDER BY n DESC LIMIT size - found) AS s;
    GET DIAGNOSTICS batch = ROW_COUNT;
    found := found + batch;
    upper := lower - 1;
  END LOOP;
END $$;

-- Like search_posts(), for comments and notes. Each of the two kinds of matches begins with the newest. The cursor
-- holds the place as an integer, so matches of the typed words add only 2^30 to it. Null for `authors` or `concepts`
-- (of a comment's post) means any. Notes have no concepts.
CREATE FUNCTION search_short_texts(
  source regclass, query text, authors uuid[], concepts uuid[], since timestamptz, until timestamptz, before bigint,
  size integer
) RETURNS TABLE(id uuid, place integer)
LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
  exact CONSTANT tsquery := search_query(query, false);
  wide CONSTANT tsquery := search_query(query, true);
  first_place CONSTANT bigint := 1 << 30;
  found integer := 0;
BEGIN
  IF numnode(wide) = 0 AND query <> '' OR source = 'note_search'::regclass AND concepts IS NOT NULL THEN
    RETURN;
  END IF;
  IF coalesce(before > first_place, true) THEN
    RETURN QUERY SELECT w.id, (w.n + first_place)::integer
      FROM walk_short_texts_where(source, exact, authors, concepts, since, until, before - first_place, size) AS w;
    GET DIAGNOSTICS found = ROW_COUNT;
  END IF;
  IF found < size AND wide <> exact THEN
    RETURN QUERY SELECT w.id, w.n::integer
      FROM walk_short_texts_where(
        source, wide && !!exact, authors, concepts, since, until, CASE WHEN before <= first_place THEN before END,
        size - found) AS w;
  END IF;
END $$;

-- Former search_short_texts(), for nodes of version 1.0 during a rolling upgrade.
CREATE FUNCTION find_short_texts(source regclass, query text, before bigint, size integer)
RETURNS TABLE(id uuid, place integer)
LANGUAGE sql STABLE ROWS 50 AS $$
  SELECT * FROM search_short_texts(source, coalesce(nullif(query, ''), '!'), NULL, NULL, NULL, NULL, before, size)
$$;

-- Like walk_posts_where(), for comments and notes. Their vectors hold no authors and concepts, so the text of each
-- match is looked up, with a scalar subquery, because the planner would join all texts. Authors have few texts, so
-- those are read first instead. Texts below removed posts have an empty vector.
CREATE FUNCTION walk_short_texts_where(
  source regclass, words tsquery, authors uuid[], concepts uuid[], since timestamptz, until timestamptz, before bigint,
  size integer
) RETURNS TABLE(id uuid, n bigint)
LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
  texts CONSTANT text := CASE source WHEN 'note_search'::regclass THEN 'notes' ELSE 'comments' END;
  restriction CONSTANT text := concat_ws(' AND ',
    CASE WHEN authors IS NOT NULL THEN 't.author_id = ANY ($4)' END,
    CASE WHEN concepts IS NOT NULL
      THEN 'EXISTS (SELECT FROM post_concepts c WHERE c.post_id = t.post_id AND c.concept_id = ANY ($5))' END,
    CASE WHEN since IS NOT NULL THEN 't.created_at >= $6' END,
    CASE WHEN until IS NOT NULL THEN 't.created_at < $7' END);
  newest bigint := coalesce(before - 1, pg_sequence_last_value(pg_get_serial_sequence(source::text, 'n')), 0);
  upper bigint := newest;
  lower bigint;
  bits integer;
  found integer := 0;
  batch integer;
  walk text;
BEGIN
  IF authors IS NOT NULL THEN
    RETURN QUERY EXECUTE format(
      'SELECT s.id, s.n FROM (SELECT t.id FROM %s t WHERE %s OFFSET 0) AS written JOIN %s s ON s.id = written.id
       WHERE %s AND s.n <= $2 ORDER BY s.n DESC LIMIT $3',
      texts, restriction, source, CASE WHEN numnode(words) > 0 THEN 's.search_vector @@ $1' ELSE 's.search_vector <> ''''' END)
      USING words, newest, size, authors, concepts, since, until;
    RETURN;
  END IF;
  walk := format('SELECT s.id, s.n FROM %s s WHERE s.search_vector @@ $1 AND s.n <= $2 %s ORDER BY s.n DESC LIMIT $3', source,
    CASE WHEN restriction <> '' THEN format('AND (SELECT %s FROM %s t WHERE t.id = s.id)', restriction, texts) END);
  WHILE upper >= 0 AND found < size LOOP
    bits := CASE
      WHEN newest - upper < 1 << 12 THEN 12
      WHEN newest - upper < 1 << 14 THEN 14
      WHEN newest - upper < 1 << 16 THEN 16
      WHEN newest - upper < 1 << 18 THEN 18
      ELSE 20 END;
    lower := (upper >> bits) << bits;
    RETURN QUERY EXECUTE walk
      USING words && format('''#%s:%s''', bits, upper >> bits)::tsquery, upper, size - found, authors, concepts, since, until;
    GET DIAGNOSTICS batch = ROW_COUNT;
    found := found + batch;
    upper := lower - 1;
  END LOOP;
END $$;

-- Returns posts to read next: first those that share concepts and rare words with the post, then the top posts of its
-- first concept. Uses the rarest words of title and opening that occur in at least two texts, as long as together
-- they occur in at most 300 texts. Few rows are therefore ranked.
CREATE FUNCTION related_posts(target uuid, size integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 5 AS $$
DECLARE
  post posts;
  concepts tsquery;
  telling tsquery;
  ids uuid[] := '{}';
BEGIN
  SELECT * INTO post FROM posts WHERE id = target;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT string_agg(plainto_tsquery('public.threshold', word)::text, ' | ')::tsquery INTO telling FROM (
    SELECT word, sum(holders) OVER (ORDER BY holders, word) AS texts
    FROM search_words
    WHERE holders > 1 AND word = ANY (tsvector_to_array(
      to_tsvector('public.threshold_plain', search_text(post.title || ' ' || post.opening))))) AS words
  WHERE texts <= 300;
  IF numnode(telling) > 0 THEN
    SELECT string_agg(format('''#c:%s''', concept_id), ' | ')::tsquery INTO concepts
    FROM post_concepts WHERE post_id = target;
    ids := ARRAY(
      SELECT post_id FROM post_search
      WHERE search_vector @@ CASE WHEN concepts IS NULL THEN telling ELSE telling && concepts END
        AND post_id <> target
      ORDER BY ts_rank(search_vector, telling) DESC, post_id DESC LIMIT size);
  END IF;
  RETURN QUERY SELECT unnest(ids);
  RETURN QUERY
    SELECT post_id FROM post_rankings
    WHERE scope = coalesce(post.concept_id, whole_forum()) AND post_id <> target AND post_id <> ALL (ids)
    ORDER BY votes_score DESC, post_id DESC LIMIT size - cardinality(ids);
END $$;

-- Prepares the terms to highlight. Called once for a page of results, which takes 3 ms instead of 30. `runs`: text in
-- Chinese, Japanese, Korean, Thai and so on, highlighted exactly as typed. `joined`: words that a text may contain with
-- separators ("gpt-4o" for "gpt4o"). `roots`: the beginnings of possible matches.
CREATE FUNCTION search_terms(query text, OUT wanted tsquery, OUT runs text, OUT roots text, OUT joined text)
LANGUAGE plpgsql STABLE PARALLEL SAFE STRICT AS $$
DECLARE
  prepared CONSTANT text := search_text(query);
BEGIN
  wanted := search_query(query, true);
  SELECT string_agg(part[1], '|') INTO runs FROM regexp_matches(prepared, search_unspaced() || '+', 'g') AS part;
  SELECT string_agg(regexp_replace(word[1], '(.)(?=.)', '\1[-''’._&,]?', 'g'), '|') INTO joined
  FROM regexp_matches(prepared, '[a-z0-9]{3,}', 'g') AS word;
  SELECT '\m(?:' || string_agg(DISTINCT search_root(chain[1]), '|') || ')' INTO roots
  FROM regexp_matches(wanted::text, '(''[^'']+''(?: <-> ''[^'']+'')*)', 'g') AS chain;
END $$;

-- Returns a regular expression for a lexeme or a phrase of lexemes. It omits final letters in which a stem can differ
-- from its words ("memori", "memory").
CREATE FUNCTION search_root(chain text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg(
    regexp_replace(regexp_replace(lexeme[1], '(.{4,}?)[iye]+$', '\1'), '([^[:alnum:]])', '\\\1', 'g'),
    '[[:alnum:]]*[^[:alnum:]]+' ORDER BY n)
  FROM regexp_matches(chain, '''([^'']+)''', 'g') WITH ORDINALITY AS lexemes (lexeme, n)
$$;

-- Returns a text, or passages of it, with each match between U+E000 and U+E001. Uses replace(), because translate()
-- takes ten times as long here.
CREATE FUNCTION search_headline(content text, wanted tsquery, runs text, joined text, whole boolean) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  -- Hides "<", because the parser would drop "<i>" as markup, although it is part of the text.
  plain text := replace(replace(replace(content, '<', U&'\E002'), U&'\E000', ' '), U&'\E001', ' ');
  result text;
BEGIN
  IF runs IS NOT NULL AND NOT whole THEN
    plain := substr(plain, greatest(1, coalesce(length(substring(plain FROM '^(.*?)(?:' || runs || ')')), 0) - 40), 200);
  END IF;
  IF differs_beyond_accents(plain) THEN
    result := mark_normalized(plain, wanted, U&'StartSel=\E000, StopSel=\E001, HighlightAll=true');
  ELSE
    -- Control characters around separators make the parser split words like with_joined_words() did for the index.
    plain := regexp_replace(plain COLLATE "und-x-icu", '([-./_@&+~](?=\S)|[^\x01-\x7f' || search_letters() || ']+)', E'\x01\\1\x01', 'g');
    result := ts_headline('public.threshold', plain, wanted, U&'StartSel=\E000, StopSel=\E001, ' || CASE
      WHEN whole OR runs IS NOT NULL OR char_length(plain) <= 200 THEN 'HighlightAll=true'
      ELSE 'MaxFragments=2, MaxWords=28, MinWords=12, FragmentDelimiter=" … "' END);
    IF result !~ U&'\E000' THEN
      -- ts_headline() marks nothing if one word of the query is several words here. `joined` below marks such matches.
      result := plain;
    END IF;
  END IF;
  IF runs IS NOT NULL THEN
    result := regexp_replace(result, U&'[\E000\E001]*(' || runs || U&')[\E000\E001]*', U&'\E000\\1\E001', 'g');
  END IF;
  result := replace(replace(result, E'\x01', ''), U&'\E002', '<');
  IF joined IS NOT NULL AND result ~ '\w[-''’._&,]\w' THEN
    result := regexp_replace(
      result, U&'(?<![[:alnum:]\E000])(' || joined || U&')(?![[:alnum:]\E001])', U&'\E000\\1\E001', 'gi');
  END IF;
  RETURN result;
END $$;

-- Returns at most 400 characters around the first match. If characters have other positions in the normal form, only
-- the first 20,000 are searched, because normalizing 100,000 emoji takes seconds.
CREATE FUNCTION search_excerpt(content text, roots text, joined text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  place integer;
  first integer := 1;
  piece text;
BEGIN
  IF char_length(content) <= 400 OR roots IS NULL THEN
    RETURN left(content, 400);
  END IF;
  place := regexp_instr(immutable_unaccent(content), roots, 1, 1, 0, 'i');
  IF place = 0 AND joined IS NOT NULL THEN
    place := regexp_instr(content, joined, 1, 1, 0, 'i');
  END IF;
  IF place > 0 THEN
    first := greatest(1, place - 100);
  ELSIF differs_beyond_accents(content) THEN
    -- The normal form has other positions, so find the first piece of the text whose normal form matches.
    WHILE immutable_unaccent(search_text(substr(content, first, 300))) !~* roots LOOP
      first := first + 250;
      IF first > least(char_length(content), 20000) THEN
        first := 1;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  piece := substr(content, first, 400);
  IF first > 1 THEN
    piece := regexp_replace(piece, '^\S+\s', '');
  END IF;
  RETURN CASE WHEN first + 400 <= char_length(content) THEN regexp_replace(piece, '\s\S+$', '') ELSE piece END;
END $$;

-- Returns whether words of the text may differ from their normal form by more than case and accents, which are all
-- that the dictionaries handle.
CREATE FUNCTION differs_beyond_accents(content text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT octet_length(content) <> char_length(content)
    AND content ~ ('[أإآٱؤئىيكةۀ' || public.search_skipped() || public.search_emoji() || ']')
$$;

-- Marks words whose normal form matches. ts_headline() gets the normal forms, each on its own line. The words of the
-- lines that it marks are then marked.
CREATE FUNCTION mark_normalized(content text, wanted tsquery, options text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH words AS MATERIALIZED (
    SELECT m[1] AS word, n FROM regexp_matches(content COLLATE "und-x-icu",
      '((?:(?!' || search_unspaced() || ')[' || search_letters() || search_skipped() || '])+|' || search_unspaced() || '+|['
        || search_emoji() || '][' || search_skipped() || ']*|.)', 'g') WITH ORDINALITY AS parts (m, n)
  ), lines AS (
    SELECT line, n FROM string_to_table(ts_headline('public.threshold', (
      SELECT string_agg(CASE WHEN word ~ ('\n|' || search_unspaced()) THEN '' ELSE words_of_document(word) END, E'\n' ORDER BY n) FROM words), wanted, options), E'\n')
      WITH ORDINALITY AS marked (line, n)
  )
  SELECT string_agg(CASE WHEN line ~ U&'\E000' THEN U&'\E000' || word || U&'\E001' ELSE word END, '' ORDER BY n)
  FROM words JOIN lines USING (n)
$$;
