-- search_words is up to a minute behind: a word that a text lost meanwhile is looked up in the index. Others need no look.
CREATE FUNCTION is_still_found(word text) RETURNS boolean
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words) AND change < 0) OR is_found(word)
$$;

CREATE OR REPLACE FUNCTION nearest_word(typed text) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET pg_trgm.similarity_threshold = 0.4 SET enable_seqscan = off AS $$
DECLARE
  wanted text := immutable_unaccent(search_text(typed));
  known integer;
  least_held integer;
  nearest text;
BEGIN
  IF char_length(wanted) NOT BETWEEN 4 AND 30 OR wanted COLLATE "und-x-icu" !~ ('^[' || search_letters() || ']+$')
    OR wanted ~ '[0-9\u0600-\u06ff]' OR wanted ~ cjk() THEN
    RETURN NULL;
  END IF;
  SELECT holders INTO known FROM search_words WHERE word = wanted;
  -- Another form of a word that is there ("remembering" where all write "remembered") is right.
  IF known >= 3 OR coalesce(known, 0) = 0 AND is_found(wanted) THEN
    RETURN NULL;
  END IF;
  least_held := greatest(1, 10 * coalesce(known, 0));
  SELECT word INTO nearest FROM (
    SELECT word FROM search_words
    WHERE word = ANY (ARRAY(SELECT edits_of(wanted))) AND word <> wanted AND holders >= least_held
    ORDER BY left(word, 1) = left(wanted, 1) DESC, holders DESC, word LIMIT 5) AS candidates
  WHERE is_still_found(word) LIMIT 1;
  -- What somebody wrote may be rare and right: only a word that nobody wrote is taken for one that is further off.
  IF nearest IS NULL AND coalesce(known, 0) = 0 AND char_length(wanted) >= 6 THEN
    SELECT word INTO nearest FROM (
      SELECT word FROM search_words
      WHERE word % wanted AND holders >= least_held AND abs(char_length(word) - char_length(wanted)) <= 3 AND word <> wanted
      ORDER BY similarity(word, wanted) DESC, holders DESC, word LIMIT 5) AS candidates
    WHERE is_still_found(word) LIMIT 1;
  END IF;
  RETURN nearest;
END $$;
