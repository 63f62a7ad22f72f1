-- Extensions, ids, and the checks and errors shared by all schema files. The SQL runs on PostgreSQL 15 to 18.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Returns a UUIDv7 (RFC 9562), because PostgreSQL 15 has no uuidv7(). Such ids sort by time, so indexes grow at one
-- end, and ids do not reveal how many rows exist. The 12 bits after the version hold the fraction of the millisecond,
-- so ids from one connection sort in order of creation. Imports and demo data pass `at`, so that an id matches its
-- created_at.
CREATE FUNCTION new_id(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid
LANGUAGE sql PARALLEL SAFE AS $$
  SELECT encode(
    overlay(uuid_send(gen_random_uuid())
      PLACING int8send(((micros / 1000) << 16) | (7 << 12) | ((micros % 1000) * 4096 / 1000)) FROM 1 FOR 8),
    'hex')::uuid
  FROM (SELECT (extract(epoch FROM at) * 1000000)::bigint AS micros) AS clock
$$;

-- Makes unaccent() usable in indexes. It is only STABLE because its dictionary could change, but the forum's never does.
CREATE FUNCTION immutable_unaccent(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.unaccent('public.unaccent'::regdictionary, $1)
$$;

-- Enforces rules that a CHECK cannot express. Raises the same error as a failed CHECK (23514), with a constraint name
-- that the application maps to a message.
CREATE FUNCTION refuse(constraint_name text, explanation text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', explanation USING ERRCODE = 'check_violation', CONSTRAINT = constraint_name;
END $$;

-- Returns whether this transaction imports from another forum (imports/import-records.server.ts).
CREATE FUNCTION is_import() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('threshold.is_import', true), '') = 'on'
$$;

-- Checks a text from a form: not blank, no surrounding white space, at most `most` characters.
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

-- Checks a title or name: at most four combining marks on a character, and at least one letter, digit or emoji. The
-- API checks all of Unicode (platform/readable-name.ts). This function checks only the usual combining marks and
-- ASCII punctuation.
CREATE FUNCTION is_readable_name(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name !~ '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]{5}'
    -- An empty name passes here, because other constraints refuse it.
    AND name ~ '^\s*$|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u0300-\u036F\u2000-\u206F\u3000-\u303F]'
$$;

-- Finds invisible characters, which can make one name look like another. Joiners and variation selectors are missing
-- here because some scripts need them. The server checks those (people/profiles/my-profile-policy.ts).
CREATE FUNCTION has_invisible(name text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name ~ ('[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
$$;

-- The value of post_rankings.scope that stands for the whole forum.
CREATE FUNCTION whole_forum() RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $$;
