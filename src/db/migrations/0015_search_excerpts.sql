-- Highlights for a whole page of results. What depends on the query alone is worked out once for the page and not
-- for each of its hundred texts, and of a long text only the part around the first hit is parsed: 3 ms instead of 30.

CREATE FUNCTION search_terms(query text, OUT wanted tsquery, OUT runs text, OUT roots text)
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT parsed.wanted,
    -- Korean ends words with particles and Chinese has no words: such runs are marked as they were typed.
    (SELECT string_agg(part[1], '|') FROM regexp_matches(search_text(query), cjk() || '+', 'g') AS part),
    -- Where a hit may begin: the stems, without the letters in which they differ from the words (memori, memory).
    '\m(?:' || (
      SELECT string_agg(DISTINCT regexp_replace(regexp_replace(lexeme[1], '(.{4,}?)[iye]+$', '\1'), '([^[:alnum:]])', '\\\1', 'g'), '|')
      FROM regexp_matches(parsed.wanted::text, '''([^'']+)''', 'g') AS lexeme) || ')'
  FROM (SELECT search_query(query) AS wanted) AS parsed
$$;

-- The 400 characters around the first hit, in whole words; a text without one from its beginning. A phrase may stand
-- further on than its first word, so for one the text stays whole.
CREATE FUNCTION search_excerpt(content text, wanted tsquery, roots text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  first integer;
  piece text;
BEGIN
  IF char_length(content) <= 400 OR roots IS NULL OR wanted::text LIKE '%<%' THEN
    RETURN content;
  END IF;
  first := greatest(1, regexp_instr(immutable_unaccent(content), roots, 1, 1, 0, 'i') - 100);
  piece := substr(content, first, 400);
  IF first > 1 THEN
    piece := regexp_replace(piece, '^\S+\s', '');
  END IF;
  RETURN CASE WHEN first + 400 <= char_length(content) THEN regexp_replace(piece, '\s\S+$', '') ELSE piece END;
END $$;

-- As search_headline(content, query, whole), with what search_terms() made of the query.
CREATE FUNCTION search_headline(content text, wanted tsquery, runs text, whole boolean) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  -- The parser would take "<i>" for markup and drop it; here it is text that somebody wrote. Marks beyond ASCII
  -- stand between control characters while it reads, see search_text().
  plain text := regexp_replace(translate(content, U&'\E000\E001<', U&'  \E002') COLLATE "und-x-icu",
    '([^\x01-\x7f[:alnum:]]+)', E'\x01\\1\x01', 'g');
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

CREATE OR REPLACE FUNCTION search_headline(content text, query text, whole boolean DEFAULT false) RETURNS text
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT search_headline(content, terms.wanted, terms.runs, whole) FROM search_terms(query) AS terms
$$;
