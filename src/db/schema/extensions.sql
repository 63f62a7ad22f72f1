-- Extensions, ids, and the checks and refusals that all areas share. The SQL runs on PostgreSQL 15 to 18.
--
-- Takes no locks.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- UUIDv7 (RFC 9562). Ids sort by time, so indexes grow at one end, and they do not reveal how many rows
-- exist. PostgreSQL 15 has no uuidv7(). The 12 bits after the version hold the fraction of the millisecond,
-- so ids of one connection sort in order of creation. Imports and demo data pass `at` to get ids that match
-- their created_at.
CREATE FUNCTION new_id(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid
LANGUAGE sql PARALLEL SAFE AS $$
  SELECT encode(
    overlay(uuid_send(gen_random_uuid())
      PLACING int8send(((micros / 1000) << 16) | (7 << 12) | ((micros % 1000) * 4096 / 1000)) FROM 1 FOR 8),
    'hex')::uuid
  FROM (SELECT (extract(epoch FROM at) * 1000000)::bigint AS micros) AS clock
$$;

-- unaccent() is only STABLE because its dictionary can be replaced. Ours never is, so it can be indexed.
CREATE FUNCTION immutable_unaccent(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.unaccent('public.unaccent'::regdictionary, $1)
$$;

-- For rules that a CHECK cannot express. Raises the error of a failed CHECK (23514), with a constraint name that
-- the application maps to a message.
CREATE FUNCTION refuse(constraint_name text, explanation text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', explanation USING ERRCODE = 'check_violation', CONSTRAINT = constraint_name;
END $$;

-- A text from a form: not blank, no white space around it, at most `most` characters.
CREATE FUNCTION is_text(value text, most integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT value ~ '\S' AND value = btrim(value, E' \t\r\n') AND char_length(value) <= most
$$;

CREATE FUNCTION are_texts(texts text[], most integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_position(texts, NULL) IS NULL AND coalesce(bool_and(is_text(each, most)), true)
  FROM unnest(texts) AS each
$$;

CREATE FUNCTION is_web_address(value text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT char_length(value) <= 500 AND value ~* '^https?://[^\s<>"]+$'
$$;

-- Titles and names have at most four combining marks on a character and at least one letter, digit or emoji.
-- The API checks this for all of Unicode (platform/readable-name.ts). This checks only the usual combining marks
-- and ASCII punctuation.
CREATE FUNCTION is_readable_name(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name !~ '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]{5}'
    -- Other constraints refuse an empty name.
    AND name ~ '^\s*$|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u0300-\u036F\u2000-\u206F\u3000-\u303F]'
$$;

-- Invisible characters make one name look like another. Joiners and variation selectors belong to some
-- scripts, so the server checks those (people/profiles/my-profile-policy.ts).
CREATE FUNCTION has_invisible(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name ~ ('[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
$$;

-- The scope of post_rankings that contains all posts.
CREATE FUNCTION whole_forum() RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $$;
