-- The normal form of text, for search and for comparing names. Takes no locks.
--
-- PostgreSQL's parser reads "TCP/IP" as a file and "nature.com" as a host, and which characters it considers letters
-- depends on the locale of the database. It therefore gets only letters, digits and spaces:
--   * Separators become spaces. Short compounds are also indexed as one word: "GPT-4o" is "gpt", "4o" and "gpt4o".
--   * Combining marks and invisible characters are removed without splitting the word.
--   * Vowel signs of Indic and South-East Asian scripts count as letters. Dropping them would turn one
--     word into another.
--   * An emoji is one word.
--   * Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer are split without regard to spaces. A run of such
--     characters becomes all pairs of neighbours (人工智能: 人工 工智 智能 能). A query of two characters matches a pair,
--     a longer query matches a phrase of pairs, and the last character alone is found as a prefix.
--
-- These functions qualify all names with their schema, because ANALYZE runs them without a search path.

-- The characters that form words, for a bracket expression. [:alnum:] alone lacks vowel signs.
CREATE FUNCTION search_letters() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '[:alnum:]\u0780-\u07b1\u0900-\u0963\u0966-\u096f\u0971-\u09f1\u09fc\u09fe-\u0a75\u0a81-\u0aef\u0af9-\u0b6f\u0b71-\u0bf2'
    || '\u0c00-\u0c6f\u0c80-\u0c83\u0c85-\u0d4e\u0d54-\u0d78\u0d7a-\u0df3\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0f00'
    || '\u0f18\u0f19\u0f20-\u0f33\u0f35\u0f37\u0f39\u0f3e-\u0f84\u0f86-\u0fbc\u0fc6\u1000-\u1049\u1050-\u109d\u1700-\u1734'
    || '\u1740-\u17d3\u17d7\u17dc-\u17f9\u1900-\u193b\u1946-\u19da\u1a00-\u1a1b\u1a20-\u1a99\u1b00-\u1b4c\u1b50-\u1b59'
    || '\u1b6b-\u1b73\u1b80-\u1bf3\u1c00-\u1c37\ua800-\ua827\ua880-\ua8c5\ua8d0-\ua8f7\ua930-\ua953\ua980-\ua9c0\ua9cf-\ua9d9'
    || '\ua9e0-\uaa59\uaa60-\uaa76\uaa7a-\uaadd\uaae0-\uaaef\uaaf2-\uaaf6\uabc0-\uabea\uabec-\uabf9\U00010a00-\U00011fff'
$$;

-- The characters that are removed, for a bracket expression: all other marks (Mn, Mc, Me), format characters (Cf),
-- tatweel and skin tones.
CREATE FUNCTION search_skipped() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u0640'
    || '\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u070f\u0711\u0730-\u074a\u07eb-\u07f3\u07fd'
    || '\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0890-\u089f\u08ca-\u08ff\u093c\u0951-\u0954\u09bc'
    || '\u0a3c\u0abc\u0b3c\u0cbc\u135d-\u135f\u180b-\u180f\u1885\u1886\u18a9\u1ab0-\u1aeb\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced'
    || '\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff'
    || '\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua8e0-\ua8f1\ufb1e\ufe00-\ufe0f'
    || '\ufe20-\ufe2f\ufeff\ufff9-\ufffb\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U0001f3fb-\U0001f3ff\U000e0001-\U000e01ef'
$$;

CREATE FUNCTION search_emoji() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '\u203c\u2049\u2194-\u21aa\u2300-\u23ff\u25aa-\u27bf\u2934\u2935\u2b05-\u2b55\U0001f000-\U0001f3fa\U0001f400-\U0001faff'
$$;

-- Regular expression for two to five words with one separator between each. A comma must precede three digits.
CREATE FUNCTION search_compound() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '[' || public.search_letters() || ']+(?:[-''._&][' || public.search_letters() || ']+|,[0-9]{3}(?![0-9])){1,4}'
$$;

-- Regular expression for a character of a script without spaces between words, or of Korean.
CREATE FUNCTION search_unspaced() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eff\u1000-\u103f\u1050-\u109d\u1780-\u17d3\u17dc\u17dd'
    || '\u3005\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]'
$$;

-- Returns the pairs of neighbouring characters in a run of an unspaced script. A vowel sign stays with its letter.
CREATE FUNCTION unspaced_pairs(run text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg(pair, ' ' ORDER BY n) FROM (
    SELECT n, m[1] || coalesce(lead(m[1]) OVER (ORDER BY n), '') AS pair
    FROM regexp_matches(run COLLATE "und-x-icu", '.[^[:alnum:]]*', 'g') WITH ORDINALITY AS characters (m, n)) AS pairs
$$;

-- Replaces each emoji and each flag by a word that ends in digits, because every locale counts digits as part of a
-- word.
CREATE FUNCTION emoji_words(written text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg(coalesce(m[1], ' emoji' || ascii(m[2]) || coalesce(ascii(nullif(substr(m[2], 2), ''))::text, '') || ' '), '' ORDER BY n)
  FROM regexp_matches(written, '([^' || public.search_emoji() || ']+)|([\U0001f1e6-\U0001f1ff]{2}|[' || public.search_emoji() || '])', 'g')
    WITH ORDINALITY AS parts (m, n)
$$;

-- Returns the normal form: lower case, composed accents (é stays), no other marks, and only ASCII separators. The
-- dictionary `unaccent` removes accents later. Most texts are plain ASCII and need only lower().
CREATE FUNCTION search_text(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length($1) = char_length($1) THEN lower($1 COLLATE "C") COLLATE "und-x-icu"
    ELSE public.search_text_beyond_ascii($1) END
$$;

-- Normalizes text beyond ASCII. Most of it has only typographic quotes and dashes, so those are replaced first.
-- Checking whether text is in normal form takes a third of the time of converting it, so that is checked before.
CREATE FUNCTION search_text_beyond_ascii(written text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  plain text := translate(written, '‘’‐‑–“”—', '''''---   ');
BEGIN
  IF octet_length(plain) = char_length(plain) THEN
    RETURN lower(plain COLLATE "C") COLLATE "und-x-icu";
  END IF;
  -- A no-break or narrow space between groups of digits becomes a comma. NFKC would make it an ordinary space.
  plain := regexp_replace(plain, '([0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))', '\1,', 'g');
  plain := lower(CASE WHEN plain IS NFKC NORMALIZED THEN plain ELSE normalize(plain, NFKC) END COLLATE "und-x-icu");
  IF plain ~ ('[' || public.search_skipped() || public.search_emoji() || ']') THEN
    -- Persian joins words with U+200C, but also writes them as two words or as one. A compound matches all three.
    plain := regexp_replace(plain, '([\u0620-\u06ff])\u200c', '\1-', 'g');
    plain := public.emoji_words(regexp_replace(plain, '[' || public.search_skipped() || ']+', '', 'g'));
  END IF;
  -- Unifies Arabic letters with and without hamza, and their variants on Persian keyboards.
  plain := translate(plain, 'أإآٱؤئىيكةۀ', 'ااااویییکهه');
  RETURN regexp_replace(plain, '[^\x01-\x7f' || public.search_letters() || ']+', ' ', 'g');
END $$;

CREATE FUNCTION words_beyond_ascii(prepared text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF prepared ~ public.search_unspaced() THEN
    SELECT string_agg(CASE WHEN part[1] ~ public.search_unspaced() THEN public.unspaced_pairs(part[1]) ELSE part[1] END, ' ' ORDER BY n)
    INTO prepared
    FROM regexp_matches(prepared, public.search_unspaced() || '+|(?:(?!' || public.search_unspaced() || ').)+', 'g') WITH ORDINALITY AS parts (part, n);
  END IF;
  RETURN prepared;
END $$;

-- Returns text for the parser: separators become spaces, and compounds are appended as one word.
CREATE FUNCTION with_joined_words(prepared text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  joined text;
BEGIN
  SELECT string_agg(translate(m[1], '-''._&,', ''), ' ') INTO joined
  FROM regexp_matches(prepared, public.search_compound(), 'g') AS m;
  RETURN translate(prepared, '-./_@&<+~', '         ') || coalesce(' ' || joined, '');
END $$;

-- Returns a document's text for to_tsvector(). Not STRICT, because PostgreSQL would then not inline the function,
-- and each call would cost 2 µs.
CREATE FUNCTION words_of_document(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length($1) = char_length($1)
    THEN public.with_joined_words(lower($1 COLLATE "C") COLLATE "und-x-icu")
    ELSE public.words_beyond_ascii(public.with_joined_words(public.search_text_beyond_ascii($1))) END
$$;

-- Replaces the pictures of a text by their descriptions (shared/pictures/syntax.ts).
CREATE FUNCTION without_pictures(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN $1 LIKE '%/files/pictures/%'
    THEN regexp_replace($1, '!\[([^][\n]*)\]\(/files/pictures/[0-9a-f-]{36}\.webp\)', '\1', 'g') ELSE $1 END
$$;

-- Returns the form in which names are compared: "O'Brien" becomes "obrien". ASCII takes 1.3 µs, other text 15 µs. The
-- time matters because a search compares every name that the trigram index returns.
CREATE FUNCTION folded(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(CASE WHEN octet_length($1) = char_length($1) THEN lower($1 COLLATE "C") COLLATE "und-x-icu"
    ELSE lower(public.immutable_unaccent(public.search_text_beyond_ascii($1)) COLLATE "und-x-icu") END, '-_/.,''', '   ')
$$;

-- Returns names in both forms if they have a hyphen: "Jean-Luc" becomes "jean luc jeanluc", so both are found.
CREATE FUNCTION folded_names(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.folded($1) || CASE WHEN $1 LIKE '%-%' OR $1 LIKE '%\_%' THEN ' ' || public.folded(translate($1, '-_', '')) ELSE '' END
$$;

-- Dictionaries for documents and queries. `unaccent` makes "naïve" and "naive" the same word. It is a dictionary
-- instead of a function, so that highlighted text keeps its accents. `stem_all` has no stop words, because "AI", "IT"
-- and "being" are meaningful in this forum.
CREATE TEXT SEARCH DICTIONARY stem_all (TEMPLATE = snowball, language = english);

CREATE TEXT SEARCH CONFIGURATION threshold (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION threshold
  ALTER MAPPING FOR asciiword, word, asciihword, hword, hword_asciipart, hword_part, numword, numhword, hword_numpart
  WITH unaccent, stem_all;

-- Keeps words as people write them, without stemming, for spelling suggestions and completion.
CREATE TEXT SEARCH CONFIGURATION threshold_plain (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION threshold_plain
  ALTER MAPPING FOR asciiword, word, asciihword, hword, hword_asciipart, hword_part, numword, numhword, hword_numpart
  WITH unaccent, simple;

-- Returns the words of a member's username and display name.
CREATE FUNCTION name_vector(username text, full_name text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('public.threshold', public.words_of_document(username || ' ' || coalesce(full_name, '')))
$$;
