-- Nearly every text is in that form already: to look takes a third of making it so, which was half of what reading words from a text
-- with other letters than English took.
CREATE OR REPLACE FUNCTION search_text(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN octet_length($1) = char_length($1) THEN lower($1 COLLATE "C") COLLATE "und-x-icu"
    ELSE regexp_replace(
      lower(CASE WHEN $1 IS NFKC NORMALIZED THEN $1 ELSE normalize($1, NFKC) END COLLATE "und-x-icu"),
      '[^\x01-\x7f[:alnum:]]+', ' ', 'g') END
$$;
