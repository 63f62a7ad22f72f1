-- Queries and what is shown of their results, in the normal form of 0155.

-- A word or a quotation of a query, for websearch_to_tsquery(). "node.js" is the phrase "node js"; of an address the words count.
CREATE FUNCTION search_phrase(typed text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  sign CONSTANT text := CASE WHEN typed ~ ('^-["' || search_letters() || ']') THEN '-' ELSE '' END;
  quoted boolean := typed LIKE '%"%';
  words text := btrim(regexp_replace(
    regexp_replace(typed, '^["(<]*https?://(www\.)?(?=.)', ''), '[^' || search_letters() || ']+', ' ', 'g'));
BEGIN
  IF words = '' THEN
    RETURN '';
  ELSIF words ~ cjk() THEN
    -- A run is a phrase of its pairs, without the lone last character.
    SELECT string_agg(CASE
        WHEN part[1] !~ cjk() THEN part[1]
        WHEN cjk_pairs(part[1]) !~ ' ' THEN part[1] || ' '
        WHEN quoted THEN regexp_replace(cjk_pairs(part[1]), ' \S+$', ' ')
        ELSE '"' || regexp_replace(cjk_pairs(part[1]), ' \S+$', '') || '" '
      END, '' ORDER BY n)
    INTO words
    FROM regexp_matches(words, cjk() || '+|(?:(?!' || cjk() || ').)+', 'g') WITH ORDINALITY AS parts (part, n);
  ELSIF words LIKE '% %' THEN
    quoted := true;
  END IF;
  RETURN sign || CASE WHEN quoted THEN '"' || words || '"' ELSE words END;
END $$;

-- Of a query in normal form. Compounds are found in several words and in one.
CREATE FUNCTION parse_search(prepared text) RETURNS tsquery
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  query tsquery;
  compound text;
  apart tsquery;
BEGIN
  -- Most queries: what follows takes three times as long.
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
  -- A single character is the beginning of a pair.
  RETURN regexp_replace(query::text COLLATE "und-x-icu", '''(' || cjk() || '[^[:alnum:]'']*)''', '''\1'':*', 'g')::tsquery;
END $$;

CREATE OR REPLACE FUNCTION search_query(query text, beginnings boolean) RETURNS tsquery
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET client_min_messages = warning AS $$
DECLARE
  prepared text := rtrim(search_text(translate(left(query, 300), '“”„«»', '"""""')));
  last CONSTANT text := substring(prepared FROM '\S+$');
  beginning text;
BEGIN
  IF beginnings AND prepared !~ '"|\mor\M' THEN
    beginning := CASE
      WHEN last ~ '^[a-z0-9]+$' THEN last
      WHEN last ~ ('^[' || search_letters() || '].*[' || search_letters() || ']$') AND last !~ cjk()
        THEN immutable_unaccent(regexp_replace(last, '[^' || search_letters() || ']+', '', 'g')) END;
    IF char_length(beginning) >= 3 THEN
      RETURN parse_search(left(prepared, -char_length(last))) && (parse_search(last) || websearch_to_tsquery(
        'public.threshold', coalesce((SELECT string_agg(word, ' or ') FROM words_beginning_with(beginning) AS word), '')));
    END IF;
  END IF;
  RETURN parse_search(prepared);
END $$;

-- Where hits of a lexeme, or of several in a phrase, may begin: without the letters in which a stem differs from its words (memori,
-- memory).
CREATE FUNCTION search_root(chain text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    regexp_replace(regexp_replace(lexeme[1], '(.{4,}?)[iye]+$', '\1'), '([^[:alnum:]])', '\\\1', 'g'),
    '[[:alnum:]]*[^[:alnum:]]+' ORDER BY n)
  FROM regexp_matches(chain, '''([^'']+)''', 'g') WITH ORDINALITY AS lexemes (lexeme, n)
$$;

-- What marks and finds the results of a query. `runs`: what is marked as it was typed, since Korean ends words with particles and
-- Chinese has no words. `joined`: words that a text may have with separators. `roots`: where a hit may begin.
DROP FUNCTION search_terms(text);
CREATE FUNCTION search_terms(query text, OUT wanted tsquery, OUT runs text, OUT roots text, OUT joined text) RETURNS record
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  prepared CONSTANT text := search_text(query);
BEGIN
  wanted := search_query(query, true);
  SELECT string_agg(part[1], '|') INTO runs FROM regexp_matches(prepared, cjk() || '+', 'g') AS part;
  SELECT string_agg(regexp_replace(word[1], '(.)(?=.)', '\1[-''’._&,]?', 'g'), '|') INTO joined
  FROM regexp_matches(prepared, '[a-z0-9]{3,}', 'g') AS word;
  SELECT '\m(?:' || string_agg(DISTINCT search_root(chain[1]), '|') || ')' INTO roots
  FROM regexp_matches(wanted::text, '(''[^'']+''(?: <-> ''[^'']+'')*)', 'g') AS chain;
END $$;

-- Whether words of a text may be others in normal form than for the dictionaries, which know case and accents.
CREATE FUNCTION is_folded(content text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT octet_length(content) <> char_length(content)
    AND content ~ ('[أإآٱؤئىيكةۀ' || public.search_skipped() || public.search_emoji() || ']')
$$;

-- A text of at most 400 characters around the first hit.
DROP FUNCTION search_excerpt(text, tsquery, text);
CREATE FUNCTION search_excerpt(content text, roots text, joined text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  place integer;
  first integer := 1;
  piece text;
BEGIN
  IF char_length(content) <= 400 OR roots IS NULL THEN
    RETURN content;
  END IF;
  place := regexp_instr(immutable_unaccent(content), roots, 1, 1, 0, 'i');
  IF place = 0 AND joined IS NOT NULL THEN
    place := regexp_instr(content, joined, 1, 1, 0, 'i');
  END IF;
  IF place > 0 THEN
    first := greatest(1, place - 100);
  ELSIF is_folded(content) THEN
    -- The normal form has other places: the hit is in the first piece whose normal form has it.
    WHILE immutable_unaccent(search_text(substr(content, first, 300))) !~* roots LOOP
      first := first + 250;
      IF first > char_length(content) THEN
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

-- Marks the words of a text whose normal form is a hit. The normal forms are marked first, each on a line of its own.
CREATE FUNCTION mark_folded(content text, wanted tsquery, options text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH words AS MATERIALIZED (
    SELECT m[1] AS word, n FROM regexp_matches(content COLLATE "und-x-icu",
      '((?:(?!' || cjk() || ')[' || search_letters() || search_skipped() || '])+|' || cjk() || '+|['
        || search_emoji() || '][' || search_skipped() || ']*|.)', 'g') WITH ORDINALITY AS parts (m, n)
  ), lines AS (
    SELECT line, n FROM string_to_table(ts_headline('public.threshold', (
      SELECT string_agg(CASE WHEN word ~ ('\n|' || cjk()) THEN '' ELSE words_of_document(word) END, E'\n' ORDER BY n) FROM words), wanted, options), E'\n')
      WITH ORDINALITY AS marked (line, n)
  )
  SELECT string_agg(CASE WHEN line ~ U&'\E000' THEN U&'\E000' || word || U&'\E001' ELSE word END, '' ORDER BY n)
  FROM words JOIN lines USING (n)
$$;

-- A text with its hits between U+E000 and U+E001; the whole, or a passage of it.
DROP FUNCTION search_headline(text, tsquery, text, boolean);
CREATE FUNCTION search_headline(content text, wanted tsquery, runs text, joined text, whole boolean) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  -- The parser would take "<i>" for markup and drop it; here it is text that somebody wrote.
  plain text := translate(content, U&'\E000\E001<', U&'  \E002');
  result text;
BEGIN
  IF runs IS NOT NULL AND NOT whole THEN
    plain := substr(plain, greatest(1, coalesce(length(substring(plain FROM '^(.*?)(?:' || runs || ')')), 0) - 40), 200);
  END IF;
  IF is_folded(plain) THEN
    result := mark_folded(plain, wanted, U&'StartSel=\E000, StopSel=\E001, HighlightAll=true');
  ELSE
    -- Separators stand between control characters while the parser reads: it then reads what with_joined_words() had it read.
    plain := regexp_replace(plain COLLATE "und-x-icu", '([-./_@&+~](?=\S)|[^\x01-\x7f' || search_letters() || ']+)', E'\x01\\1\x01', 'g');
    result := ts_headline('public.threshold', plain, wanted, U&'StartSel=\E000, StopSel=\E001, ' || CASE
      WHEN whole OR runs IS NOT NULL OR char_length(plain) <= 200 THEN 'HighlightAll=true'
      ELSE 'MaxFragments=2, MaxWords=28, MinWords=12, FragmentDelimiter=" … "' END);
    IF result !~ U&'\E000' THEN
      -- The hit is in several words here and one in the query.
      result := plain;
    END IF;
  END IF;
  IF runs IS NOT NULL THEN
    result := regexp_replace(result, U&'[\E000\E001]*(' || runs || U&')[\E000\E001]*', U&'\E000\\1\E001', 'g');
  END IF;
  result := translate(result, U&'\E002' || E'\x01', '<');
  IF joined IS NOT NULL AND result ~ '\w[-''’._&,]\w' THEN
    result := regexp_replace(
      result, U&'(?<![[:alnum:]\E000])(' || joined || U&')(?![[:alnum:]\E001])', U&'\E000\\1\E001', 'gi');
  END IF;
  RETURN result;
END $$;

-- As in 0138, but concepts are named in the normal form.
CREATE OR REPLACE FUNCTION post_queries(query text, OUT exact tsquery, OUT wide tsquery)
 RETURNS record
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE STRICT
AS $$
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
      WHERE CASE WHEN strpos(translate(folded(categories.name), ' ', ''), left(lexeme, 3)) > 0
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

-- Nothing calls these any more.
DROP FUNCTION search_posts(text, uuid[], timestamptz, bigint, integer), search_query(text), count_words_of_texts(text),
  index_remarks(regclass, regclass, uuid[]);
