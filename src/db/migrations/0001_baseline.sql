-- The schema of version 1.0.0. This file never changes.
SET LOCAL check_function_bodies = off;

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

-- Accounts, sessions and sign-in. The columns follow better-auth 1.7. accounts/tables.server.ts maps its field names.
--
-- Order of locks: users, then profiles by id (profiles.sql). users_before_insert is in access.sql.

-- Members' accounts. The public profile of a member is in profiles.
CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL DEFAULT '' CONSTRAINT users_name_check CHECK (char_length(name) <= 200),
  -- better-auth writes and searches email addresses in lower case. This check refuses upper case, so the unique index
  -- also ignores case.
  email text NOT NULL UNIQUE
    CONSTRAINT users_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email)
      AND email LIKE '_%@_%'),
  email_verified boolean NOT NULL DEFAULT false,
  image text CONSTRAINT users_image_check CHECK (char_length(image) <= 500),
  -- The username requested at sign-up. The trigger that creates the profile reads it once. Afterwards
  -- profiles.username is authoritative.
  username text CONSTRAINT users_username_check CHECK (char_length(username) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  invite_id uuid,
  invited_by uuid,
  -- For moderators: why the member's texts need approval. Either many people signed up in the same hour, or the member
  -- filled in a hidden field, as bots do.
  held_for text CONSTRAINT users_held_for_check CHECK (held_for IN ('crowd', 'hidden_field')),
  two_factor_enabled boolean NOT NULL DEFAULT false
);
CREATE INDEX users_invite_id_index ON users (invite_id) WHERE invite_id IS NOT NULL;
CREATE INDEX users_invited_by_index ON users (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX users_newest_index ON users (created_at DESC, id DESC) WHERE email_verified;

-- A way to sign in: a password, or an external provider.
CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider_id text NOT NULL CONSTRAINT accounts_provider_id_check CHECK (char_length(provider_id) <= 100),
  account_id text NOT NULL CONSTRAINT accounts_account_id_check CHECK (char_length(account_id) <= 300),
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text CONSTRAINT accounts_password_check CHECK (char_length(password) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_user_id_index ON accounts (user_id);

-- Tokens of emailed links, for example to verify an email address.
CREATE TABLE verifications (
  id uuid PRIMARY KEY DEFAULT new_id(),
  identifier text NOT NULL CONSTRAINT verifications_identifier_check CHECK (char_length(identifier) <= 500),
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_expires_at_index ON verifications (expires_at);
CREATE INDEX verifications_identifier_index ON verifications (identifier);

-- WebAuthn credentials. Signing in with a passkey replaces the password and the authenticator code.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE
    CONSTRAINT passkeys_credential_id_check CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- The public key in COSE format, as received from the device.
  public_key bytea NOT NULL,
  -- Number of signatures that the device has made, or 0 if the device does not count them.
  counter bigint NOT NULL DEFAULT 0 CONSTRAINT passkeys_counter_check CHECK (counter >= 0),
  -- How a browser can reach the device, for example "internal", "usb" or "hybrid".
  transports text[] NOT NULL DEFAULT '{}',
  -- Whether the passkey may be synced to the owner's other devices, and whether it has been.
  is_syncable boolean NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL
    CONSTRAINT passkeys_name_check CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX passkeys_user_id_index ON passkeys (user_id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL UNIQUE CONSTRAINT sessions_token_check CHECK (char_length(token) <= 500),
  expires_at timestamptz NOT NULL,
  ip_address text CONSTRAINT sessions_ip_address_check CHECK (char_length(ip_address) <= 100),
  -- Node refuses requests with more than 16 KB of headers, so no user agent is long enough to fail this check.
  user_agent text CONSTRAINT sessions_user_agent_check CHECK (char_length(user_agent) <= 20000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the member chose to stay signed in. If false, the session ends a day after its last use.
  remembered boolean NOT NULL DEFAULT true,
  -- Time of the last request, precise to 15 minutes (accounts/session/session.server.ts).
  used_at timestamptz NOT NULL DEFAULT now(),
  -- Time at which the member last confirmed their identity in this session.
  proved_at timestamptz DEFAULT now(),
  -- The passkey last used in this session. A passkey counts as both factors.
  passkey_id uuid REFERENCES passkeys ON DELETE SET NULL,
  -- No session is older than 180 days (SESSION_AGE_MAX in session-cookie.server.ts).
  CONSTRAINT sessions_age_check CHECK (expires_at <= (created_at + interval '180 days'))
);
-- Used by sweepAccounts, which erases IP addresses after 30 days.
CREATE INDEX sessions_addressed_index ON sessions (created_at) WHERE ip_address IS NOT NULL;
CREATE INDEX sessions_expires_at_index ON sessions (expires_at);
CREATE INDEX sessions_passkey_id_index ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;
-- For counting the members who were active on a given day.
CREATE INDEX sessions_used_index ON sessions (used_at);
CREATE INDEX sessions_user_id_index ON sessions (user_id);

-- The authenticator app of an account, in the format of better-auth's plug-in. The secret and the codes are encrypted
-- with AUTH_SECRET.
CREATE TABLE two_factors (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  -- Becomes true when the member enters the first correct code. Before that, sign-in does not ask for a code.
  verified boolean NOT NULL DEFAULT false,
  -- Number of consecutive wrong codes. After too many, all codes are refused until locked_until.
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time step of the last accepted code. Only codes of later steps are accepted (RFC 6238, section 5.2), so a code
  -- read over the member's shoulder is useless.
  used_step integer,
  -- All recovery codes as issued. Used codes remain listed, so sending one again does not count as a wrong guess.
  issued_codes text NOT NULL DEFAULT ''
);

-- WebAuthn challenges that have been used, stored until they expire, so that each can be used only once.
CREATE TABLE used_challenges (
  digest bytea PRIMARY KEY CONSTRAINT used_challenges_digest_check CHECK (octet_length(digest) = 32),
  ends_at timestamptz NOT NULL
);

-- Browsers in which a member has signed in. Each has its own limit for wrong passwords, so strangers who guess the
-- password cannot lock the member out. The cookie holds device_id with a proof, so a copy of the database does not help
-- an attacker (accounts/sign-in/devices.server.ts).
CREATE TABLE known_devices (
  device_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  -- Identifies the browser when wrong passwords are counted. Each sign-in changes device_id for all members who use the
  -- browser, but not this id, so signing in to another account does not reset the count.
  id uuid NOT NULL DEFAULT new_id(),
  PRIMARY KEY (device_id, user_id)
);
CREATE INDEX known_devices_user_index ON known_devices (user_id, used_at DESC);

-- Changes of email addresses. The link mailed to the new address confirms the change. For seven days, a link mailed
-- to the old address cancels or reverses it. Only a member's latest change counts
-- (accounts/security/email-sql.server.ts).
CREATE TABLE email_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL
    CONSTRAINT email_changes_new_email_check CHECK (char_length(new_email) BETWEEN 3 AND 254
      AND new_email = lower(new_email) AND new_email LIKE '_%@_%'),
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  stopped_at timestamptz,
  CONSTRAINT email_changes_differ_check CHECK (new_email <> old_email)
);
CREATE INDEX email_changes_created_at_index ON email_changes (created_at);
CREATE INDEX email_changes_user_id_index ON email_changes (user_id, created_at DESC);

-- Sign-ups without an invitation in the last day. Attempts with an email address that already has an account count
-- too, so the number does not reveal whether an account exists.
CREATE TABLE sign_ups (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- The nonce of the solved proof of work. It is unique, so each solution can be used once.
  challenge text UNIQUE CONSTRAINT sign_ups_challenge_check CHECK (challenge ~ '^[0-9a-f]{32}$'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sign_ups_created_index ON sign_ups (created_at);

-- Returns whether at least `minimum` people have signed up within the last hour.
CREATE FUNCTION is_sign_up_crowd(minimum integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT count(*) >= minimum FROM (SELECT FROM sign_ups WHERE created_at > now() - interval '1 hour' LIMIT minimum) latest
$$;

-- Counts a sign-up in the database, for all nodes together. Returns whether it is part of a crowd (is_sign_up_crowd)
-- and whether its proof of work has not been used before.
CREATE FUNCTION count_sign_up(
  solved text, minimum integer, OUT id uuid, OUT is_crowd boolean, OUT is_proven boolean
)
LANGUAGE plpgsql AS $$
BEGIN
  -- Sign-ups wait for each other here, so that the count is complete. The seed 119 distinguishes this lock from others.
  PERFORM pg_advisory_xact_lock(hashtextextended('sign_ups', 119));
  is_crowd := is_sign_up_crowd(minimum);
  is_proven := solved IS NOT NULL AND NOT EXISTS (SELECT FROM sign_ups s WHERE s.challenge = solved);
  INSERT INTO sign_ups AS s (challenge) VALUES (CASE WHEN is_proven THEN solved END) RETURNING s.id INTO count_sign_up.id;
END $$;

-- Accounts that their members have asked to delete. Signing in within seven days cancels the deletion. After that, a
-- job deletes the content in batches and the account last, so an interrupted job can resume
-- (settings/account-deletion, decision 0035).
CREATE TABLE account_deletions (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- If true, posts, comments and notes stay without the author's name. If false, they are deleted, and stubs remain
  -- where other members replied.
  keep_content boolean NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  delete_at timestamptz NOT NULL DEFAULT now() + interval '7 days'
    CONSTRAINT account_deletions_delete_at_check CHECK (delete_at >= requested_at),
  -- Time at which the job started. From then on, the deletion cannot be cancelled.
  begun_at timestamptz,
  -- Number of rows that the job has processed.
  done integer NOT NULL DEFAULT 0 CONSTRAINT account_deletions_done_check CHECK (done >= 0)
);
CREATE INDEX account_deletions_due_index ON account_deletions (delete_at);

-- Each node briefly caches which member a session belongs to (accounts/session/session-cache.server.ts). This function
-- makes all nodes drop the cached sessions of these members. It drops all sessions if `members` is null or has more
-- than 50, because a notification is limited to 8,000 bytes. The payload has the format of platform/bus/bus.server.ts:
-- the sender, which is empty here, and the messages.
CREATE FUNCTION invalidate_viewers(members uuid[]) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('threshold', json_build_array('', json_build_object('channel', 'viewers', 'message',
    CASE WHEN cardinality(members) <= 50 THEN to_json(members) END))::text);
$$;

-- Makes all nodes drop the cached pages with these tags.
CREATE FUNCTION invalidate_pages(tags text[]) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('threshold', json_build_array('', json_build_object('channel', 'pages', 'message', tags))::text);
$$;

CREATE FUNCTION invalidate_all_viewers() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate_viewers(NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER account_deletions_after_change AFTER INSERT OR UPDATE OR DELETE ON account_deletions
  FOR EACH STATEMENT EXECUTE FUNCTION invalidate_all_viewers();

CREATE FUNCTION sessions_after_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Creating or using a session counts as a visit. Without visits, digests become rarer (next_digest).
  UPDATE digests SET visited_at = now() WHERE member_id = NEW.user_id AND visited_at < now() - interval '1 day';
  IF NEW.expires_at < OLD.expires_at THEN
    PERFORM invalidate_viewers(ARRAY[NEW.user_id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_after_write AFTER INSERT OR UPDATE OF used_at, expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION sessions_after_write();

CREATE FUNCTION sessions_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  members uuid[] := ARRAY(SELECT DISTINCT user_id FROM deleted);
BEGIN
  IF members <> '{}' THEN
    PERFORM invalidate_viewers(members);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_after_delete AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION sessions_after_delete();

-- Creates a new user's profile. When an email address is verified, applies sanctions of a deleted account with it.
CREATE FUNCTION users_after_write() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  was_verified boolean := TG_OP = 'UPDATE' AND OLD.email_verified;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM create_profile(NEW);
  END IF;
  IF NEW.email_verified AND (NOT was_verified OR OLD.email <> NEW.email) THEN
    PERFORM apply_former_sanctions(NEW.id, NEW.email);
  END IF;
  IF NEW.email_verified <> was_verified THEN
    PERFORM invalidate_pages('{members}');
    -- Drops the cached pages that mention this member.
    PERFORM invalidate_pages(ARRAY['profile:' || id, 'name:' || lower(username), 'names']) FROM profiles WHERE id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_after_write AFTER INSERT OR UPDATE OF email_verified, email ON users
  FOR EACH ROW EXECUTE FUNCTION users_after_write();

-- Reserves a deleted account's usernames for 180 days. Names of accounts with an unverified email address are free at
-- once: they were never public, and a member who mistyped the address can sign up again with the same name.
CREATE FUNCTION users_before_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.email_verified THEN
    INSERT INTO retired_usernames (digest, until)
    SELECT username_digest(name), now() + interval '180 days' FROM (
      SELECT lower(username) AS name FROM profiles WHERE id = OLD.id
      UNION
      SELECT username FROM former_usernames WHERE user_id = OLD.id AND is_former_username(username, NULL)) AS names
    ON CONFLICT (digest) DO UPDATE SET until = excluded.until;
    PERFORM invalidate_pages('{members}');
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER users_before_delete BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_before_delete();

-- Profiles, usernames and exports of a member's data.
--
-- Order of locks: profiles in order of id, after content and before the moderation log.

-- A member's public profile. The trigger on users creates it in the same statement, and it is deleted only with its
-- user.
--
-- The fill factor leaves free space on each page, so that changing a counter touches no index.
CREATE TABLE profiles (
  id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  username text NOT NULL CONSTRAINT profiles_username_check CHECK (username ~ '^[A-Za-z0-9_-]{3,30}$'),
  full_name text CONSTRAINT profiles_full_name_check CHECK (char_length(full_name) BETWEEN 1 AND 100),
  avatar_url text CONSTRAINT profiles_avatar_url_check CHECK (char_length(avatar_url) <= 500),
  bio text CONSTRAINT profiles_bio_check CHECK (char_length(bio) <= 500),
  website_url text
    CONSTRAINT profiles_website_url_check CHECK (char_length(website_url) <= 500
      AND website_url ~* '^https?://[^\s<>"]+$'),
  location text CONSTRAINT profiles_location_check CHECK (char_length(location) <= 100),
  post_count integer NOT NULL DEFAULT 0 CONSTRAINT profiles_post_count_check CHECK (post_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CONSTRAINT profiles_comment_count_check CHECK (comment_count >= 0),
  followers_count integer NOT NULL DEFAULT 0
    CONSTRAINT profiles_followers_count_check CHECK (followers_count >= 0),
  following_count integer NOT NULL DEFAULT 0
    CONSTRAINT profiles_following_count_check CHECK (following_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time of the last change of a name, text or link. Counters and pictures do not change it.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Who may send messages to this member.
  messages_from text NOT NULL DEFAULT 'everyone'
    CONSTRAINT profiles_messages_from_check CHECK (messages_from IN ('everyone', 'followed', 'nobody')),
  -- Time at which the member became established, so that the rules for new members no longer apply. Null: still new.
  established_at timestamptz,
  -- Time at which a confirmed spam report made the member new again. Only later content helps to become established.
  new_since timestamptz,
  -- If true, the member's texts need approval until the member is established.
  held_until_established boolean NOT NULL DEFAULT false,
  -- A stored column, so that a search need not compute the names for each comparison.
  searched_names text NOT NULL
    GENERATED ALWAYS AS (folded_names((username || ' ') || COALESCE(full_name, ''))) STORED
) WITH (fillfactor = 85);
CREATE INDEX profiles_name_words ON profiles
  USING gin (name_vector(username, full_name)) WITH (fastupdate = off);
CREATE INDEX profiles_names_index ON profiles USING gin (searched_names gin_trgm_ops) WITH (fastupdate = off);
CREATE UNIQUE INDEX profiles_username_key ON profiles (lower(username));

-- Foreign key of accounts.sql, possible only after profiles exists.
ALTER TABLE users ADD CONSTRAINT users_invited_by_fkey
  FOREIGN KEY (invited_by) REFERENCES profiles ON DELETE SET NULL;

-- Creates the profile of a new user. A missing username is made from the part of the email before the @ and the first
-- number that makes it unique. After ten attempts the number is random, so that even the thousandth "info" is fast.
CREATE FUNCTION create_profile(member users) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  base text;
  candidate text;
  attempt integer := 0;
BEGIN
  IF member.username IS NOT NULL THEN
    INSERT INTO profiles (id, username, held_until_established)
    VALUES (member.id, member.username, member.held_for IS NOT NULL);
    RETURN;
  END IF;
  base := left(regexp_replace(immutable_unaccent(split_part(member.email, '@', 1)), '[^A-Za-z0-9_-]+', '', 'g'), 24);
  IF char_length(base) < 3 THEN
    base := 'member' || base;
  END IF;
  LOOP
    candidate := base || CASE
      WHEN attempt = 0 THEN ''
      WHEN attempt <= 9 THEN (attempt + 1)::text
      ELSE floor(10 + random() * 999989)::text
    END;
    IF NOT EXISTS (SELECT FROM reserved_usernames WHERE username = lower(candidate))
      AND NOT is_former_username(candidate, NULL) THEN
      INSERT INTO profiles (id, username, held_until_established)
      VALUES (member.id, candidate, member.held_for IS NOT NULL) ON CONFLICT (lower(username)) DO NOTHING;
      EXIT WHEN FOUND;
    END IF;
    attempt := attempt + 1;
  END LOOP;
END $$;

CREATE FUNCTION profiles_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.full_name IS DISTINCT FROM OLD.full_name THEN
    IF NOT is_readable_name(NEW.full_name) THEN
      PERFORM refuse('readable_name', 'A name needs a letter, digit or emoji, and at most four marks on a character');
    ELSIF has_invisible(NEW.full_name) THEN
      PERFORM refuse('profiles_full_name_visible', 'A name must not contain invisible characters');
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND ROW(OLD.username, OLD.full_name, OLD.bio, OLD.location, OLD.website_url)
    IS DISTINCT FROM ROW(NEW.username, NEW.full_name, NEW.bio, NEW.location, NEW.website_url) THEN
    -- Not now(), which is the start of the transaction, because another change may have been committed since.
    NEW.updated_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
-- Lists the columns, so that counters do not fire this trigger.
CREATE TRIGGER profiles_before_write BEFORE INSERT OR UPDATE OF username, full_name, bio, location,
    website_url ON profiles
  FOR EACH ROW EXECUTE FUNCTION profiles_before_write();

-- An AFTER trigger, because it must see the usernames that other members are giving up. The unique index has waited for
-- those members by then.
CREATE FUNCTION profiles_after_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR lower(OLD.username) <> lower(NEW.username) THEN
    IF EXISTS (SELECT FROM reserved_usernames WHERE username = lower(NEW.username)) THEN
      PERFORM refuse('profiles_username_reserved', 'This username is reserved');
    ELSIF is_former_username(NEW.username, NEW.id) THEN
      PERFORM refuse('profiles_username_former', 'This username was recently in use');
    END IF;
    DELETE FROM former_usernames WHERE username = lower(NEW.username);
    INSERT INTO former_usernames (username, user_id) SELECT lower(OLD.username), NEW.id WHERE TG_OP = 'UPDATE'
    ON CONFLICT (username) DO UPDATE SET user_id = excluded.user_id, released_at = excluded.released_at;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM invalidate_viewers(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_after_write AFTER INSERT OR UPDATE OF username, full_name, avatar_url ON profiles
  FOR EACH ROW EXECUTE FUNCTION profiles_after_write();

CREATE FUNCTION profiles_before_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = OLD.id) THEN
    PERFORM refuse('profiles_belong_to_users', 'A profile is deleted only with its user');
  END IF;
  -- The foreign key would only clear the follower's id and leave a notification without a name.
  DELETE FROM notifications WHERE related_user_id = OLD.id AND type = 'follow';
  DELETE FROM user_activity WHERE target_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER profiles_before_delete BEFORE DELETE ON profiles
  FOR EACH ROW EXECUTE FUNCTION profiles_before_delete();

-- Usernames that could be mistaken for staff, a page, or a fallback text of the interface.
CREATE TABLE reserved_usernames (
  username text PRIMARY KEY CONSTRAINT reserved_usernames_username_check CHECK (username = lower(username)),
  -- True for names of staff and of the forum itself, which display names may not resemble either. The other names are
  -- those of pages. They may be used as display names, because people can have these names ("Art").
  is_official boolean NOT NULL DEFAULT false
);

INSERT INTO reserved_usernames (username, is_official)
SELECT regexp_split_to_table(btrim($$
  abuse admin administrator administrators admins anonymous bot community daemon delete_user deleted
  deleted-user editor editors everybody everyone forum hostmaster mailer-daemon mod moderation moderator
  moderators mods myself no-reply nobody none noreply null official owner postmaster robots root security
  self service services somebody staff support sysadmin sysop system team the-threshold threshold undefined
  unknown webmaster you
$$, E' \n'), '\s+'), true;

INSERT INTO reserved_usernames (username, is_official)
SELECT regexp_split_to_table(btrim($$
  about account accounts activity all api app art art-preview assets auth avatar avatars best-of blog board
  bookmarks categories channel code-of-conduct comment comments concepts contact create create-note
  create-post create-post-rich dev docs edit edit-profile email events explore false faq favicon feed feeds
  files follow followers following forgot ftp guest guests health help here home host html http https
  imprint inbox index info join legal live localhost login logout mail me media member members message
  messages nan news newsletter notes notification notifications oauth online password post posts privacy
  profile profiles public register report reports reset resources rss sandbox search seed settings share
  sign-in sign-out sign-up signin signout signup site sitemap static status terms test thinkers true
  unsubscribe user user-management username users verify visitor void vote votes webhook welcome well-known
  www
$$, E' \n'), '\s+'), false;

-- Usernames that members have given up. For 90 days they redirect to the former owner and are reserved for them.
CREATE TABLE former_usernames (
  username text PRIMARY KEY CONSTRAINT former_usernames_username_check CHECK (username = lower(username)),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  released_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX former_usernames_user_id_index ON former_usernames (user_id);

-- Usernames of deleted accounts. They stay reserved for 180 days, so that the former member cannot be impersonated.
-- Stored as digests, so that the name of a deleted account is not readable.
CREATE TABLE retired_usernames (
  digest bytea PRIMARY KEY CONSTRAINT retired_usernames_digest_check CHECK (octet_length(digest) = 32),
  until timestamptz NOT NULL
);
CREATE INDEX retired_usernames_until_index ON retired_usernames (until);

CREATE FUNCTION username_digest(name text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(lower(name), 'UTF8'))
$$;

CREATE FUNCTION is_former_username(name text, except_user uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM former_usernames
    WHERE username = lower(name) AND user_id IS DISTINCT FROM except_user AND released_at > now() - interval '90 days')
  OR EXISTS (SELECT FROM retired_usernames WHERE digest = username_digest(name) AND until > now())
$$;

-- Members who closed the list of first steps. Stored per account, so that it stays closed on all devices. Which steps
-- are completed is not stored, but derived from what the member did.
CREATE TABLE first_steps_dismissals (
  user_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Files with everything that a member wrote and did, created by a job (settings/exports, decision 0034).
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT exports_state_check CHECK (state IN ('waiting', 'making', 'ready', 'failed')),
  -- Number of rows written so far.
  done integer NOT NULL DEFAULT 0 CONSTRAINT exports_done_check CHECK (done >= 0),
  total integer NOT NULL DEFAULT 0 CONSTRAINT exports_total_check CHECK (total >= 0),
  -- Number of attempts. After three failed or killed attempts, the job gives up.
  tries smallint NOT NULL DEFAULT 0,
  bytes bigint CONSTRAINT exports_bytes_check CHECK (bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- Time at which the file is deleted.
  expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days',
  CONSTRAINT exports_ended_check CHECK ((state IN ('ready', 'failed')) = (ended_at IS NOT NULL)),
  CONSTRAINT exports_ready_check CHECK ((state = 'ready') = (bytes IS NOT NULL))
);
CREATE INDEX exports_expires_at_index ON exports (expires_at);
CREATE INDEX exports_member_index ON exports (member_id, id DESC);
CREATE UNIQUE INDEX exports_under_way_key ON exports (member_id) WHERE state IN ('waiting', 'making');

-- Roles, invite links and access tokens.
--
-- Order of locks: invites, users, then profiles. The rows of admins in user_roles are locked in order of user_id.

-- Roles of editors, moderators and admins. An ordinary member has no row.
CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  role text NOT NULL CONSTRAINT user_roles_role_check CHECK (role IN ('editor', 'moderator', 'admin')),
  -- Null: the role was granted on the command line, or by a member who has left.
  granted_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, role)
);
CREATE INDEX user_roles_granted_by_index ON user_roles (granted_by);
CREATE INDEX user_roles_role_index ON user_roles (role);

-- History of user_roles, written by the same statements that change it (accounts/roles/sql.server.ts).
CREATE TABLE role_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  role text NOT NULL CONSTRAINT role_changes_role_check CHECK (role IN ('editor', 'moderator', 'admin')),
  act text NOT NULL CONSTRAINT role_changes_act_check CHECK (act IN ('granted', 'revoked')),
  -- Null: changed on the command line, or by a member who has left. The first admin, who used the link from the
  -- console, has their own id here.
  changed_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX role_changes_changed_by_index ON role_changes (changed_by);
CREATE INDEX role_changes_user_index ON role_changes (user_id, created_at DESC, id DESC);

CREATE FUNCTION is_staff(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_roles WHERE user_id = member AND role IN ('moderator', 'admin'))
$$;

-- Refuses moderators without a verified email address, whom mail could not reach. Locks the user before the profile.
CREATE FUNCTION user_roles_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role = 'moderator' AND NOT EXISTS (SELECT FROM users WHERE id = NEW.user_id AND email_verified FOR SHARE) THEN
    PERFORM refuse('user_roles_moderator_verified', 'Moderators need a verified email address');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_roles_before_write BEFORE INSERT OR UPDATE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION user_roles_before_write();

CREATE FUNCTION user_roles_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A role ends the restrictions on new members: the member counts as established immediately.
    UPDATE profiles SET established_at = now(), held_until_established = false
    WHERE id = NEW.user_id AND established_at IS NULL;
  END IF;
  -- Drops cached pages, which show roles. This is a trigger, because roles can also be changed on the command line.
  PERFORM invalidate_viewers(ARRAY[coalesce(NEW.user_id, OLD.user_id)]),
    invalidate_pages(ARRAY['profile:' || coalesce(NEW.user_id, OLD.user_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER user_roles_after_change AFTER INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION user_roles_after_change();

-- Returns whether the member is the only admin. Admins who are deleting their accounts do not count.
CREATE FUNCTION is_last_admin(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_roles WHERE user_id = member AND role = 'admin')
    AND NOT EXISTS (
      SELECT FROM user_roles r
      WHERE r.role = 'admin' AND r.user_id <> member
        AND NOT EXISTS (SELECT FROM account_deletions d WHERE d.user_id = r.user_id))
$$;

CREATE FUNCTION account_deletions_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- If two admins leave at the same time, the second waits here for the first and is then refused as the last one.
  PERFORM FROM user_roles WHERE role = 'admin' ORDER BY user_id FOR UPDATE;
  IF is_last_admin(NEW.user_id) THEN
    PERFORM refuse('account_deletions_last_admin', 'The last admin cannot leave');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_deletions_before_insert BEFORE INSERT ON account_deletions
  FOR EACH ROW EXECUTE FUNCTION account_deletions_before_insert();

CREATE TABLE invites (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- SHA-256 of the token in hex, so that a stolen copy of the database cannot be used to join.
  token_hash text NOT NULL UNIQUE CONSTRAINT invites_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  note text CONSTRAINT invites_note_check CHECK (is_text(note, 200)),
  uses integer NOT NULL CONSTRAINT invites_uses_check CHECK (uses BETWEEN 1 AND 1000),
  -- Number of sign-ups through this link. It is not decremented if an email address is never verified, since that
  -- would reveal whether the address has an account.
  used integer NOT NULL DEFAULT 0 CONSTRAINT invites_used_check CHECK (used >= 0 AND used <= uses),
  ends_at timestamptz NOT NULL,
  created_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX invites_created_by_index ON invites (created_by);

ALTER TABLE users ADD CONSTRAINT users_invite_id_fkey
  FOREIGN KEY (invite_id) REFERENCES invites ON DELETE SET NULL;

-- Returns who may register. Everybody may while there are no admins and editors, since otherwise the first admin could
-- not join. Editors count too, because the link for the first admin works only without admins and editors (claimForum).
CREATE FUNCTION registration_now() RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN registration <> 'open' AND EXISTS (SELECT FROM user_roles WHERE role IN ('admin', 'editor')) THEN registration
    ELSE 'open'
  END FROM site_settings
$$;

CREATE FUNCTION users_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  mode text := registration_now();
  invite invites;
BEGIN
  IF NEW.invite_id IS NOT NULL THEN
    -- Sign-ups through one link wait for each other here, so that the count below is complete.
    SELECT * INTO invite FROM invites WHERE id = NEW.invite_id FOR UPDATE;
    IF (SELECT count(*) FROM users WHERE invite_id = NEW.invite_id) >= invite.uses THEN
      PERFORM refuse('users_invite_uses_check', 'This invite link has been used up');
    END IF;
    NEW.invited_by := invite.created_by;
  END IF;
  IF mode = 'closed' OR (mode = 'invite' AND NEW.invite_id IS NULL) THEN
    PERFORM refuse('users_registration_check', 'This forum does not take new members');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_before_insert BEFORE INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION users_before_insert();

-- Tokens that members' own programs send instead of a password.
CREATE TABLE access_tokens (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT access_tokens_name_check CHECK (is_text(name, 60)),
  scope text NOT NULL CONSTRAINT access_tokens_scope_check CHECK (scope IN ('read', 'write', 'moderate')),
  -- SHA-256 of the token in hex, so that a stolen copy of the database cannot be used to sign in.
  token_hash text NOT NULL UNIQUE
    CONSTRAINT access_tokens_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time of the last use, precise to the minute. Null: never used.
  used_at timestamptz,
  expires_at timestamptz NOT NULL
    CONSTRAINT access_tokens_expires_at_check CHECK (expires_at > created_at
      AND (expires_at - created_at) <= interval '365 days')
);
CREATE INDEX access_tokens_expires_at_index ON access_tokens (expires_at);
CREATE INDEX access_tokens_member_index ON access_tokens (member_id, created_at DESC);

-- Limits the number of a member's tokens. Locks the profile, so that tokens are created one at a time. Sanctions lock
-- it too (lockMemberWrites in moderation/sanctions/sql.server.ts), so each token is created before or after a sanction.
CREATE FUNCTION access_tokens_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.member_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM access_tokens WHERE member_id = NEW.member_id AND expires_at > now()) >= 20 THEN
    PERFORM refuse('access_tokens_limit', 'A member can have at most 20 access tokens');
  END IF;
  IF EXISTS (SELECT FROM sanctions s WHERE s.member_id = NEW.member_id AND s.kind = 'suspension' AND is_in_force(s)) THEN
    PERFORM refuse('access_tokens_suspended', 'Suspended members cannot create access tokens');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER access_tokens_before_insert BEFORE INSERT ON access_tokens
  FOR EACH ROW EXECUTE FUNCTION access_tokens_before_insert();
CREATE TRIGGER access_tokens_after_change AFTER UPDATE OF expires_at OR DELETE ON access_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION invalidate_all_viewers();

-- Concepts, and the number of posts in each.
--
-- Order of locks: a deleted concept's posts by id (accounts/manage-forms/items.server.ts), then the concept itself.

-- A concept is a topic that posts are assigned to.
CREATE TABLE concepts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- This collation sorts names alphabetically for readers, even in a database cluster with the C locale.
  name text COLLATE "und-x-icu" NOT NULL CONSTRAINT concepts_name_check CHECK (is_text(name, 50)),
  color text NOT NULL CONSTRAINT concepts_color_check CHECK (color ~ '^#[0-9a-f]{6}$'),
  description text NOT NULL DEFAULT ''
    CONSTRAINT concepts_description_check CHECK (description = '' OR is_text(description, 500)),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT readable_name CHECK (is_readable_name(name))
);
CREATE UNIQUE INDEX concepts_name_key ON concepts (lower(name));

-- The number of posts in a concept is the sum of its rows here. With a single counter row, all authors in a concept
-- would wait for each other, and deadlock over several concepts. Counting a million posts on request would take 100 ms.
-- Each change therefore inserts a row, and each writer merges the rows that no other transaction has locked. When no
-- one is writing, a concept has one row.
CREATE TABLE concept_posts (
  concept_id uuid NOT NULL REFERENCES concepts ON DELETE CASCADE,
  posts integer NOT NULL
);
CREATE INDEX concept_posts_concept_id_index ON concept_posts (concept_id);

CREATE FUNCTION count_concept_posts(concept_ids uuid[], direction integer) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH merged AS (
    DELETE FROM concept_posts WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM concept_posts WHERE concept_id = ANY (concept_ids) FOR UPDATE SKIP LOCKED))
    RETURNING concept_id, posts
  )
  INSERT INTO concept_posts (concept_id, posts)
  SELECT concept_id, sum(parts.posts) FROM (
    SELECT concept_id, posts FROM merged
    UNION ALL
    SELECT changed, direction FROM unnest(concept_ids) AS changed) AS parts
  -- Skips deleted concepts: deleting a concept deletes its post_concepts, whose trigger calls this function.
  WHERE EXISTS (SELECT FROM concepts WHERE id = concept_id)
  GROUP BY concept_id;
END $$;

CREATE FUNCTION counter_drift_of_concepts() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'concept_posts', c.id, coalesce(s.stored, 0), coalesce(p.counted, 0)
  FROM concepts c
  LEFT JOIN (SELECT concept_id, sum(posts) AS stored FROM concept_posts GROUP BY 1) s ON s.concept_id = c.id
  LEFT JOIN (SELECT concept_id, count(*) AS counted FROM post_concepts GROUP BY 1) p ON p.concept_id = c.id
  WHERE coalesce(s.stored, 0) <> coalesce(p.counted, 0)
$$;

-- Posts, their lists, and a member's views, reads and bookmarks of posts.
--
-- To prevent deadlocks, rows are locked in this order: posts by id, comments, post_rankings, then profiles by id.
--
-- If other members have commented, deleting a post leaves a stub: a row without author, title and text that keeps the
-- discussion readable at its URL. "Removed" means taken down by a moderator (removals.sql).

-- The fill factor leaves free space on each page. Since no index of posts contains a counter, a vote can update this
-- wide row without touching any index (a HOT update).
CREATE TABLE posts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL
    CONSTRAINT posts_title_check CHECK (char_length(title) BETWEEN 1 AND 200 AND title = btrim(title,
      E' \t\r\n')),
  -- Sanitized HTML. The limits exceed those of content_text, because tags and entities count too.
  content text NOT NULL
    CONSTRAINT posts_content_check CHECK (char_length(content) BETWEEN 1
      AND CASE format WHEN 'plain' THEN 60000 ELSE 300000 END),
  -- Plain text of `content`, for search, previews and descriptions. The application derives it.
  content_text text NOT NULL
    CONSTRAINT posts_content_text_check CHECK (
      char_length(content_text) <= CASE format WHEN 'plain' THEN 10000 ELSE 100000 END
      AND content_text ~ '\S'),
  format text NOT NULL DEFAULT 'rich' CONSTRAINT posts_format_check CHECK (format IN ('rich', 'plain')),
  -- The first of the post's concepts, set by the triggers on post_concepts.
  concept_id uuid REFERENCES concepts ON DELETE SET NULL,
  -- Null: the author has left. The post stays, because the discussion belongs to all who took part.
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  votes_score integer NOT NULL DEFAULT 0,
  view_count integer NOT NULL DEFAULT 0 CONSTRAINT posts_view_count_check CHECK (view_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CONSTRAINT posts_comment_count_check CHECK (comment_count >= 0),
  is_pinned boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- Excerpt for lists. PostgreSQL compresses longer texts and stores them separately, so a list of fifty posts would
  -- have to unpack fifty of them. A preview has 200 characters. The other 50 allow for white space that is collapsed.
  opening text NOT NULL GENERATED ALWAYS AS (left(content_text, 250)) STORED,
  -- Time of the newest comment that is neither deleted nor removed, or null.
  last_comment_at timestamptz,
  deleted_at timestamptz,
  -- The member who deleted the post. Never shown, but needed to tell that member's comments from other members'.
  deleted_by uuid REFERENCES profiles ON DELETE SET NULL,
  removed_at timestamptz,
  removal_id uuid,
  locked_at timestamptz,
  -- An earlier post about the same question. Like a locked post, a duplicate accepts no comments.
  duplicate_of uuid REFERENCES posts ON DELETE SET NULL,
  CONSTRAINT posts_duplicate_of_itself CHECK (duplicate_of <> id),
  CONSTRAINT posts_removed_check CHECK (
    (removed_at IS NULL) = (removal_id IS NULL) AND (
      removed_at IS NULL OR deleted_at IS NULL AND title = 'Removed post'
        AND content = '<p>This post was removed by a moderator.</p>'
        AND content_text = 'This post was removed by a moderator.' AND concept_id IS NULL AND NOT is_pinned)),
  -- The stub of a deleted post has neutral texts instead of empty ones. Queries that do not distinguish stubs thus
  -- have something to show, and nothing by the author.
  CONSTRAINT posts_stub_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN deleted_by IS NULL
      ELSE title = 'Deleted post' AND content = '<p>This post was deleted.</p>' AND content_text = 'This post was deleted.'
        AND author_id IS NULL AND concept_id IS NULL AND NOT is_pinned AND votes_score = 0 AND edited_at IS NULL
    END)
) WITH (fillfactor = 85);
CREATE INDEX posts_author_index ON posts (author_id, created_at DESC, id DESC);
CREATE INDEX posts_concept_id_index ON posts (concept_id);
CREATE INDEX posts_deleted_by_index ON posts (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE INDEX posts_duplicate_of_index ON posts (duplicate_of) WHERE duplicate_of IS NOT NULL;
-- Contains only a few rows. The home page queries pinned posts separately and shows them first.
CREATE INDEX posts_pinned_index ON posts (created_at DESC, id DESC) WHERE is_pinned;
CREATE INDEX posts_removal_index ON posts (removal_id) WHERE removal_id IS NOT NULL;

CREATE FUNCTION posts_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_edit boolean := TG_OP = 'UPDATE' AND NEW.deleted_at IS NULL AND (OLD.title <> NEW.title OR OLD.content <> NEW.content);
BEGIN
  IF is_edit AND OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL THEN
    PERFORM refuse('posts_edit_removed', 'Removed content cannot be edited');
  END IF;
  IF TG_OP = 'INSERT' OR is_edit THEN
    IF NOT is_readable_name(NEW.title) THEN
      PERFORM refuse('readable_name', 'A title needs a letter, digit or emoji, and at most four marks on a character');
    ELSIF octet_length(NEW.content) > 330000 THEN
      PERFORM refuse('posts_content_bytes', 'A post has at most 330,000 bytes (POST_BYTES)');
    END IF;
  END IF;
  -- A removal or restoration by a moderator does not count as an edit.
  IF is_edit AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN
    NEW.updated_at := now();
    NEW.edited_at := now();
  END IF;
  IF NEW.duplicate_of IS DISTINCT FROM OLD.duplicate_of AND NEW.duplicate_of IS NOT NULL AND TG_OP = 'UPDATE' THEN
    PERFORM check_duplicate(NEW.id, NEW.duplicate_of);
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL THEN
    PERFORM delete_removal_of_stub('post', NEW.id, OLD.author_id, OLD.removal_id);
    NEW.removed_at := NULL;
    NEW.removal_id := NULL;
  END IF;
  RETURN NEW;
END $$;
-- Lists the columns, so that votes, views and comments do not fire this trigger.
CREATE TRIGGER posts_before_write BEFORE INSERT OR UPDATE OF title, content, deleted_at, duplicate_of ON posts
  FOR EACH ROW EXECUTE FUNCTION posts_before_write();

-- Refuses an original that is itself a duplicate, deleted or removed. If two posts are marked as each other's
-- duplicate simultaneously, the locks let only one succeed.
CREATE FUNCTION check_duplicate(duplicate uuid, original uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = original AND deleted_at IS NULL AND removed_at IS NULL AND duplicate_of IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM refuse('posts_duplicate_original', 'The original must exist and must not be a duplicate itself');
  ELSIF EXISTS (SELECT FROM posts WHERE duplicate_of = duplicate) THEN
    PERFORM refuse('posts_duplicate_of_original', 'A post with duplicates cannot be a duplicate itself');
  END IF;
END $$;

CREATE FUNCTION posts_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  SELECT whole_forum(), id, created_at, votes_score, comment_count, view_count, coalesce(last_comment_at, created_at)
  FROM added;
  UPDATE profiles SET post_count = post_count + more.posts
  FROM (SELECT author_id, count(*) AS posts FROM added GROUP BY author_id) AS more
  WHERE profiles.id = more.author_id;
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_insert AFTER INSERT ON posts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION posts_after_insert();

-- Runs at the commit, when the post's concepts have been inserted, so that a new post is indexed only once.
CREATE FUNCTION posts_at_commit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_post(NEW.id);
  -- NEW is the text as inserted. A later change in the same transaction has already counted the difference.
  PERFORM count_words(NULL, NEW.title || ' ' || NEW.content_text);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER posts_at_commit AFTER INSERT ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION posts_at_commit();

-- A trigger of its own, so that votes do not run posts_after_update(), which compares long texts.
CREATE FUNCTION posts_after_count() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_rankings
  SET created_at = NEW.created_at, votes_score = NEW.votes_score,
    comment_count = NEW.comment_count, view_count = NEW.view_count,
    active_at = coalesce(NEW.last_comment_at, NEW.created_at)
  WHERE post_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_count AFTER UPDATE OF created_at, votes_score, comment_count, view_count,
    last_comment_at ON posts
  FOR EACH ROW WHEN (
    ROW(OLD.created_at, OLD.votes_score, OLD.comment_count, OLD.view_count, OLD.last_comment_at)
      IS DISTINCT FROM ROW(NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count, NEW.last_comment_at))
  EXECUTE FUNCTION posts_after_count();

CREATE FUNCTION posts_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_new_stub boolean := OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL;
  is_new_removal boolean := OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL;
  is_restored boolean := OLD.removed_at IS NOT NULL AND NEW.removed_at IS NULL AND NEW.deleted_at IS NULL;
  is_edit boolean := OLD.title <> NEW.title OR OLD.content <> NEW.content;
BEGIN
  -- post_follows has a copy of the creation time, which only operators change.
  IF OLD.created_at <> NEW.created_at THEN
    UPDATE post_follows SET posted_at = NEW.created_at WHERE post_id = NEW.id;
  END IF;
  IF is_new_stub OR is_new_removal THEN
    DELETE FROM post_rankings WHERE post_id = NEW.id;
    DELETE FROM post_search WHERE post_id = NEW.id;
  END IF;
  IF is_new_stub THEN
    DELETE FROM user_activity WHERE target_id = NEW.id;
    DELETE FROM revisions WHERE post_id = NEW.id;
    -- The stub of a deleted post cannot be locked, a duplicate, or the original of a duplicate.
    UPDATE posts SET duplicate_of = NULL WHERE duplicate_of = NEW.id;
    UPDATE posts SET duplicate_of = NULL, locked_at = NULL
    WHERE id = NEW.id AND (duplicate_of IS NOT NULL OR locked_at IS NOT NULL);
  ELSIF is_edit AND OLD.removed_at IS NULL AND NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN
    PERFORM store_revision(NEW.id, NULL, OLD.created_at, OLD.title, OLD.content, OLD.format);
  END IF;
  IF is_restored THEN
    -- The trigger on post_concepts adds the rows for the post's concepts.
    INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
    VALUES (whole_forum(), NEW.id, NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count,
      coalesce(NEW.last_comment_at, NEW.created_at));
  END IF;
  IF OLD.deleted_at IS NULL AND (
    is_edit OR OLD.content_text <> NEW.content_text OR is_new_stub OR is_new_removal OR is_restored) THEN
    IF NEW.deleted_at IS NULL AND NEW.removed_at IS NULL THEN
      PERFORM index_post(NEW.id);
    END IF;
    PERFORM count_words(
      CASE WHEN OLD.removed_at IS NULL THEN OLD.title || ' ' || OLD.content_text END,
      CASE WHEN NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN NEW.title || ' ' || NEW.content_text END);
  END IF;
  IF (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) THEN
    PERFORM index_comments_of_post(NEW.id, NEW.removed_at IS NULL);
  END IF;
  IF is_new_removal OR is_new_stub AND OLD.removed_at IS NULL THEN
    UPDATE profiles SET post_count = post_count - 1 WHERE id = OLD.author_id;
  ELSIF is_restored THEN
    UPDATE profiles SET post_count = post_count + 1 WHERE id = NEW.author_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_update AFTER UPDATE OF created_at, title, content, content_text, deleted_at,
    removed_at ON posts
  FOR EACH ROW EXECUTE FUNCTION posts_after_update();

CREATE FUNCTION posts_before_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Deleting a post changes the counters of its author and of all commenters. Locking their profiles in order of id
  -- before the first change avoids deadlocks between two deletions.
  PERFORM FROM profiles
  WHERE id = OLD.author_id OR id IN (SELECT author_id FROM comments WHERE post_id = OLD.id)
  ORDER BY id FOR NO KEY UPDATE;
  IF OLD.removed_at IS NOT NULL THEN
    -- search_words does not count words of comments below a removed post. comments_after_delete() subtracts them
    -- anyway, because the cascade has deleted the post by then. Adding them here keeps the count correct.
    PERFORM count_words(NULL, content) FROM comments WHERE post_id = OLD.id AND deleted_at IS NULL AND removed_at IS NULL;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER posts_before_delete BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION posts_before_delete();

-- Runs once per statement, because updating a member's row repeatedly in one transaction takes quadratic time: each
-- update searches all earlier versions of the row.
CREATE FUNCTION posts_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET post_count = post_count - gone.posts
  FROM (SELECT author_id, count(*) AS posts FROM deleted WHERE removed_at IS NULL GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  DELETE FROM user_activity WHERE target_id IN (SELECT id FROM deleted);
  IF EXISTS (SELECT FROM deleted WHERE removed_at IS NOT NULL) THEN
    PERFORM delete_removed_content('post', ARRAY(SELECT id FROM deleted WHERE removed_at IS NOT NULL));
  END IF;
  PERFORM count_words(title || ' ' || content_text, NULL) FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_delete AFTER DELETE ON posts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION posts_after_delete();

-- A post has up to 12 concepts (CONCEPT_LIMIT). The one at position 0 is also stored in posts.concept_id.
CREATE TABLE post_concepts (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  concept_id uuid NOT NULL REFERENCES concepts ON DELETE CASCADE,
  position smallint NOT NULL CONSTRAINT post_concepts_position_check CHECK (position BETWEEN 0 AND 11),
  PRIMARY KEY (post_id, concept_id),
  CONSTRAINT post_concepts_position_key UNIQUE (post_id, position) DEFERRABLE
);
CREATE INDEX post_concepts_concept_id_index ON post_concepts (concept_id);

-- Rows for sorted lists of posts. A post has one row for each scope: the whole forum (the nil id) and each of its
-- concepts. Every list reads one index from the cursor on. A list of several concepts merges several such reads.
-- Triggers maintain the table.
--
-- Measured on PostgreSQL 18 with two shared cores, for 51 rows with authors, concepts and previews, client included,
-- at 10,000 / 1,000,000 posts: newest 1.5 / 1.5 ms, top 1.4 / 1.4, discussed 1.4 / 1.3, views 1.5 / 1.4. Row 50,000
-- takes as long as row 1. Five concepts 1.6 / 1.1, top of the day 0.6 / 1.5, week 1.5 / 2.3, month 1.4 / 1.1, year
-- 1.4 / 1.3. A vote writes one row here and one for each concept: 2,500 to 4,400 votes a second with fsync. Sorted
-- indexes on posts would cost as much, copy the wide row on each vote, and not support concepts.
--
-- Each vote leaves a dead row, so vacuum runs when 2 % of the rows are dead instead of 20 %.
CREATE TABLE post_rankings (
  scope uuid NOT NULL,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  votes_score integer NOT NULL,
  comment_count integer NOT NULL,
  view_count integer NOT NULL,
  active_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, scope)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX post_rankings_active ON post_rankings (scope, active_at DESC, post_id DESC) INCLUDE (created_at);
CREATE INDEX post_rankings_discussed ON post_rankings (scope, comment_count DESC, post_id DESC)
  INCLUDE (created_at);
-- Ids sort by time, so post_id puts the newest first among equals.
CREATE INDEX post_rankings_newest ON post_rankings (scope, created_at DESC, post_id DESC)
  INCLUDE (votes_score, comment_count, view_count);
CREATE INDEX post_rankings_top ON post_rankings (scope, votes_score DESC, post_id DESC) INCLUDE (created_at);
CREATE INDEX post_rankings_views ON post_rankings (scope, view_count DESC, post_id DESC) INCLUDE (created_at);

-- Locks the posts before copying their counters. The lock waits for running votes, and later votes find the new rows.
CREATE FUNCTION post_concepts_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM added) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM posts WHERE id IN (SELECT post_id FROM added) AND removed_at IS NOT NULL) THEN
    PERFORM refuse('post_concepts_post_removed', 'A removed post has no concepts');
  END IF;
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  SELECT a.concept_id, p.id, p.created_at, p.votes_score, p.comment_count, p.view_count,
    coalesce(p.last_comment_at, p.created_at)
  FROM added a JOIN posts p ON p.id = a.post_id;
  UPDATE posts SET concept_id = a.concept_id FROM added a WHERE a.position = 0 AND posts.id = a.post_id;
  PERFORM count_concept_posts(ARRAY(SELECT concept_id FROM added), 1);
  -- Skips new posts, which have no row in post_search until they are indexed at the commit.
  PERFORM index_post(post_id) FROM post_search WHERE post_id IN (SELECT post_id FROM added);
  RETURN NULL;
END $$;
CREATE TRIGGER post_concepts_after_insert AFTER INSERT ON post_concepts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION post_concepts_after_insert();

CREATE FUNCTION post_concepts_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM deleted) ORDER BY id FOR NO KEY UPDATE;
  UPDATE posts SET concept_id =
    (SELECT concept_id FROM post_concepts WHERE post_id = posts.id ORDER BY position LIMIT 1)
  FROM deleted d
  WHERE posts.id = d.post_id AND (posts.concept_id = d.concept_id OR posts.concept_id IS NULL);
  DELETE FROM post_rankings r USING deleted d WHERE r.post_id = d.post_id AND r.scope = d.concept_id;
  PERFORM count_concept_posts(ARRAY(SELECT concept_id FROM deleted), -1);
  -- If the concept itself was deleted, its posts need no new index entry, because no search asks for the concept.
  PERFORM index_post(post_id) FROM post_search WHERE post_id IN (
    SELECT post_id FROM deleted d WHERE EXISTS (SELECT FROM concepts WHERE id = d.concept_id));
  RETURN NULL;
END $$;
CREATE TRIGGER post_concepts_after_delete AFTER DELETE ON post_concepts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION post_concepts_after_delete();

-- Posts that a member has viewed. The specification requires the columns for IP address and browser. The forum never
-- needs the IP address, so a check refuses this personal data.
CREATE TABLE post_views (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  ip_address inet CONSTRAINT post_views_ip_address_check CHECK (ip_address IS NULL),
  user_agent text CONSTRAINT post_views_user_agent_check CHECK (char_length(user_agent) <= 300),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX post_views_post_id_index ON post_views (post_id);
CREATE INDEX post_views_user_id_index ON post_views (user_id);

-- Adds the views that the application has collected, except views of posts that no longer exist. Locks posts in order
-- of id, so that two nodes do not deadlock.
CREATE FUNCTION add_post_views(post_ids uuid[], views integer[]) RETURNS void
LANGUAGE sql AS $$
  WITH gathered AS (
    SELECT post_id, sum(n)::integer AS n FROM unnest(post_ids, views) AS v (post_id, n) GROUP BY post_id
  ), locked AS MATERIALIZED (
    SELECT id FROM posts WHERE id = ANY (post_ids) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE posts SET view_count = view_count + gathered.n
  FROM locked JOIN gathered ON gathered.post_id = locked.id
  WHERE posts.id = locked.id
$$;

-- How far a member has read a discussion. Other members' later comments are shown as new. They are counted on request
-- (comments_post_index), so writing a comment costs nothing extra and the number cannot become wrong.
CREATE TABLE post_reads (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- Time of the newest comment that was on screen, or of the post if there was none.
  read_until timestamptz NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, post_id),
  -- Refuses times in the future.
  CONSTRAINT post_reads_until_check CHECK (read_until <= read_at)
);
CREATE INDEX post_reads_post_id_index ON post_reads (post_id);
CREATE INDEX post_reads_recent_index ON post_reads (user_id, read_at DESC);

CREATE TABLE bookmarks (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (post_id, user_id)
);
CREATE INDEX bookmarks_user_index ON bookmarks (user_id, created_at DESC, id DESC);

-- Refuses comments, bookmarks and so on (`rows_of`) for deleted and removed posts. Called after the insertion, when the
-- foreign key has locked the post: running deletions have finished, and later ones wait for this transaction. Uses a
-- generic plan, because otherwise PostgreSQL would plan the query again for each array.
CREATE FUNCTION refuse_unless_post_visible(rows_of text, post_ids uuid[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  post record;
BEGIN
  SELECT deleted_at, removed_at INTO post FROM posts
  WHERE id = ANY (post_ids) AND (deleted_at IS NOT NULL OR removed_at IS NOT NULL) LIMIT 1;
  IF post.deleted_at IS NOT NULL THEN
    PERFORM refuse(rows_of || '_post_deleted', 'A deleted post accepts no ' || rows_of);
  ELSIF post.removed_at IS NOT NULL THEN
    PERFORM refuse(rows_of || '_post_removed', 'A removed post accepts no ' || rows_of);
  END IF;
END $$;

CREATE FUNCTION bookmarks_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_unless_post_visible('bookmarks', ARRAY(SELECT post_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER bookmarks_after_insert AFTER INSERT ON bookmarks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bookmarks_after_insert();

-- Deletes a post, or replaces it with a stub if other members have commented. Returns all commenters, because their
-- cached profile pages mention the post. The application checks permission.
CREATE FUNCTION delete_post(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
BEGIN
  -- This lock prevents new comments, votes and bookmarks until the commit.
  SELECT author_id INTO author FROM posts WHERE id = target AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT DISTINCT author_id FROM comments WHERE post_id = target AND author_id IS NOT NULL;
  IF NOT has_comments_of_others(target, author) THEN
    DELETE FROM posts WHERE id = target;
    RETURN;
  END IF;
  DELETE FROM votes WHERE post_id = target;
  DELETE FROM bookmarks WHERE post_id = target;
  DELETE FROM post_follows WHERE post_id = target;
  DELETE FROM post_views WHERE post_id = target;
  DELETE FROM notifications WHERE post_id = target AND comment_id IS NULL;
  -- Must come before the DELETE from post_concepts, whose trigger would index the post again for each row.
  DELETE FROM post_search WHERE post_id = target;
  DELETE FROM post_concepts WHERE post_id = target;
  UPDATE posts SET deleted_at = now(), deleted_by = author, author_id = NULL, title = 'Deleted post',
    content = '<p>This post was deleted.</p>', content_text = 'This post was deleted.', format = 'plain',
    is_pinned = false, edited_at = NULL, updated_at = now()
  WHERE id = target;
END $$;

-- Comments with one level of replies, and revisions of posts and comments. The counters of posts and profiles
-- include only comments that are neither deleted nor removed.
--
-- Order of locks: post, comment, post_rankings, then profiles by id. Adding a reply and deleting a comment both lock
-- the post first. Until the commit, nobody can delete the parent of a new reply, or reply to a comment that is being
-- deleted.
--
-- Deletion of a comment (deleteComment in content/comments/write-sql.server.ts):
--   * A comment with replies leaves a stub: a row without author and text that holds the replies together.
--     comments_after_update() subtracts it from the counters and deletes its votes, notifications, activity,
--     revisions, search entry and, if a moderator had removed it, the saved original text.
--   * The row of a comment without replies is deleted. Foreign keys delete its votes, notifications, revisions and
--     search entry. comments_after_delete() subtracts it from the counters and deletes its activity and, if a
--     moderator had removed it, the saved original text. Deleting the last reply also deletes the stub above it.
--   * Deleting the last comment by another member below a stub of a post also deletes that stub.
--
-- "Deleted" means by the author, "removed" means taken down by a moderator (removals.sql).

CREATE TABLE comments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- No ON DELETE action is needed: a comment with replies becomes a stub, and deleting a post deletes a comment and
  -- its replies in one statement.
  parent_id uuid REFERENCES comments,
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  content text NOT NULL CONSTRAINT comments_content_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN char_length(content) <= 10000 AND content ~ '\S'
      ELSE content = '' AND author_id IS NULL AND parent_id IS NULL
    END),
  votes_score integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- Set if the comment was deleted but has replies, so that only a stub of it remains.
  deleted_at timestamptz,
  -- The reply that this reply responds to. Null: it responds to the parent comment, or the other reply was deleted.
  answered_id uuid REFERENCES comments ON DELETE SET NULL,
  removed_at timestamptz,
  removal_id uuid,
  CONSTRAINT comments_answered_check CHECK (answered_id IS NULL OR parent_id IS NOT NULL),
  -- Needed because a comment that is its own parent passes both the insert trigger and the foreign key.
  CONSTRAINT comments_reply_to_itself CHECK (parent_id <> id),
  CONSTRAINT comments_removed_check CHECK ((removed_at IS NULL) = (removal_id IS NULL) AND (removed_at IS NULL
    OR deleted_at IS NULL AND content = 'This comment was removed by a moderator.'))
) WITH (fillfactor = 90);
CREATE INDEX comments_answered_index ON comments (answered_id) WHERE answered_id IS NOT NULL;
CREATE INDEX comments_author_index ON comments (author_id, created_at DESC, id DESC);
CREATE INDEX comments_parent_index ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_post_index ON comments (post_id, created_at, id);
CREATE INDEX comments_removal_index ON comments (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX comments_top_level_index ON comments (post_id, created_at, id) WHERE parent_id IS NULL;

-- Refuses a reply if its parent is a reply, a stub, a removed comment or a comment on another post. The lock on the
-- post prevents changes of the parent until the commit.
--
-- If the reply in answered_id was deleted or belongs to another thread, the comment is accepted and answered_id is
-- set to null.
CREATE FUNCTION comments_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent comments;
BEGIN
  PERFORM FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  SELECT * INTO parent FROM comments WHERE id = NEW.parent_id;
  IF parent.parent_id IS NOT NULL THEN
    PERFORM refuse('comments_reply_depth', 'Replies are one level deep');
  ELSIF parent.post_id <> NEW.post_id THEN
    PERFORM refuse('comments_reply_post', 'A reply belongs to the post of its parent');
  ELSIF parent.deleted_at IS NOT NULL THEN
    PERFORM refuse('comments_reply_deleted', 'A deleted comment cannot be replied to');
  ELSIF parent.removed_at IS NOT NULL THEN
    PERFORM refuse('comments_reply_removed', 'A removed comment cannot be replied to');
  END IF;
  IF NEW.answered_id IS NOT NULL THEN
    NEW.answered_id := (SELECT id FROM comments WHERE id = NEW.answered_id AND parent_id = NEW.parent_id);
  END IF;
  RETURN NEW; -- if the parent does not exist, the foreign key refuses the reply
END $$;
CREATE TRIGGER comments_before_insert BEFORE INSERT ON comments
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION comments_before_insert();

CREATE FUNCTION comments_before_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_edit boolean := OLD.content <> NEW.content AND NEW.deleted_at IS NULL;
BEGIN
  IF OLD.post_id <> NEW.post_id OR OLD.parent_id IS DISTINCT FROM NEW.parent_id THEN
    PERFORM refuse('comments_stay', 'A comment cannot be moved');
  ELSIF is_edit AND OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL THEN
    PERFORM refuse('comments_edit_removed', 'Removed content cannot be edited');
  END IF;
  -- A removal or restoration by a moderator does not count as an edit.
  IF is_edit AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN
    NEW.updated_at := now();
    NEW.edited_at := now();
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL THEN
    PERFORM delete_removal_of_stub('comment', NEW.id, OLD.author_id, OLD.removal_id);
    NEW.removed_at := NULL;
    NEW.removal_id := NULL;
  END IF;
  RETURN NEW;
END $$;
-- Lists the columns, so that votes do not fire this trigger.
CREATE TRIGGER comments_before_update BEFORE UPDATE OF content, post_id, parent_id, deleted_at ON comments
  FOR EACH ROW EXECUTE FUNCTION comments_before_update();

-- Runs once per statement: importing 10,000 comments on one post takes 0.2 s, but 37 s with a trigger for each row.
CREATE FUNCTION comments_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- This lock waits for a moderator who is locking the discussion (locked_at), and a moderator who locks it later
  -- waits for this transaction. Moderators and admins may comment on a locked post.
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM added) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM added JOIN posts ON posts.id = added.post_id
    WHERE (posts.locked_at IS NOT NULL OR posts.duplicate_of IS NOT NULL) AND NOT is_staff(added.author_id)) THEN
    PERFORM refuse('comments_post_locked', 'A locked post accepts no comments');
  END IF;
  PERFORM refuse_unless_post_visible('comments', ARRAY(SELECT post_id FROM added));
  UPDATE posts SET comment_count = comment_count + more.comments,
    last_comment_at = greatest(last_comment_at, more.latest)
  FROM (
    SELECT post_id, count(*) AS comments, max(created_at) AS latest
    FROM added WHERE deleted_at IS NULL GROUP BY post_id) AS more
  WHERE posts.id = more.post_id;
  UPDATE profiles SET comment_count = comment_count + more.comments
  FROM (SELECT author_id, count(*) AS comments FROM added WHERE deleted_at IS NULL GROUP BY author_id) AS more
  WHERE profiles.id = more.author_id;
  INSERT INTO comment_search (id, n, search_vector)
  SELECT id, n, short_text_document(n, content)
  FROM (
    SELECT id, content, nextval(pg_get_serial_sequence('comment_search', 'n')) AS n
    FROM added WHERE deleted_at IS NULL ORDER BY created_at, id) AS these;
  PERFORM count_new_words(ARRAY(SELECT content FROM added WHERE deleted_at IS NULL));
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER comments_after_insert AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION comments_after_insert();

CREATE FUNCTION comments_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_new_stub boolean := OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL;
  is_toggled boolean := (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL);
BEGIN
  IF is_new_stub THEN
    -- Must run first, because it locks all affected profiles in order of id.
    PERFORM delete_empty_post_stubs(ARRAY[NEW.post_id], ARRAY[OLD.author_id]);
    IF OLD.removed_at IS NULL THEN
      PERFORM change_comment_count(NEW.post_id, OLD.author_id, OLD.created_at, -1);
    END IF;
    DELETE FROM user_activity WHERE target_id = NEW.id;
    DELETE FROM notifications WHERE comment_id = NEW.id;
    DELETE FROM revisions WHERE comment_id = NEW.id;
    DELETE FROM votes WHERE comment_id = NEW.id;
  ELSIF is_toggled AND NEW.deleted_at IS NULL THEN
    PERFORM change_comment_count(
      NEW.post_id, NEW.author_id, NEW.created_at, CASE WHEN NEW.removed_at IS NULL THEN 1 ELSE -1 END);
  ELSIF OLD.content <> NEW.content AND NEW.deleted_at IS NULL AND NEW.removed_at IS NULL THEN
    PERFORM store_revision(NULL, NEW.id, OLD.created_at, NULL, OLD.content, NULL);
  END IF;
  IF OLD.content <> NEW.content OR is_toggled THEN
    PERFORM index_changed_comment(NEW.id, NEW.post_id,
      CASE WHEN OLD.removed_at IS NULL THEN OLD.content END,
      CASE WHEN NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN NEW.content END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_after_update AFTER UPDATE OF content, deleted_at, removed_at ON comments
  FOR EACH ROW EXECUTE FUNCTION comments_after_update();

-- Runs once per statement, because updating a row repeatedly in one transaction is slow (posts_after_delete).
CREATE FUNCTION comments_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Must run first, because it locks all affected profiles in order of id.
  PERFORM delete_empty_post_stubs(
    ARRAY(SELECT DISTINCT post_id FROM deleted), ARRAY(SELECT DISTINCT author_id FROM deleted WHERE author_id IS NOT NULL));
  PERFORM FROM posts
  WHERE id IN (SELECT post_id FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL) ORDER BY id FOR NO KEY UPDATE;
  UPDATE posts SET comment_count = comment_count - gone.comments,
    last_comment_at = last_comment_without(gone.latest, last_comment_at, id)
  FROM (
    SELECT post_id, count(*) AS comments, max(created_at) AS latest
    FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL GROUP BY post_id) AS gone
  WHERE posts.id = gone.post_id;
  UPDATE profiles SET comment_count = comment_count - gone.comments
  FROM (
    SELECT author_id, count(*) AS comments
    FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  DELETE FROM user_activity WHERE target_id IN (SELECT id FROM deleted);
  IF EXISTS (SELECT FROM deleted WHERE removed_at IS NOT NULL) THEN
    PERFORM delete_removed_content('comment', ARRAY(SELECT id FROM deleted WHERE removed_at IS NOT NULL));
  END IF;
  -- search_words does not count words of comments below a removed post, so they are not subtracted.
  PERFORM count_words(content, NULL) FROM deleted
  WHERE deleted_at IS NULL AND removed_at IS NULL
    AND NOT EXISTS (SELECT FROM posts WHERE id = deleted.post_id AND removed_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER comments_after_delete AFTER DELETE ON comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION comments_after_delete();

-- Saves a comment in one round trip, with the id from its author's browser or a new id. `names`: mentioned usernames.
-- Returns the notified members. If the returned id is null, a comment with the given id already exists and nothing
-- was written.
CREATE FUNCTION write_comment(
  given uuid, post uuid, parent uuid, answered uuid, author uuid, body text, names text[], OUT id uuid,
  OUT notified_user_ids uuid[]
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  written uuid;
BEGIN
  INSERT INTO comments (id, post_id, parent_id, answered_id, author_id, content)
  VALUES (coalesce(given, new_id()), post, parent, CASE WHEN parent IS NOT NULL THEN answered END, author, body)
  ON CONFLICT (id) DO NOTHING RETURNING comments.id INTO written;
  id := written;
  IF written IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
  VALUES (author, 'comment_created', 'comment', written, jsonb_build_object('is_reply', parent IS NOT NULL))
  ON CONFLICT (target_id, user_id, action) DO NOTHING;
  notified_user_ids := ARRAY(SELECT notify_of_comment(written, names));
END $$;

-- Returns the time of the newest remaining comment. Searches only if the deleted comment was the newest. The caller
-- has locked the post, so no new comment is missed.
CREATE FUNCTION last_comment_without(gone timestamptz, last timestamptz, post uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN gone < last THEN last ELSE (
    SELECT created_at FROM comments
    WHERE post_id = post AND deleted_at IS NULL AND removed_at IS NULL ORDER BY created_at DESC LIMIT 1) END
$$;

-- Adds a visible comment to the counters (`change` is 1) or subtracts one (-1).
CREATE FUNCTION change_comment_count(post uuid, author uuid, written_at timestamptz, change integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = post FOR NO KEY UPDATE;
  UPDATE posts SET comment_count = comment_count + change, last_comment_at = CASE change
    WHEN 1 THEN greatest(last_comment_at, written_at) ELSE last_comment_without(written_at, last_comment_at, id) END
  WHERE id = post;
  UPDATE profiles SET comment_count = comment_count + change WHERE id = author;
END $$;

-- Returns whether anyone but `author` has commented. Comments of deleted accounts count as other members' comments.
CREATE FUNCTION has_comments_of_others(post uuid, author uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM comments WHERE post_id = post AND deleted_at IS NULL AND (author_id = author) IS NOT TRUE)
$$;

-- Deletes those `candidates` that are stubs of deleted posts without other members' comments. The caller also changes
-- the counters of `authors`, who wrote the comments just deleted. Their profiles are locked here together with the
-- others, in order of id.
CREATE FUNCTION delete_empty_post_stubs(candidates uuid[], authors uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  bare uuid[];
BEGIN
  PERFORM FROM posts WHERE id = ANY (candidates) AND deleted_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  bare := ARRAY(
    SELECT id FROM posts
    WHERE id = ANY (candidates) AND deleted_at IS NOT NULL AND NOT has_comments_of_others(id, deleted_by));
  PERFORM FROM profiles
  WHERE id = ANY (authors) OR id IN (SELECT author_id FROM comments WHERE post_id = ANY (bare))
  ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM posts WHERE id = ANY (bare);
END $$;

-- Former versions of posts and comments. Each row is an edit: the replaced text, the member who replaced it, and the
-- time. The current text is not stored here.
--
-- post_id and comment_id are separate columns, so that foreign keys can delete revisions with their post or comment.
CREATE TABLE revisions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  -- Number of this version, starting at 1. The version that replaced it has the next number.
  number integer NOT NULL CONSTRAINT revisions_number_check CHECK (number >= 1),
  title text,
  content text,
  format text CONSTRAINT revisions_format_check CHECK (format IN ('rich', 'plain')),
  -- Null: the editor is unknown or has left.
  edited_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time at which a moderator erased the text.
  redacted_at timestamptz,
  redaction_id uuid,
  CONSTRAINT revisions_item_check CHECK (num_nonnulls(post_id, comment_id) = 1),
  CONSTRAINT revisions_redaction_check CHECK (redaction_id IS NULL OR redacted_at IS NOT NULL),
  CONSTRAINT revisions_words_check CHECK (
    CASE
      WHEN redacted_at IS NOT NULL THEN num_nonnulls(title, content, format) = 0
      WHEN post_id IS NOT NULL THEN num_nulls(title, content, format) = 0
      ELSE content IS NOT NULL AND num_nonnulls(title, format) = 0
    END)
);
CREATE UNIQUE INDEX revisions_comment_key ON revisions (comment_id, number) WHERE comment_id IS NOT NULL;
CREATE INDEX revisions_edited_by_index ON revisions (edited_by) WHERE edited_by IS NOT NULL;
-- Also prevents two simultaneous edits from getting the same number.
CREATE UNIQUE INDEX revisions_post_key ON revisions (post_id, number) WHERE post_id IS NOT NULL;
CREATE INDEX revisions_redaction_index ON revisions (redaction_id) WHERE redaction_id IS NOT NULL;

-- Returns whether an edit is stored as a revision. Edits in the first five minutes are stored only if there are
-- replies, votes or reports, because those refer to the earlier version.
CREATE FUNCTION is_edit_stored(post uuid, comment uuid, written_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT written_at <= now() - interval '5 minutes' OR CASE WHEN comment IS NULL THEN
    EXISTS (SELECT FROM comments WHERE post_id = post) OR EXISTS (SELECT FROM votes WHERE post_id = post)
    OR EXISTS (SELECT FROM moderation_cases WHERE kind = 'post' AND target_id = post)
  ELSE
    EXISTS (SELECT FROM comments WHERE parent_id = comment) OR EXISTS (SELECT FROM comments WHERE answered_id = comment)
    OR EXISTS (SELECT FROM votes WHERE comment_id = comment)
    OR EXISTS (SELECT FROM moderation_cases WHERE kind = 'comment' AND target_id = comment)
  END
$$;

-- Stores the replaced text. The editor's id comes from a setting of the transaction (setEditor). The update has
-- locked the row of the post or comment, so edits are numbered one at a time.
CREATE FUNCTION store_revision(
  post uuid, comment uuid, written_at timestamptz, old_title text, old_content text, old_format text
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  last integer;
BEGIN
  IF NOT is_edit_stored(post, comment, written_at) THEN
    RETURN;
  END IF;
  IF comment IS NULL THEN
    SELECT max(number) INTO last FROM revisions WHERE post_id = post;
  ELSE
    SELECT max(number) INTO last FROM revisions WHERE comment_id = comment;
  END IF;
  INSERT INTO revisions (post_id, comment_id, number, title, content, format, edited_by)
  VALUES (post, comment, coalesce(last, 0) + 1, old_title, old_content, old_format,
    nullif(current_setting('threshold.editor', true), '')::uuid);
END $$;

-- Votes on posts and comments. Members may vote for their own posts and comments.
--
-- The author is notified of a vote of 1, unless they voted themselves (notify_of_vote in notifications.sql).
-- Withdrawing a vote of 1, or changing it to -1, withdraws the notification. A vote of -1 does not notify.
--
-- Order of locks: post, comment, vote, then notifications of the author.

-- Each member has at most one vote for a post or comment.
CREATE TABLE votes (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  vote_type smallint NOT NULL CONSTRAINT votes_vote_type_check CHECK (vote_type IN (1, -1)),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT votes_item_check CHECK (num_nonnulls(post_id, comment_id) = 1)
);
CREATE UNIQUE INDEX votes_comment_key ON votes (comment_id, user_id) WHERE comment_id IS NOT NULL;
-- post_id comes first, so that one index finds both a member's votes for the posts on screen and all votes for a
-- deleted post.
CREATE UNIQUE INDEX votes_post_key ON votes (post_id, user_id) WHERE post_id IS NOT NULL;
CREATE INDEX votes_user_id_index ON votes (user_id);

-- Sets a member's vote: 1, -1, or 0 to withdraw it. Returns the new score, whether anything changed, and the author
-- if their notifications changed. The score is null if the post does not exist or is deleted or removed.
--
-- Changes vote, score, activity and notification in one round trip. A vote of 1 notifies the author (notify_of_vote).
CREATE FUNCTION vote_on_post(
  voter uuid, target uuid, wanted smallint, OUT votes_score integer, OUT post_id uuid,
  OUT has_changed boolean, OUT notified_user_id uuid
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- Votes on the same post wait for each other here, so that each sees the result of the previous one.
  SELECT id, author_id, posts.votes_score INTO post_id, author, votes_score
  FROM posts WHERE id = target AND deleted_at IS NULL AND removed_at IS NULL FOR NO KEY UPDATE;
  SELECT vote_type INTO previous FROM votes WHERE votes.post_id = target AND user_id = voter;
  has_changed := votes_score IS NOT NULL AND coalesce(previous, 0) <> wanted;
  IF NOT has_changed THEN
    RETURN;
  ELSIF wanted = 0 THEN
    DELETE FROM votes WHERE votes.post_id = target AND user_id = voter;
  ELSIF previous IS NULL THEN
    INSERT INTO votes (user_id, post_id, vote_type) VALUES (voter, target, wanted);
  ELSE
    UPDATE votes SET vote_type = wanted WHERE votes.post_id = target AND user_id = voter;
  END IF;
  notified_user_id := record_vote(voter, author, target, NULL, previous, wanted);
  SELECT posts.votes_score INTO votes_score FROM posts WHERE id = target;
END $$;

-- Like vote_on_post(), for a comment. Also returns the post that the comment belongs to.
CREATE FUNCTION vote_on_comment(
  voter uuid, target uuid, wanted smallint, OUT votes_score integer, OUT post_id uuid,
  OUT has_changed boolean, OUT notified_user_id uuid
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- Locks the post first, like all code, so that a deletion of the post waits instead of causing a deadlock.
  PERFORM FROM posts WHERE id = (SELECT c.post_id FROM comments c WHERE c.id = target) FOR KEY SHARE;
  SELECT c.post_id, c.author_id, c.votes_score INTO post_id, author, votes_score
  FROM comments c WHERE c.id = target AND c.deleted_at IS NULL AND c.removed_at IS NULL FOR NO KEY UPDATE;
  SELECT vote_type INTO previous FROM votes WHERE comment_id = target AND user_id = voter;
  has_changed := votes_score IS NOT NULL AND coalesce(previous, 0) <> wanted;
  IF NOT has_changed THEN
    RETURN;
  ELSIF wanted = 0 THEN
    DELETE FROM votes WHERE comment_id = target AND user_id = voter;
  ELSIF previous IS NULL THEN
    INSERT INTO votes (user_id, comment_id, vote_type) VALUES (voter, target, wanted);
  ELSE
    UPDATE votes SET vote_type = wanted WHERE comment_id = target AND user_id = voter;
  END IF;
  notified_user_id := record_vote(voter, author, post_id, target, previous, wanted);
  SELECT comments.votes_score INTO votes_score FROM comments WHERE id = target;
END $$;

-- Changes the score of a post or comment by `difference`. Called once per statement for each post or comment.
CREATE FUNCTION add_to_score(post uuid, comment uuid, difference bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF comment IS NULL THEN
    UPDATE posts SET votes_score = votes_score + difference WHERE id = post AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_post_deleted', 'A deleted or removed post cannot be voted on');
    END IF;
  ELSE
    UPDATE comments SET votes_score = votes_score + difference
    WHERE id = comment AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_comment_deleted', 'A deleted or removed comment cannot be voted on');
    END IF;
  END IF;
END $$;

-- Runs once per statement: the demo community inserts 7,585 votes in one statement, in 1.5 s. A trigger for each row
-- takes 13.7 s.
CREATE FUNCTION votes_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  voted record;
BEGIN
  FOR voted IN SELECT post_id, comment_id, sum(vote_type) AS difference FROM added GROUP BY post_id, comment_id LOOP
    PERFORM add_to_score(voted.post_id, voted.comment_id, voted.difference);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_after_insert AFTER INSERT ON votes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION votes_after_insert();

CREATE FUNCTION votes_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  voted record;
BEGIN
  FOR voted IN
    SELECT post_id, comment_id, sum(difference) AS difference
    FROM (
      SELECT post_id, comment_id, vote_type AS difference FROM changed
      UNION ALL
      SELECT post_id, comment_id, - vote_type FROM former) AS differences
    GROUP BY post_id, comment_id
  LOOP
    PERFORM add_to_score(voted.post_id, voted.comment_id, voted.difference);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_after_update AFTER UPDATE ON votes
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION votes_after_update();

-- Runs once per statement, because a deleted member may have cast thousands of votes. Locks rows in order of id.
CREATE FUNCTION votes_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM deleted) ORDER BY id FOR NO KEY UPDATE;
  UPDATE posts SET votes_score = votes_score - gone.score
  FROM (SELECT post_id, sum(vote_type) AS score FROM deleted WHERE post_id IS NOT NULL GROUP BY post_id) AS gone
  WHERE posts.id = gone.post_id;
  PERFORM FROM comments WHERE id IN (SELECT comment_id FROM deleted) ORDER BY id FOR NO KEY UPDATE;
  UPDATE comments SET votes_score = votes_score - gone.score
  FROM (SELECT comment_id, sum(vote_type) AS score FROM deleted WHERE comment_id IS NOT NULL GROUP BY comment_id) AS gone
  WHERE comments.id = gone.comment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_after_delete AFTER DELETE ON votes
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION votes_after_delete();

-- Updates activity and notifies the author. Returns the author if their notifications changed.
CREATE FUNCTION record_vote(
  voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint
) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
BEGIN
  IF wanted = 0 THEN
    DELETE FROM user_activity WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  ELSE
    INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
    VALUES (voter, 'vote_cast', CASE WHEN comment IS NULL THEN 'post' ELSE 'comment' END, target,
      jsonb_build_object('vote_type', wanted))
    ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata;
  END IF;
  RETURN notify_of_vote(voter, author, post, comment, previous, wanted);
END $$;

-- Follows, mutes and blocks.
--
-- Follows of members are public. Follows of posts and concepts are private. Cached pages are the same for all readers,
-- so the reader's browser hides muted members' texts. For notifications, follows, messages and counts, the database
-- applies mutes and blocks.
--
-- Order of locks: profiles by id, then lock_relation(), then notifications. A post comes before its follows.

-- Members who follow other members.
CREATE TABLE user_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  following_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (follower_id, following_id),
  CONSTRAINT user_follows_not_oneself CHECK (follower_id <> following_id)
);
CREATE INDEX user_follows_follower_index ON user_follows (follower_id, created_at DESC, id DESC);
CREATE INDEX user_follows_following_index ON user_follows (following_id, created_at DESC, id DESC);

-- Makes `follower` follow or unfollow `followed`. Returns the new number of followers, whether anything changed, and
-- the followed member if their notifications changed.
CREATE FUNCTION set_follow(
  follower uuid, followed uuid, wanted boolean, OUT followers_count integer, OUT has_changed boolean,
  OUT notified_user_id uuid
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  is_notified boolean;
BEGIN
  -- Concurrent calls for the same two members wait here, so that each sees the result of the previous one.
  PERFORM FROM profiles WHERE id IN (follower, followed) ORDER BY id FOR NO KEY UPDATE;
  IF wanted THEN
    INSERT INTO user_follows (follower_id, following_id) VALUES (follower, followed) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM user_follows WHERE follower_id = follower AND following_id = followed;
  END IF;
  has_changed := FOUND;
  IF has_changed AND wanted THEN
    INSERT INTO user_activity (user_id, action, target_type, target_id)
    VALUES (follower, 'member_followed', 'profile', followed)
    ON CONFLICT (target_id, user_id, action) DO NOTHING;
    is_notified := notify_of_follow(follower, followed, true);
  ELSIF has_changed THEN
    DELETE FROM user_activity WHERE target_id = followed AND user_id = follower AND action = 'member_followed';
    is_notified := notify_of_follow(follower, followed, false);
  END IF;
  notified_user_id := CASE WHEN is_notified THEN followed END;
  SELECT profiles.followers_count INTO followers_count FROM profiles WHERE id = followed;
END $$;

-- Locks both profiles in order of id, as set_block() does, so that two members who follow each other simultaneously
-- do not deadlock.
CREATE FUNCTION user_follows_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  follow user_follows := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  difference integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM profiles WHERE id IN (follow.follower_id, follow.following_id) ORDER BY id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND (
    is_blocked(NEW.following_id, NEW.follower_id) OR is_blocked(NEW.follower_id, NEW.following_id)) THEN
    PERFORM refuse('user_follows_blocked', 'One of the two has blocked the other');
  END IF;
  UPDATE profiles SET following_count = following_count + difference WHERE id = follow.follower_id;
  UPDATE profiles SET followers_count = followers_count + difference WHERE id = follow.following_id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_follows_after_change AFTER INSERT OR DELETE ON user_follows
  FOR EACH ROW EXECUTE FUNCTION user_follows_after_change();

CREATE FUNCTION counter_drift_of_follows() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'profiles.followers_count', m.id, m.followers_count::bigint, coalesce(f.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT following_id, count(*) AS counted FROM user_follows GROUP BY 1) f ON f.following_id = m.id
  WHERE m.followers_count <> coalesce(f.counted, 0)
  UNION ALL
  SELECT 'profiles.following_count', m.id, m.following_count, coalesce(f.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT follower_id, count(*) AS counted FROM user_follows GROUP BY 1) f ON f.follower_id = m.id
  WHERE m.following_count <> coalesce(f.counted, 0)
$$;

-- Members who follow concepts.
CREATE TABLE concept_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  concept_id uuid NOT NULL REFERENCES concepts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (follower_id, concept_id)
);
CREATE INDEX concept_follows_concept_index ON concept_follows (concept_id);

-- Members who follow discussions. A discussion is a post with its comments.
CREATE TABLE post_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Copy of posts.created_at, because a member's list is sorted by it.
  posted_at timestamptz NOT NULL,
  UNIQUE (follower_id, post_id)
);
CREATE INDEX post_follows_follower_index ON post_follows (follower_id, created_at DESC, id DESC)
  INCLUDE (post_id);
CREATE INDEX post_follows_post_index ON post_follows (post_id, follower_id);
CREATE INDEX post_follows_posted_index ON post_follows (follower_id, posted_at DESC, post_id DESC);

CREATE FUNCTION post_follows_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM refuse('post_follows_stay', 'A follow cannot be moved');
  END IF;
  -- FOR KEY SHARE waits for a running deletion of the post, and later deletions wait for this transaction. If there is
  -- no such post, posted_at becomes null and its NOT NULL constraint fails. set_post_follow() checks for the post
  -- first, to avoid that error.
  NEW.posted_at := (SELECT created_at FROM posts WHERE id = NEW.post_id FOR KEY SHARE);
  PERFORM refuse_unless_post_visible('post_follows', ARRAY[NEW.post_id]);
  -- Following a discussion unmutes it.
  DELETE FROM post_mutes WHERE member_id = NEW.follower_id AND post_id = NEW.post_id;
  RETURN NEW;
END $$;
CREATE TRIGGER post_follows_before_write BEFORE INSERT OR UPDATE OF id, follower_id, post_id, created_at ON post_follows
  FOR EACH ROW EXECUTE FUNCTION post_follows_before_write();

-- Follows or unfollows a discussion. Unfollowing also deletes an unread notification about the discussion. Returns
-- whether the post exists and whether an unread notification was deleted.
CREATE FUNCTION set_post_follow(
  follower uuid, followed uuid, wanted boolean, OUT is_found boolean, OUT has_less boolean
)
LANGUAGE plpgsql AS $$
BEGIN
  has_less := false;
  PERFORM FROM posts WHERE id = followed AND (deleted_at IS NULL AND removed_at IS NULL OR NOT wanted) FOR KEY SHARE;
  is_found := FOUND;
  IF is_found AND wanted THEN
    INSERT INTO post_follows (follower_id, post_id) VALUES (follower, followed) ON CONFLICT DO NOTHING;
  ELSIF is_found THEN
    DELETE FROM post_follows WHERE follower_id = follower AND post_id = followed;
    DELETE FROM notifications
    WHERE user_id = follower AND dedupe_key = 'followed_post:' || followed AND NOT is_read;
    has_less := FOUND;
  END IF;
END $$;

-- Muted discussions, of which the member receives no notifications. A member can either follow or mute a discussion,
-- not both.
CREATE TABLE post_mutes (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, post_id)
);
CREATE INDEX post_mutes_post_id_index ON post_mutes (post_id);

-- Mutes or unmutes a discussion. Muting unfollows it. Notifications that were already unread are hidden during the
-- mute and shown again afterwards. New notifications during the mute are dropped, except those of votes. Unmuting is
-- always possible, also for a stub or a removed post.
CREATE FUNCTION set_post_mute(
  member uuid, target uuid, wanted boolean, OUT is_found boolean, OUT has_changed boolean
)
LANGUAGE plpgsql AS $$
BEGIN
  has_changed := false;
  PERFORM FROM posts WHERE id = target AND (deleted_at IS NULL AND removed_at IS NULL OR NOT wanted) FOR KEY SHARE;
  is_found := FOUND;
  IF is_found AND wanted THEN
    PERFORM set_post_follow(member, target, false);
    INSERT INTO post_mutes (member_id, post_id) VALUES (member, target) ON CONFLICT DO NOTHING;
    has_changed := FOUND;
  ELSIF is_found THEN
    DELETE FROM post_mutes WHERE member_id = member AND post_id = target;
    has_changed := FOUND;
  END IF;
END $$;

CREATE FUNCTION is_post_muted(reader uuid, post uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM post_mutes WHERE member_id = reader AND post_id = post)
$$;

-- Members whom other members muted. A member receives no notifications of muted members' actions.
CREATE TABLE mutes (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  muted_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, muted_id),
  CONSTRAINT mutes_not_oneself CHECK (member_id <> muted_id)
);
CREATE INDEX mutes_muted_id_index ON mutes (muted_id);
CREATE INDEX mutes_newest_index ON mutes (member_id, created_at DESC, muted_id DESC);

-- Blocked members. Blocking includes muting. Neither member can message or follow the other, and the blocked member
-- cannot reply to the blocking member's notes.
CREATE TABLE blocks (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, blocked_id),
  CONSTRAINT blocks_not_oneself CHECK (member_id <> blocked_id)
);
CREATE INDEX blocks_blocked_id_index ON blocks (blocked_id);
CREATE INDEX blocks_newest_index ON blocks (member_id, created_at DESC, blocked_id DESC);

CREATE FUNCTION is_blocked(member uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM blocks WHERE member_id = member AND blocked_id = other)
$$;

-- Returns whether `reader` muted or blocked `other`.
CREATE FUNCTION ignores(reader uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM mutes WHERE member_id = reader AND muted_id = other) OR is_blocked(reader, other)
$$;

CREATE FUNCTION ignored_by(reader uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT muted_id FROM mutes WHERE member_id = reader
  UNION SELECT blocked_id FROM blocks WHERE member_id = reader
$$;

-- Takes an advisory lock on a pair of members: exclusive to block, shared to send a text. So no text can arrive after a
-- block is committed. Callers that also lock the two profiles lock those first. The seed 96 distinguishes this lock
-- from others.
CREATE FUNCTION lock_relation(one uuid, other uuid, is_exclusive boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  key bigint := hashtextextended(least(one, other)::text || greatest(one, other)::text, 96);
BEGIN
  IF is_exclusive THEN
    PERFORM pg_advisory_xact_lock(key);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(key);
  END IF;
END $$;

-- Mutes or unmutes a member. Notifications that were already unread are hidden during the mute and shown again
-- afterwards. New notifications during the mute are dropped, except those of votes and likes.
CREATE FUNCTION set_mute(reader uuid, other uuid, wanted boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = reader FOR NO KEY UPDATE;
  IF wanted THEN
    INSERT INTO mutes (member_id, muted_id) VALUES (reader, other) ON CONFLICT DO NOTHING;
    -- The limit exists because a browser loads the whole list on every visit.
    IF (SELECT count(*) FROM mutes WHERE member_id = reader) > 1000 THEN
      PERFORM refuse('mutes_most', 'A member can mute at most 1000 members');
    END IF;
    PERFORM ignore_in_notifications(reader, other);
  ELSE
    DELETE FROM mutes WHERE member_id = reader AND muted_id = other;
  END IF;
END $$;

-- Blocks or unblocks a member. Blocking ends follows in both directions. Returns whether it ended a follow.
CREATE FUNCTION set_block(member uuid, other uuid, wanted boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  was_followed boolean := false;
BEGIN
  PERFORM FROM profiles WHERE id IN (member, other) ORDER BY id FOR NO KEY UPDATE;
  PERFORM lock_relation(member, other, true);
  IF wanted THEN
    INSERT INTO blocks (member_id, blocked_id) VALUES (member, other) ON CONFLICT DO NOTHING;
    IF (SELECT count(*) FROM blocks WHERE member_id = member) > 1000 THEN
      PERFORM refuse('blocks_most', 'A member can block at most 1000 members');
    END IF;
    SELECT bool_or(ended.has_changed) INTO was_followed
    FROM (VALUES (member, other), (other, member)) AS pair (one, two)
    CROSS JOIN LATERAL set_follow(pair.one, pair.two, false) AS ended;
    PERFORM ignore_in_notifications(member, other);
  ELSE
    DELETE FROM blocks WHERE member_id = member AND blocked_id = other;
  END IF;
  RETURN was_followed;
END $$;

-- Short notes with one level of replies, and their likes.
--
-- Order of locks: a note, then its reply (lock_note), then likes and notifications.
--
-- If other members have replied, deleting a note leaves a stub without author and text.

CREATE TABLE notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Null: the author has left. The note stays without a name.
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  parent_id uuid REFERENCES notes ON DELETE CASCADE,
  content text NOT NULL CONSTRAINT notes_content_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN char_length(content) <= 500 AND content ~ '\S' AND content = btrim(content, E' \t\r\n')
      ELSE content = '' AND author_id IS NULL AND parent_id IS NULL
    END),
  likes_count integer NOT NULL DEFAULT 0 CONSTRAINT notes_likes_count_check CHECK (likes_count >= 0),
  replies_count integer NOT NULL DEFAULT 0 CONSTRAINT notes_replies_count_check CHECK (replies_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  edited_at timestamptz,
  removed_at timestamptz,
  removal_id uuid,
  CONSTRAINT notes_removed_check CHECK ((removed_at IS NULL) = (removal_id IS NULL) AND (removed_at IS NULL
    OR deleted_at IS NULL AND content = 'This note was removed by a moderator.')),
  CONSTRAINT notes_reply_to_itself CHECK (parent_id <> id),
  -- Refuses likes of a deleted note's stub: a like would increment the counter and so violate this check.
  CONSTRAINT notes_stub_likes CHECK (deleted_at IS NULL OR likes_count = 0)
) WITH (fillfactor = 90);
-- For deleting an account. Unlike notes_author_index, this index includes replies.
CREATE INDEX notes_author_id_index ON notes (author_id);
CREATE INDEX notes_author_index ON notes (author_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_parent_index ON notes (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX notes_recent_index ON notes (created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_removal_index ON notes (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX notes_trending_index ON notes (likes_count DESC, id DESC) WHERE parent_id IS NULL;

-- Refuses a reply if its parent is a reply, a stub or a removed note, or if the parent's author has blocked the
-- replying member. Locks the parent until the commit, so that its replies are counted one at a time.
CREATE FUNCTION notes_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent notes;
BEGIN
  SELECT * INTO parent FROM notes WHERE id = NEW.parent_id FOR NO KEY UPDATE;
  IF parent.parent_id IS NOT NULL THEN
    PERFORM refuse('notes_reply_depth', 'Replies are one level deep');
  ELSIF parent.deleted_at IS NOT NULL THEN
    PERFORM refuse('notes_reply_deleted', 'A deleted note cannot be replied to');
  ELSIF parent.removed_at IS NOT NULL THEN
    PERFORM refuse('notes_reply_removed', 'A removed note cannot be replied to');
  END IF;
  IF parent.author_id <> NEW.author_id THEN
    PERFORM lock_relation(parent.author_id, NEW.author_id, false);
    -- A note that is sent again is not refused here, because the primary key refuses it as a duplicate.
    IF is_blocked(parent.author_id, NEW.author_id) AND NOT EXISTS (SELECT FROM notes WHERE id = NEW.id) THEN
      PERFORM refuse('notes_reply_blocked', 'The author of the note has blocked the member');
    END IF;
  END IF;
  RETURN NEW; -- if the parent does not exist, the foreign key refuses the reply
END $$;
CREATE TRIGGER notes_before_insert BEFORE INSERT ON notes
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION notes_before_insert();

CREATE FUNCTION notes_before_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_edit boolean := OLD.content <> NEW.content AND NEW.deleted_at IS NULL;
BEGIN
  IF OLD.parent_id IS DISTINCT FROM NEW.parent_id THEN
    PERFORM refuse('notes_stay', 'A note cannot be moved');
  ELSIF is_edit AND OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL THEN
    PERFORM refuse('notes_edit_removed', 'Removed content cannot be edited');
  END IF;
  -- A removal or restoration by a moderator does not count as an edit.
  IF is_edit AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN
    NEW.updated_at := now();
    NEW.edited_at := now();
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL THEN
    PERFORM delete_removal_of_stub('note', NEW.id, OLD.author_id, OLD.removal_id);
    NEW.removed_at := NULL;
    NEW.removal_id := NULL;
  END IF;
  RETURN NEW;
END $$;
-- Lists the columns, so that likes and replies do not fire this trigger.
CREATE TRIGGER notes_before_update BEFORE UPDATE OF content, parent_id, deleted_at ON notes
  FOR EACH ROW EXECUTE FUNCTION notes_before_update();

CREATE FUNCTION notes_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notes SET replies_count = replies_count + more.replies
  FROM (SELECT parent_id, count(*) AS replies FROM added WHERE parent_id IS NOT NULL GROUP BY parent_id) AS more
  WHERE notes.id = more.parent_id;
  INSERT INTO note_search (id, n, search_vector)
  SELECT id, n, short_text_document(n, content)
  FROM (
    SELECT id, content, nextval(pg_get_serial_sequence('note_search', 'n')) AS n
    FROM added WHERE deleted_at IS NULL ORDER BY created_at, id) AS these;
  PERFORM count_new_words(ARRAY(SELECT content FROM added WHERE deleted_at IS NULL));
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER notes_after_insert AFTER INSERT ON notes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notes_after_insert();

CREATE FUNCTION notes_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  was_visible boolean := OLD.deleted_at IS NULL AND OLD.removed_at IS NULL;
  is_visible boolean := NEW.deleted_at IS NULL AND NEW.removed_at IS NULL;
BEGIN
  IF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
    DELETE FROM user_activity WHERE target_id = NEW.id;
  END IF;
  IF NOT is_visible THEN
    DELETE FROM note_search WHERE id = NEW.id;
  ELSIF OLD.content <> NEW.content OR NOT was_visible THEN
    UPDATE note_search SET search_vector = short_text_document(n, NEW.content) WHERE id = NEW.id;
  END IF;
  IF OLD.content <> NEW.content OR was_visible <> is_visible THEN
    PERFORM count_words(CASE WHEN was_visible THEN OLD.content END, CASE WHEN is_visible THEN NEW.content END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notes_after_update AFTER UPDATE OF content, deleted_at, removed_at ON notes
  FOR EACH ROW EXECUTE FUNCTION notes_after_update();

CREATE FUNCTION notes_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notes SET replies_count = replies_count - gone.replies
  FROM (SELECT parent_id, count(*) AS replies FROM deleted WHERE parent_id IS NOT NULL GROUP BY parent_id) AS gone
  WHERE notes.id = gone.parent_id;
  DELETE FROM user_activity WHERE target_id IN (SELECT id FROM deleted);
  IF EXISTS (SELECT FROM deleted WHERE removed_at IS NOT NULL) THEN
    PERFORM delete_removed_content('note', ARRAY(SELECT id FROM deleted WHERE removed_at IS NOT NULL));
  END IF;
  PERFORM count_words(content, NULL) FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER notes_after_delete AFTER DELETE ON notes
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION notes_after_delete();

-- Locks a note until the commit, after its parent. Deletions and likes use this function, so that simultaneous
-- changes of a note and its reply do not deadlock.
CREATE FUNCTION lock_note(target uuid) RETURNS SETOF notes
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notes WHERE id = (SELECT parent_id FROM notes WHERE id = target) FOR NO KEY UPDATE;
  RETURN QUERY SELECT * FROM notes WHERE id = target FOR NO KEY UPDATE;
END $$;

-- Deletes a note, or replaces it with a stub if others replied. Returns the deleted ids: the note, its replies, and the
-- stub above if the note was its last reply. The application checks permission.
CREATE FUNCTION delete_note(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  note notes;
BEGIN
  -- This lock prevents new replies and likes until the commit.
  SELECT * INTO note FROM lock_note(target) WHERE deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM notes WHERE parent_id = target AND author_id IS DISTINCT FROM note.author_id) THEN
    DELETE FROM note_likes WHERE note_id = target;
    DELETE FROM notifications WHERE note_id = target;
    UPDATE notes SET deleted_at = now(), content = '', author_id = NULL WHERE id = target;
    RETURN;
  END IF;
  RETURN QUERY SELECT id FROM notes WHERE id = target OR parent_id = target;
  DELETE FROM notes WHERE id = target;
  RETURN QUERY DELETE FROM notes
  WHERE id = note.parent_id AND deleted_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM notes reply WHERE reply.parent_id = note.parent_id)
  RETURNING id;
END $$;

CREATE TABLE note_likes (
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (note_id, user_id)
);
CREATE INDEX note_likes_user_id_index ON note_likes (user_id);

-- Runs once per statement, because imports and deleted accounts change many likes at once. Locks notes by id.
CREATE FUNCTION note_likes_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM notes WHERE id IN (SELECT note_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM notes WHERE id IN (SELECT note_id FROM changed) AND removed_at IS NOT NULL)
  THEN
    PERFORM refuse('note_likes_note_removed', 'A removed note cannot be liked');
  END IF;
  UPDATE notes SET likes_count = likes_count + direction * more.likes
  FROM (SELECT note_id, count(*) AS likes FROM changed GROUP BY note_id) AS more
  WHERE notes.id = more.note_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_likes_after_insert AFTER INSERT ON note_likes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_likes_after_change();
CREATE TRIGGER note_likes_after_delete AFTER DELETE ON note_likes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_likes_after_change();

CREATE FUNCTION counter_drift_of_notes() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'notes.likes_count', n.id, n.likes_count::bigint, coalesce(l.counted, 0)
  FROM notes n LEFT JOIN (SELECT note_id, count(*) AS counted FROM note_likes GROUP BY 1) l ON l.note_id = n.id
  WHERE n.likes_count <> coalesce(l.counted, 0)
  UNION ALL
  SELECT 'notes.replies_count', n.id, n.replies_count, coalesce(r.counted, 0)
  FROM notes n LEFT JOIN (SELECT parent_id, count(*) AS counted FROM notes GROUP BY 1) r ON r.parent_id = n.id
  WHERE n.replies_count <> coalesce(r.counted, 0)
  UNION ALL
  -- Reports a deleted note's stub without replies, which should have been deleted with the last reply.
  SELECT 'notes.deleted_at', n.id, 0, 1 FROM notes n WHERE n.deleted_at IS NOT NULL AND n.replies_count = 0
$$;

-- Direct messages between two members.
--
-- Order of locks: lock_relation(), then conversations by key.

-- Messages never change, except that they are marked as read. Deleting the account of either member deletes the
-- messages, unless they are moved to former_messages.
CREATE TABLE messages (
  id uuid PRIMARY KEY DEFAULT new_id(),
  content text NOT NULL
    CONSTRAINT messages_content_check CHECK (char_length(content) <= 4000 AND content ~ '\S'
      AND content = btrim(content, E' \t\r\n')),
  sender_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  recipient_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  is_read boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT messages_not_to_oneself CHECK (sender_id <> recipient_id)
);
CREATE INDEX messages_sender_id_index ON messages (sender_id);
-- This index stores all messages of a conversation next to each other.
CREATE INDEX messages_thread_index ON messages
  (LEAST(sender_id, recipient_id), GREATEST(sender_id, recipient_id), created_at DESC, id DESC);
-- Also used to find the messages to a deleted recipient.
CREATE INDEX messages_unread_index ON messages (recipient_id, sender_id, is_read);

-- Refuses unwanted messages. Staff may always write. All refused senders get the same error, so that they cannot tell
-- a block from a general setting. Members cannot write to a member they blocked, because no reply could arrive.
-- Messages restored after a purge are accepted, because they were accepted when they were sent.
CREATE FUNCTION messages_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  accepted text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF ROW(NEW.id, NEW.content, NEW.sender_id, NEW.recipient_id, NEW.created_at)
      IS DISTINCT FROM ROW(OLD.id, OLD.content, OLD.sender_id, OLD.recipient_id, OLD.created_at)
      OR OLD.is_read AND NOT NEW.is_read THEN
      PERFORM refuse('messages_stay', 'A message only changes by being read');
    END IF;
    RETURN NEW;
  END IF;
  PERFORM lock_relation(NEW.sender_id, NEW.recipient_id, false);
  IF is_staff(NEW.sender_id) OR current_setting('threshold.publishes_for_others', true) = 'on' THEN
    RETURN NEW;
  END IF;
  SELECT messages_from INTO accepted FROM profiles WHERE id = NEW.recipient_id;
  IF NOT is_blocked(NEW.sender_id, NEW.recipient_id) AND NOT is_blocked(NEW.recipient_id, NEW.sender_id)
    AND (accepted IS NULL OR accepted = 'everyone' OR accepted = 'followed' AND EXISTS (
      SELECT FROM user_follows WHERE follower_id = NEW.recipient_id AND following_id = NEW.sender_id)) THEN
    RETURN NEW; -- if the recipient does not exist, the foreign key refuses the message
  ELSIF EXISTS (SELECT FROM messages WHERE id = NEW.id) THEN
    RETURN NEW; -- sent again: the primary key refuses it
  ELSIF is_blocked(NEW.sender_id, NEW.recipient_id) THEN
    PERFORM refuse('messages_to_blocked', 'The sender has blocked the recipient');
  END IF;
  PERFORM refuse('messages_unwanted', 'The recipient does not accept messages from this sender');
END $$;
CREATE TRIGGER messages_before_write BEFORE INSERT OR UPDATE ON messages
  FOR EACH ROW EXECUTE FUNCTION messages_before_write();

-- A conversation as one of its two members sees it. Without this table, listing a member's conversations would read
-- all of the member's messages. Measured with 100,000 members and 2,000,000 messages, for a member with 73,000
-- conversations and a thread of 130,000 messages: a page of conversations takes 0.4 ms, a page of a thread 0.1 ms,
-- sending 0.3 ms, and marking 20 messages as read 0.8 ms.
--
-- Created after messages, because cascades run in order of creation: a deleted account's messages must be deleted
-- before its conversations.
CREATE TABLE conversations (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  with_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  last_message_id uuid NOT NULL,
  last_message_at timestamptz NOT NULL,
  -- Number of messages from with_id that user_id has not read.
  unread_count integer NOT NULL DEFAULT 0 CONSTRAINT conversations_unread_count_check CHECK (unread_count >= 0),
  PRIMARY KEY (user_id, with_id)
) WITH (fillfactor = 85);
CREATE INDEX conversations_newest_index ON conversations (user_id, last_message_at DESC, last_message_id DESC);
CREATE INDEX conversations_unread_index ON conversations (user_id)
  INCLUDE (unread_count) WHERE unread_count > 0;
CREATE INDEX conversations_with_id_index ON conversations (with_id);

-- Locks conversations in order of their key, so that two members who write to each other simultaneously do not
-- deadlock.
CREATE FUNCTION messages_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO conversations AS c (user_id, with_id, last_message_id, last_message_at, unread_count)
  SELECT user_id, with_id, (array_agg(id ORDER BY created_at DESC, id DESC))[1], max(created_at),
    count(*) FILTER (WHERE is_unread)
  FROM (
    SELECT sender_id AS user_id, recipient_id AS with_id, id, created_at, false AS is_unread FROM added
    UNION ALL
    SELECT recipient_id, sender_id, id, created_at, NOT is_read FROM added) AS of_each_side
  GROUP BY user_id, with_id
  ORDER BY user_id, with_id
  ON CONFLICT (user_id, with_id) DO UPDATE SET
    last_message_id = CASE
      WHEN (excluded.last_message_at, excluded.last_message_id) > (c.last_message_at, c.last_message_id)
      THEN excluded.last_message_id ELSE c.last_message_id END,
    last_message_at = greatest(excluded.last_message_at, c.last_message_at),
    unread_count = c.unread_count + excluded.unread_count;
  PERFORM refuse_sanctioned(ARRAY(SELECT sender_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER messages_after_insert AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION messages_after_insert();

CREATE FUNCTION messages_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations c SET unread_count = c.unread_count - news.messages
  FROM (
    SELECT after.recipient_id, after.sender_id, count(*) AS messages
    FROM before JOIN after USING (id) WHERE NOT before.is_read AND after.is_read
    GROUP BY after.recipient_id, after.sender_id) AS news
  WHERE c.user_id = news.recipient_id AND c.with_id = news.sender_id;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_after_update AFTER UPDATE ON messages
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION messages_after_update();

CREATE FUNCTION messages_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM conversations c
  WHERE (user_id, with_id) IN (SELECT sender_id, recipient_id FROM deleted UNION SELECT recipient_id, sender_id FROM deleted)
  ORDER BY user_id, with_id FOR UPDATE;
  UPDATE conversations c
  SET unread_count = c.unread_count - gone.unread, last_message_id = latest.id, last_message_at = latest.created_at
  FROM (
    SELECT user_id, with_id, count(*) FILTER (WHERE is_unread) AS unread
    FROM (
      SELECT sender_id AS user_id, recipient_id AS with_id, false AS is_unread FROM deleted
      UNION ALL
      SELECT recipient_id, sender_id, NOT is_read FROM deleted) AS of_each_side
    GROUP BY user_id, with_id) AS gone
  CROSS JOIN LATERAL (
    SELECT id, created_at FROM messages
    WHERE least(sender_id, recipient_id) = least(gone.user_id, gone.with_id)
      AND greatest(sender_id, recipient_id) = greatest(gone.user_id, gone.with_id)
    ORDER BY created_at DESC, id DESC LIMIT 1) AS latest
  WHERE c.user_id = gone.user_id AND c.with_id = gone.with_id;
  DELETE FROM conversations c USING deleted
  WHERE (c.user_id, c.with_id) IN ((deleted.sender_id, deleted.recipient_id), (deleted.recipient_id, deleted.sender_id))
    AND NOT EXISTS (
      SELECT FROM messages
      WHERE least(sender_id, recipient_id) = least(c.user_id, c.with_id)
        AND greatest(sender_id, recipient_id) = greatest(c.user_id, c.with_id));
  RETURN NULL;
END $$;
CREATE TRIGGER messages_after_delete AFTER DELETE ON messages
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION messages_after_delete();

-- Returns the muted and blocked members, whose messages do not count as unread. Moderators and admins are excepted,
-- because their messages may be warnings.
CREATE FUNCTION uncounted_senders(reader uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT other FROM ignored_by(reader) AS other WHERE NOT is_staff(other)
$$;

CREATE FUNCTION counter_drift_of_conversations() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'conversations', coalesce(c.user_id, m.user_id), c.unread_count::bigint, m.unread_count
  FROM conversations c
  FULL JOIN (
    SELECT user_id, with_id, (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS last_message_id,
      max(created_at) AS last_message_at, count(*) FILTER (WHERE is_unread) AS unread_count
    FROM (
      SELECT sender_id AS user_id, recipient_id AS with_id, id, created_at, false AS is_unread FROM messages
      UNION ALL
      SELECT recipient_id, sender_id, id, created_at, NOT is_read FROM messages) AS of_each_side
    GROUP BY user_id, with_id) AS m ON m.user_id = c.user_id AND m.with_id = c.with_id
  WHERE ROW(c.last_message_id, c.last_message_at, c.unread_count)
    IS DISTINCT FROM ROW(m.last_message_id, m.last_message_at, m.unread_count::integer)
$$;

-- Conversations with a member who has left. Only the remaining member can read them.
CREATE TABLE former_conversations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- The leaving member. Becomes null when the account is deleted.
  left_id uuid REFERENCES profiles ON DELETE SET NULL,
  last_message_at timestamptz NOT NULL,
  CONSTRAINT former_conversations_left_key UNIQUE (member_id, left_id)
);
CREATE INDEX former_conversations_left_index ON former_conversations (left_id) WHERE left_id IS NOT NULL;
CREATE INDEX former_conversations_newest_index ON former_conversations
  (member_id, last_message_at DESC, id DESC);

CREATE TABLE former_messages (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES former_conversations ON DELETE CASCADE,
  -- Whether the remaining member wrote the message.
  is_own boolean NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX former_messages_conversation_index ON former_messages (conversation_id, created_at DESC, id DESC);

-- Activity and notifications.
--
-- A notification stores facts: who did what to which post, comment or note. Its text is composed when it is read
-- (people/notifications/copy.server.ts), so it never quotes text that was deleted or changed since.
--
--   event            notified members               deleted after                function
--   vote of 1        author of the post or comment  withdrawing or reversing it  notify_of_vote
--   comment          authors of the post, of the                                 notify_of_comment
--                      parent comment and of the
--                      reply it responds to;
--                      mentioned members; followers unfollowing, while unread
--   mention          the mentioned members                                       notify_of_mention
--   follow           the followed member            unfollowing, while unread    notify_of_follow
--   note liked       author of the note             withdrawing the like         notify_of_note_like
--   note replied to  author of the note                                          notify_of_note_reply
--   post classified  author of the post                                          notifyOfClassification
--                                                           (staff/post-moderation/sql.server.ts)
--   removal          the author                     restoring the content        remove_content (removals.sql)
--   sanction         the member                     lifting it, which notifies   insertSanction
--                                                     again                        (moderation/sanctions/sql.server.ts)
--   case decided     reporters, author of pending                                moderation_cases_after_update
--                      content                                                     (reports.sql)
--   appeal decided   the appellant                                               appeals_after_change (reports.sql)
--
-- Deleting or removing a post, comment or note also deletes the notifications about it.
--
-- Votes and likes are grouped: notify_grouped() adds a member to the notification, withdraw_notification() removes one.
--
-- Members receive no notification of their own actions, and at most one of each comment.
-- notifications_before_write() drops notifications that the recipient has muted or turned off.
--
-- Order of locks: the post, comment or note, then notifications in order of user_id.

-- Actions of members, for activity feeds. Each member, action and target has one row, even if the member undid and
-- repeated the action. Rows about a deleted post, comment, note or member are deleted with it, by triggers on its
-- table.
CREATE TABLE user_activity (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  action text NOT NULL CONSTRAINT user_activity_action_check CHECK (action ~ '^[a-z][a-z_]{0,49}$'),
  target_type text CONSTRAINT user_activity_target_type_check CHECK (target_type ~ '^[a-z][a-z_]{0,29}$'),
  -- Without a foreign key, because a target can be a row of several tables.
  target_id uuid,
  metadata jsonb
    CONSTRAINT user_activity_metadata_check CHECK (jsonb_typeof(metadata) = 'object'
      AND octet_length(metadata::text) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_activity_newest_index ON user_activity (created_at DESC, id DESC);
CREATE UNIQUE INDEX user_activity_target_key ON user_activity (target_id, user_id, action);
CREATE INDEX user_activity_user_index ON user_activity (user_id, created_at DESC, id DESC);
CREATE INDEX user_activity_writer_index ON user_activity (user_id, created_at)
  WHERE action IN ('post_created', 'comment_created', 'note_created');
-- This index leaves out votes, which are most of the activity.
CREATE INDEX user_activity_written_index ON user_activity (created_at DESC, user_id)
  WHERE action IN ('post_created', 'comment_created', 'note_created');

CREATE TABLE notifications (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  type text NOT NULL
    CONSTRAINT notifications_type_check CHECK (type IN ('appeal_outcome', 'approval_outcome', 'comment',
      'follow', 'followed_post', 'mention', 'note_like', 'note_reply', 'post_classified', 'removal',
      'report_outcome', 'sanction', 'vote')),
  is_read boolean NOT NULL DEFAULT false,
  -- The member whose action caused the notification. If it is grouped, the member to name first.
  related_user_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- For a grouped notification ("Ada and 3 others"): the latest twenty members who caused it, newest first.
  actor_ids uuid[] NOT NULL DEFAULT '{}'
    CONSTRAINT notifications_actor_ids_check CHECK (cardinality(actor_ids) <= 20),
  -- Becomes 0 when all votes, likes or follows are undone. The row then stays, hidden: actor_ids prevents repeated
  -- actions from notifying again.
  actor_count integer NOT NULL DEFAULT 1 CONSTRAINT notifications_actor_count_check CHECK (actor_count >= 0),
  -- The post that the notification links to. Deleting the post deletes the notification.
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  note_id uuid REFERENCES notes ON DELETE CASCADE,
  -- Key such as 'vote:post:ID' or 'follow:ID', so that an action that was undone and repeated has only one
  -- notification. Null: each action has its own.
  dedupe_key text CONSTRAINT notifications_dedupe_key_check CHECK (char_length(dedupe_key) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the comment replies to one of the recipient's comments, which may have been deleted since.
  is_reply boolean NOT NULL DEFAULT false,
  report_id uuid,
  sanction_id uuid,
  case_id uuid,
  appeal_id uuid,
  CONSTRAINT notifications_not_own_act CHECK (related_user_id <> user_id)
) WITH (fillfactor = 90);
CREATE INDEX notifications_appeal_id_index ON notifications (appeal_id) WHERE appeal_id IS NOT NULL;
CREATE INDEX notifications_case_id_index ON notifications (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX notifications_comment_id_index ON notifications (comment_id) WHERE comment_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_dedupe_key ON notifications (user_id, dedupe_key)
  WHERE dedupe_key IS NOT NULL;
CREATE INDEX notifications_note_id_index ON notifications (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX notifications_post_id_index ON notifications (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notifications_related_user_id_index ON notifications (related_user_id)
  WHERE related_user_id IS NOT NULL;
CREATE INDEX notifications_report_id_index ON notifications (report_id) WHERE report_id IS NOT NULL;
CREATE INDEX notifications_sanction_id_index ON notifications (sanction_id) WHERE sanction_id IS NOT NULL;
-- For the notifications page, which lists unread notifications from the newest. Some members have many.
CREATE INDEX notifications_unread_index ON notifications (user_id, created_at DESC, id DESC) WHERE NOT is_read;
CREATE INDEX notifications_user_index ON notifications (user_id, created_at DESC, id DESC);

-- Kinds of notifications that a member wants in the bell menu and by mail. Without a row, CHOICE_DEFAULTS apply: shown
-- in the menu, mailed in the digest. Notifications of moderation of the member's own content cannot be turned off.
CREATE TABLE notification_choices (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT notification_choices_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow',
      'vote', 'note_like', 'note_reply')),
  in_app boolean NOT NULL DEFAULT true,
  email text NOT NULL DEFAULT 'digest'
    CONSTRAINT notification_choices_email_check CHECK (email IN ('off', 'soon', 'digest')),
  PRIMARY KEY (member_id, kind)
);

CREATE FUNCTION wants_notification(reader uuid, wanted text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM notification_choices WHERE member_id = reader AND kind = wanted AND NOT in_app)
$$;

-- Drops a notification if the recipient muted or blocked the acting member, turned off the kind, or muted the
-- discussion. Applies to every insert. Votes and likes are stored as read instead of dropped, so that their number is
-- correct. Lists omit them during the mute. Dropping one notification does not prevent another about the same text, for
-- example about a mention.
--
-- Also stores the event for mail (mail.sql), even if the kind is turned off in the bell menu.
CREATE FUNCTION notifications_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.is_read OR NOT OLD.is_read) THEN
    RETURN NEW; -- the notification becomes read, or stays unread
  ELSIF TG_OP = 'INSERT' AND NOT NEW.is_read AND ignores(NEW.user_id, NEW.related_user_id) THEN
    RETURN NULL;
  END IF;
  IF NOT NEW.is_read AND NEW.type IN ('comment', 'mention', 'note_reply', 'follow', 'vote', 'note_like') THEN
    PERFORM add_mail_item(NEW.user_id, NEW.type, NEW.related_user_id, NEW.post_id, NEW.comment_id, NEW.note_id);
  END IF;
  IF wants_notification(NEW.user_id, NEW.type) AND NOT (
    NEW.type IN ('comment', 'followed_post', 'mention', 'vote') AND is_post_muted(NEW.user_id, NEW.post_id)
  ) THEN
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' AND NEW.type NOT IN ('vote', 'note_like') THEN
    RETURN NULL;
  END IF;
  NEW.is_read := true;
  RETURN NEW;
END $$;
CREATE TRIGGER notifications_before_write BEFORE INSERT OR UPDATE OF is_read ON notifications
  FOR EACH ROW EXECUTE FUNCTION notifications_before_write();

-- Adds an actor (a member who voted or liked) to a grouped notification. If actor_ids lacks the actor, the notification
-- becomes unread and moves to the top, but at most once an hour while it is unread. Liking, withdrawing and liking
-- again therefore notifies once. In other cases only actor_count and actor_ids change, which no index contains. If all
-- votes were withdrawn while it was unread, the next vote shows it again. A muted actor is counted, but named only if
-- there is no other.
--
-- The caller has locked the post, comment or note, which prevents concurrent writes. Returns whether the recipient
-- has more unread notifications than before.
CREATE FUNCTION notify_grouped(actor uuid, recipient uuid, key text, kind text, post uuid, comment uuid, note uuid)
RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  notification notifications;
  is_ignored boolean := ignores(recipient, actor);
  is_named boolean;
  is_news boolean;
BEGIN
  SELECT * INTO notification FROM notifications WHERE user_id = recipient AND dedupe_key = key;
  IF notification.id IS NULL THEN
    INSERT INTO notifications
      (user_id, type, related_user_id, actor_ids, post_id, comment_id, note_id, dedupe_key, is_read)
    VALUES (recipient, kind, actor, ARRAY[actor], post, comment, note, key, is_ignored);
    RETURN NOT is_ignored;
  END IF;
  is_named := notification.actor_count > 0 AND NOT ignores(recipient, notification.related_user_id);
  IF is_ignored THEN
    UPDATE notifications SET
      actor_count = actor_count + 1,
      actor_ids = (array_remove(actor_ids, actor))[:19] || actor,
      related_user_id = CASE WHEN is_named THEN related_user_id ELSE actor END
    WHERE id = notification.id;
    RETURN false;
  END IF;
  is_news := notification.related_user_id IS NULL OR actor <> ALL (notification.actor_ids)
    AND (notification.is_read OR NOT is_named OR notification.created_at < now() - interval '1 hour');
  UPDATE notifications SET
    actor_count = actor_count + 1,
    -- Actors who withdrew their vote or like stay in this list, so that repeating it does not notify again.
    actor_ids = (actor || array_remove(actor_ids, actor))[:20]
  WHERE id = notification.id;
  IF is_news OR NOT is_named THEN
    UPDATE notifications SET related_user_id = actor,
      is_read = is_read AND NOT is_news,
      created_at = CASE WHEN is_news THEN now() ELSE created_at END
    WHERE id = notification.id;
  END IF;
  RETURN is_news OR NOT is_named AND NOT notification.is_read;
END $$;

-- Removes an actor after a vote or like was withdrawn. `latest`: the actor to name instead. Returns whether the
-- recipient has fewer unread notifications than before.
CREATE FUNCTION withdraw_notification(recipient uuid, key text, latest uuid) RETURNS boolean
LANGUAGE sql AS $$
  UPDATE notifications SET
    actor_count = greatest(actor_count - 1, 0),
    related_user_id = coalesce(latest, related_user_id)
  WHERE user_id = recipient AND dedupe_key = key AND actor_count > 0
  RETURNING (actor_count = 0 OR ignores(user_id, related_user_id)) AND NOT is_read
$$;

CREATE FUNCTION vote_notification_key(post uuid, comment uuid) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN comment IS NULL THEN 'vote:post:' || post ELSE 'vote:comment:' || comment END
$$;

-- Returns the members who currently upvote or like a post, comment or note.
CREATE FUNCTION actors_of(target uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT user_id FROM votes WHERE post_id = target AND vote_type = 1
  UNION ALL SELECT user_id FROM votes WHERE comment_id = target AND vote_type = 1
  UNION ALL SELECT user_id FROM note_likes WHERE note_id = target
$$;

-- Returns the latest actor in actor_ids whose vote or like remains, or else any other member who voted or liked.
-- Members whom the author muted are returned only if there is no other.
CREATE FUNCTION latest_actor(author uuid, key text, target uuid) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
  latest uuid;
BEGIN
  SELECT announced.id INTO latest
  FROM notifications n
  CROSS JOIN unnest(n.actor_ids) WITH ORDINALITY AS announced (id, place)
  JOIN actors_of(target) AS actor (id) ON actor.id = announced.id
  WHERE n.user_id = author AND n.dedupe_key = key
  ORDER BY ignores(author, announced.id), announced.place LIMIT 1;
  IF latest IS NOT NULL AND NOT ignores(author, latest) THEN
    RETURN latest;
  END IF;
  RETURN coalesce(
    (SELECT id FROM actors_of(target) AS actor (id) WHERE id <> author AND NOT ignores(author, id) LIMIT 1),
    latest,
    (SELECT id FROM actors_of(target) AS actor (id) WHERE id <> author LIMIT 1));
END $$;

-- Updates the reader's notifications after they mute or block `other`. Grouped notifications name another actor
-- instead. Notifications of that member's comment in a followed discussion become read, so that the next comment
-- notifies again.
CREATE FUNCTION ignore_in_notifications(reader uuid, other uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE notifications n
  SET related_user_id = coalesce(latest_actor(reader, dedupe_key, coalesce(comment_id, note_id, post_id)), related_user_id)
  WHERE user_id = reader AND related_user_id = other AND type IN ('vote', 'note_like');
  UPDATE notifications SET is_read = true
  WHERE user_id = reader AND related_user_id = other AND type = 'followed_post' AND NOT is_read
$$;

-- Notifies of an upvote, or withdraws the notification. A downvote does not notify. `previous` and `wanted` are 1, -1
-- or 0. Returns the author if their notifications changed. The caller has locked the post or comment.
CREATE FUNCTION notify_of_vote(voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint)
RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  key text := vote_notification_key(post, comment);
  is_notified boolean := false;
BEGIN
  IF author <> voter AND wanted = 1 THEN
    is_notified := notify_grouped(voter, author, key, 'vote', post, comment, NULL);
  ELSIF author <> voter AND previous = 1 THEN
    is_notified := withdraw_notification(author, key, latest_actor(author, key, coalesce(comment, post)));
  END IF;
  RETURN CASE WHEN is_notified THEN author END;
END $$;

-- Notifies each of these members once, in this order: the authors of the reply that the comment responds to, of its
-- parent comment and of the post; the mentioned members; the followers of the discussion. `names` are in lower case;
-- some may not exist. Returns the notified members. A generic plan saves 0.4 ms of planning per comment.
CREATE FUNCTION notify_of_comment(written uuid, names text[]) RETURNS SETOF uuid
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  INSERT INTO notifications (user_id, type, is_reply, related_user_id, post_id, comment_id)
  SELECT reader.id, 'comment', reader.is_reply, c.author_id, p.id, c.id
  FROM comments c
  JOIN posts p ON p.id = c.post_id
  LEFT JOIN comments parent ON parent.id = c.parent_id
  LEFT JOIN comments answered ON answered.id = c.answered_id
  CROSS JOIN LATERAL (
    SELECT each.id, bool_or(each.is_reply) AS is_reply
    FROM (VALUES
      (answered.author_id, true), (parent.author_id, answered.id IS NULL), (p.author_id, false)
    ) AS each (id, is_reply)
    WHERE each.id IS NOT NULL GROUP BY each.id) AS reader
  WHERE c.id = written AND reader.id <> c.author_id
  RETURNING user_id;

  IF names <> '{}' THEN
    RETURN QUERY SELECT notify_of_mention(c.author_id, names, c.post_id, c.id, NULL) FROM comments c WHERE c.id = written;
  END IF;

  -- Stores every comment for mail to followers. Ordered by id, so that two simultaneous comments do not deadlock.
  PERFORM add_mail_item(f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, NULL)
  FROM comments c JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
  ORDER BY f.follower_id;
  -- A follower has one notification per discussion. While unread, it stays unchanged and links to the first new
  -- comment. Once it has been read, the next comment makes it unread again.
  RETURN QUERY
  INSERT INTO notifications AS notification (user_id, type, related_user_id, post_id, comment_id, dedupe_key)
  SELECT f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, 'followed_post:' || c.post_id
  FROM comments c
  JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
    AND NOT EXISTS (SELECT FROM notifications sent WHERE sent.user_id = f.follower_id AND sent.comment_id = written)
    AND NOT EXISTS (
      SELECT FROM notifications waiting
      WHERE waiting.user_id = f.follower_id AND waiting.dedupe_key = 'followed_post:' || c.post_id
        AND NOT waiting.is_read)
  ORDER BY f.follower_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
    related_user_id = excluded.related_user_id, comment_id = excluded.comment_id,
    is_read = false, created_at = excluded.created_at
  WHERE notification.is_read
  RETURNING notification.user_id;
END $$;

-- Notifies of a new follower, or withdraws the notification. Following again notifies again, at most once a day. Within
-- that day, a notification that was withdrawn while unread reappears at its old place in the list. Returns whether the
-- notifications changed.
CREATE FUNCTION notify_of_follow(follower uuid, followed uuid, is_following boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  a_day_ago timestamptz := now() - interval '1 day';
BEGIN
  IF is_following THEN
    INSERT INTO notifications AS notification (user_id, type, related_user_id, actor_ids, dedupe_key)
    VALUES (followed, 'follow', follower, ARRAY[follower], 'follow:' || follower)
    ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
      actor_count = 1,
      is_read = notification.is_read AND notification.created_at > a_day_ago,
      created_at = CASE WHEN notification.created_at > a_day_ago THEN notification.created_at ELSE now() END
    WHERE notification.actor_count = 0 OR notification.created_at <= a_day_ago;
  ELSE
    UPDATE notifications SET actor_count = 0
    WHERE user_id = followed AND dedupe_key = 'follow:' || follower AND NOT is_read;
  END IF;
  RETURN FOUND;
END $$;

-- Notifies mentioned members, in the transaction that saves the text and after all other recipients. `names` are in
-- lower case, and some may not exist. Each member is notified once of a text, even if it is edited repeatedly.
-- Members mentioned in a comment on their own post receive only the notification of the comment. The mention is
-- stored for mail too, because a member can choose differently for comments and mentions.
CREATE FUNCTION notify_of_mention(actor uuid, names text[], post uuid, comment uuid, note uuid) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT add_mail_item(member_id, 'mention', actor, post, comment, note)
  FROM members_named(names) AS member_id
  WHERE member_id <> actor AND NOT EXISTS (
    SELECT FROM notifications WHERE user_id = member_id AND dedupe_key = 'mention:' || coalesce(comment, note, post))
  ORDER BY member_id;

  INSERT INTO notifications (user_id, type, related_user_id, post_id, comment_id, note_id, dedupe_key)
  SELECT member_id, 'mention', actor, post, comment, note, 'mention:' || coalesce(comment, note, post)
  FROM members_named(names) AS member_id
  WHERE member_id <> actor AND NOT EXISTS (
    SELECT FROM notifications sent
    WHERE sent.user_id = member_id AND sent.related_user_id = actor AND sent.type <> 'vote'
      AND (sent.comment_id = comment OR sent.note_id = note AND sent.type <> 'note_like'))
  ORDER BY member_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
  RETURNING user_id
$$;

-- Returns the members with these usernames, including released usernames that still redirect to them.
CREATE FUNCTION members_named(names text[]) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT member.id
  FROM (
    SELECT id FROM profiles WHERE lower(username) = ANY (names)
    UNION
    SELECT user_id FROM former_usernames WHERE username = ANY (names) AND is_former_username(username, NULL)
  ) AS member
  JOIN users u ON u.id = member.id AND u.email_verified
$$;

-- Notifies the author of a like, or withdraws the notification. Runs in the transaction that changed the like.
-- Returns the author if their notifications changed.
CREATE FUNCTION notify_of_note_like(target uuid, liker uuid, is_liked boolean) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
  key text := 'note_like:' || target;
  is_notified boolean;
BEGIN
  SELECT author_id INTO author FROM notes WHERE id = target FOR NO KEY UPDATE;
  IF author IS NULL OR author = liker THEN
    RETURN NULL;
  ELSIF is_liked THEN
    is_notified := notify_grouped(liker, author, key, 'note_like', NULL, NULL, target);
  ELSE
    is_notified := withdraw_notification(author, key, latest_actor(author, key, target));
  END IF;
  RETURN CASE WHEN is_notified THEN author END;
END $$;

-- Notifies and returns the author of the parent note, unless they wrote the reply themselves.
CREATE FUNCTION notify_of_note_reply(reply uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  notified_user_id uuid;
BEGIN
  INSERT INTO notifications (user_id, type, related_user_id, note_id)
  SELECT parent.author_id, 'note_reply', n.author_id, n.id
  FROM notes n JOIN notes parent ON parent.id = n.parent_id
  WHERE n.id = reply AND parent.author_id <> n.author_id
  RETURNING user_id INTO notified_user_id;
  RETURN notified_user_id;
END $$;

-- Returns the first 140 characters, on one line.
CREATE FUNCTION excerpt(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length(line) > 140 THEN rtrim(left(line, 139)) || '…' ELSE line END
  FROM btrim(regexp_replace(left(words, 500), '\s+', ' ', 'g')) AS line
$$;

-- The search index of posts, comments and notes.
--
-- Besides words, each vector contains lexemes that begin with '#', which no text can contain: the concepts and author
-- of a post, and the block of rows that the row belongs to. They let the index itself restrict a search to a concept,
-- an author or the newest rows. n numbers the rows in order. '#12:5' means rows 5×2¹² to 6×2¹²−1.
--
-- Triggers index single writes. Batches rebuild the whole index (`npm run reindex`). tests/bulk-indexing.test.ts
-- checks that both give the same result.
--
-- Order of locks: post, then comments, then rows of the index; search_words in alphabetical order
-- (spelling.sql).

-- Separate from posts, so that changing a post's counters does not touch the inverted index.
CREATE TABLE post_search (
  post_id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
  n bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  search_vector tsvector NOT NULL
);
-- Without fastupdate, because every search would have to scan its list of pending entries.
CREATE INDEX post_search_vector_index ON post_search USING gin (search_vector) WITH (fastupdate = off);

CREATE TABLE comment_search (
  id uuid PRIMARY KEY REFERENCES comments ON DELETE CASCADE,
  n bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  search_vector tsvector NOT NULL
);
CREATE INDEX comment_search_vector_index ON comment_search USING gin (search_vector) WITH (fastupdate = off);

CREATE TABLE note_search (
  id uuid PRIMARY KEY REFERENCES notes ON DELETE CASCADE,
  n bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  search_vector tsvector NOT NULL
);
CREATE INDEX note_search_vector_index ON note_search USING gin (search_vector) WITH (fastupdate = off);

-- Returns the lexemes of the blocks that row n belongs to, in five sizes from 2¹² to 2²⁰ rows.
CREATE FUNCTION place_facets(n bigint) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(
    ARRAY['#12:' || (n >> 12)::text, '#14:' || (n >> 14)::text, '#16:' || (n >> 16)::text, '#18:' || (n >> 18)::text,
      '#20:' || (n >> 20)::text])
$$;

CREATE FUNCTION search_facets(n bigint, concept_ids uuid[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.place_facets(n) || array_to_tsvector(ARRAY(SELECT '#c:' || id FROM unnest(concept_ids) AS id))
$$;

-- Returns the lexeme of the author's id. Since the index contains no names, renaming a member changes no index entry.
CREATE FUNCTION author_facet(author_id uuid) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(CASE WHEN author_id IS NULL THEN '{}' ELSE ARRAY['#a:' || author_id::text] END)
$$;

CREATE FUNCTION search_document(title text, content_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.threshold', public.words_of_document(title)), 'A')
    || setweight(to_tsvector('public.threshold', public.words_of_document(content_text)), 'B')
$$;

-- Returns the vector of a short text, which is a comment or note.
CREATE FUNCTION short_text_document(n bigint, content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('public.threshold', public.words_of_document(content)) || public.place_facets(n)
$$;

CREATE FUNCTION index_post(target uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT p.id, place.n,
    search_document(p.title, p.content_text) || author_facet(p.author_id)
      || search_facets(place.n, ARRAY(SELECT concept_id FROM post_concepts WHERE post_id = p.id))
  FROM posts p
  CROSS JOIN LATERAL (SELECT coalesce(
    (SELECT n FROM post_search WHERE post_id = p.id),
    nextval(pg_get_serial_sequence('post_search', 'n'))) AS n) AS place
  WHERE p.id = target AND p.removed_at IS NULL
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
$$;

-- Updates the index after a comment has changed. `former` and `present`: its visible text before and after, or null.
CREATE FUNCTION index_changed_comment(target uuid, post uuid, former text, present text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  is_below_removed boolean;
BEGIN
  -- This lock waits for a moderator who is removing the post.
  SELECT removed_at IS NOT NULL INTO is_below_removed FROM posts WHERE id = post FOR SHARE;
  IF present IS NULL THEN
    DELETE FROM comment_search WHERE id = target;
  ELSE
    UPDATE comment_search SET search_vector = CASE WHEN is_below_removed THEN '' ELSE short_text_document(n, present) END
    WHERE id = target;
  END IF;
  IF NOT is_below_removed THEN
    PERFORM count_words(former, present);
  END IF;
END $$;

-- Adds or removes the words of a post's comments when the post is restored or removed. Comments below a removed post
-- stay in the index with an empty vector, and search_words does not count their words.
CREATE FUNCTION index_comments_of_post(post uuid, wanted boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE comment_search s SET search_vector = CASE WHEN wanted THEN short_text_document(s.n, c.content) ELSE '' END
  FROM comments c WHERE c.id = s.id AND c.post_id = post;
  PERFORM CASE WHEN wanted THEN count_words(NULL, content) ELSE count_words(content, NULL) END
  FROM comments WHERE post_id = post AND deleted_at IS NULL AND removed_at IS NULL;
END $$;

-- Queue of batches of rows to index again.
CREATE TABLE search_batches (
  n bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  source text NOT NULL
    CONSTRAINT search_batches_source_check CHECK (source IN ('posts', 'comments', 'notes', 'words')),
  ids uuid[] NOT NULL,
  -- The number n of each row: its present number, or the next one in order of creation.
  places bigint[] NOT NULL
);

-- Queues all rows of a table, and deletes index entries of stubs and removed rows. The name of the sequence is
-- resolved only once, which saves two fifths of the time.
CREATE FUNCTION queue_search_batches(source text, size integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  search_table text := CASE source WHEN 'posts' THEN 'post_search' WHEN 'comments' THEN 'comment_search' ELSE 'note_search' END;
  key text := CASE source WHEN 'posts' THEN 'post_id' ELSE 'id' END;
BEGIN
  EXECUTE format($delete$
    DELETE FROM %2$I s USING %1$I t
    WHERE t.id = s.%3$I AND (t.deleted_at IS NOT NULL OR t.removed_at IS NOT NULL)
  $delete$, source, search_table, key);
  EXECUTE format($insert$
    INSERT INTO search_batches (source, ids, places)
    SELECT %1$L, array_agg(id ORDER BY place), array_agg(place ORDER BY place)
    FROM (
      SELECT id, coalesce(n, nextval($2)) AS place, (row_number() OVER () - 1) / $1 AS batch
      FROM (
        SELECT t.id, s.n FROM %1$I t LEFT JOIN %2$I s ON s.%3$I = t.id
        WHERE t.deleted_at IS NULL AND t.removed_at IS NULL ORDER BY t.created_at, t.id) AS these) AS placed
    GROUP BY batch ORDER BY batch
  $insert$, source, search_table, key) USING size, pg_get_serial_sequence(search_table, 'n')::regclass;
END $$;

-- Indexes the next batch that no other transaction is indexing. Each batch has its own transaction, so that it stays
-- queued if the process is killed. Returns the source and the number of rows, or nothing if no batch is left.
CREATE FUNCTION index_next_batch() RETURNS TABLE(source text, things integer)
LANGUAGE plpgsql AS $$
DECLARE
  batch search_batches;
BEGIN
  DELETE FROM search_batches WHERE n = (SELECT n FROM search_batches ORDER BY n LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING * INTO batch;
  CASE batch.source
    WHEN 'posts' THEN PERFORM index_posts(batch.ids, batch.places);
    WHEN 'comments' THEN PERFORM index_short_texts('comments', 'comment_search', batch.ids, batch.places);
    WHEN 'notes' THEN PERFORM index_short_texts('notes', 'note_search', batch.ids, batch.places);
    WHEN 'words' THEN PERFORM recount_search_words();
    ELSE RETURN;
  END CASE;
  RETURN QUERY SELECT batch.source, cardinality(batch.ids);
END $$;

-- Indexes posts. Waits for edits in progress, and later edits wait for this function, which would otherwise overwrite
-- what their triggers index. Unchanged rows are not written. An indexed post keeps its number n. Another post gets the
-- one in `places`, or else the next.
CREATE FUNCTION index_posts(targets uuid[], places bigint[] DEFAULT '{}') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = ANY (targets) ORDER BY id FOR SHARE;
  -- A change of a post's concepts locks only this row, not the post.
  PERFORM FROM post_search WHERE post_id = ANY (targets) ORDER BY post_id FOR NO KEY UPDATE;
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT p.id, own.n, search_document(p.title, p.content_text) || author_facet(p.author_id)
    || search_facets(own.n, ARRAY(SELECT concept_id FROM post_concepts WHERE post_id = p.id))
  FROM unnest(targets, places) AS target (id, place)
  JOIN posts p ON p.id = target.id
  LEFT JOIN post_search s ON s.post_id = p.id
  CROSS JOIN LATERAL (SELECT coalesce(s.n, place, nextval(pg_get_serial_sequence('post_search', 'n'))) AS n) AS own
  WHERE p.deleted_at IS NULL AND p.removed_at IS NULL
  ORDER BY own.n
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
  WHERE post_search.search_vector <> excluded.search_vector;
END $$;

-- Like index_posts(), for comments and notes. Also waits for a moderator who is removing the post of a comment.
CREATE FUNCTION index_short_texts(source regclass, index regclass, targets uuid[], places bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  hidden uuid[] := '{}';
BEGIN
  EXECUTE format('SELECT FROM %1$s WHERE id = ANY ($1) ORDER BY id FOR SHARE', source) USING targets;
  IF source = 'comments'::regclass THEN
    PERFORM FROM posts WHERE id IN (SELECT post_id FROM comments WHERE id = ANY (targets)) ORDER BY id FOR SHARE;
    hidden := ARRAY(SELECT c.id FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = ANY (targets) AND p.removed_at IS NOT NULL);
  END IF;
  EXECUTE format($insert$
    INSERT INTO %2$s AS s (id, n, search_vector)
    SELECT t.id, own.n, CASE WHEN t.id = ANY ($3) THEN '' ELSE short_text_document(own.n, t.content) END
    FROM unnest($1, $2) AS target (id, place)
    JOIN %1$s t ON t.id = target.id
    LEFT JOIN %2$s s ON s.id = t.id
    CROSS JOIN LATERAL (SELECT coalesce(s.n, place) AS n) AS own
    WHERE t.deleted_at IS NULL AND t.removed_at IS NULL
    ORDER BY own.n
    ON CONFLICT (id) DO UPDATE SET search_vector = excluded.search_vector
    WHERE s.search_vector <> excluded.search_vector
  $insert$, source, index) USING targets, places, hidden;
END $$;

CREATE FUNCTION counter_drift_of_search() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'comment_search', coalesce(c.id, s.id), NULL::bigint, NULL::bigint
  FROM (SELECT id FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL) c FULL JOIN comment_search s ON s.id = c.id
  WHERE c.id IS NULL OR s.id IS NULL
  UNION ALL
  SELECT 'note_search', coalesce(n.id, s.id), NULL, NULL
  FROM (SELECT id FROM notes WHERE deleted_at IS NULL AND removed_at IS NULL) n FULL JOIN note_search s ON s.id = n.id
  WHERE n.id IS NULL OR s.id IS NULL
$$;

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

-- Returns a page of results. Matches of the typed words come before matches of a completed last word ("general" for
-- "gene"). The place of a result is its number n, plus 2^40 if it matches the typed words, so that pages list those
-- first. `before`: the smallest place of the previous page. Without exact_first, used for other sort orders, both kinds
-- are mixed.
CREATE FUNCTION find_posts(
  query text, concept_ids uuid[], author uuid, since timestamptz, before bigint, size integer,
  exact_first boolean
) RETURNS TABLE(post_id uuid, n bigint, rank double precision)
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
    RETURN QUERY SELECT * FROM walk_posts(wide, concept_ids, author, since, before, size);
    RETURN;
  END IF;
  IF coalesce(before > first_place, true) THEN
    RETURN QUERY SELECT w.post_id, w.n + first_place, w.rank + 1000
      FROM walk_posts(exact, concept_ids, author, since, before - first_place, size) AS w;
    GET DIAGNOSTICS found = ROW_COUNT;
  END IF;
  IF found < size AND wide <> exact THEN
    RETURN QUERY SELECT w.post_id, w.n, w.rank
      FROM walk_posts(
        wide && !!exact, concept_ids, author, since, CASE WHEN before <= first_place THEN before END, size - found) AS w;
  END IF;
END $$;

-- Returns the newest `size` matches with their rank, before place `before`. A word in every third post has 300,000
-- matches in a million posts, and ranking them all takes seconds. This function therefore searches the newest 4,096
-- posts first, and then blocks of four times the size until it has enough. Each step reads a few thousand matches at
-- most.
--
-- Time for 50 rows with titles, at 10,000 / 1,000,000 posts: a word in most posts 1.9 / 1.2 ms, two such words 1.8 /
-- 2.0, a word in one of 200 posts 0.6 / 4.0, three letters of a beginning 2.9 / 1.9, an unknown word 0.2 / 0.8. The
-- worst case is a phrase of common words that are rarely next to each other: 1.9 / 56.
CREATE FUNCTION walk_posts(
  words tsquery, concept_ids uuid[], author uuid, since timestamptz, before bigint, size integer
) RETURNS TABLE(post_id uuid, n bigint, rank double precision)
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
  IF concept_ids IS NOT NULL THEN
    restricted := restricted && (SELECT string_agg('''#c:' || id || '''', ' | ') FROM unnest(concept_ids) AS id)::tsquery;
  END IF;
  IF author IS NOT NULL THEN
    restricted := restricted && format('''#a:%s''', author)::tsquery;
  END IF;
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

-- Like find_posts(), for comments and notes. Each of the two kinds of matches begins with the newest. The cursor holds
-- the place as an integer, so matches of the typed words add only 2^30 to it.
CREATE FUNCTION find_short_texts(source regclass, query text, before bigint, size integer)
RETURNS TABLE(id uuid, place integer)
LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
  exact tsquery := search_query(query, false);
  wide tsquery := search_query(query, true);
  first_place CONSTANT bigint := 1 << 30;
  found integer := 0;
BEGIN
  IF numnode(wide) = 0 THEN
    RETURN;
  END IF;
  IF coalesce(before > first_place, true) THEN
    RETURN QUERY SELECT w.id, (w.n + first_place)::integer FROM walk_short_texts(source, exact, before - first_place, size) AS w;
    GET DIAGNOSTICS found = ROW_COUNT;
  END IF;
  IF found < size AND wide <> exact THEN
    RETURN QUERY SELECT w.id, w.n::integer
      FROM walk_short_texts(source, wide && !!exact, CASE WHEN before <= first_place THEN before END, size - found) AS w;
  END IF;
END $$;

-- Like walk_posts(), for comments and notes.
CREATE FUNCTION walk_short_texts(source regclass, words tsquery, before bigint, size integer)
RETURNS TABLE(id uuid, n bigint)
LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
  newest bigint := coalesce(before - 1, pg_sequence_last_value(pg_get_serial_sequence(source::text, 'n')), 0);
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
    RETURN QUERY EXECUTE format(
      'SELECT id, n FROM %s WHERE search_vector @@ $1 AND n <= $2 ORDER BY n DESC LIMIT $3', source)
      USING words && format('''#%s:%s''', bits, upper >> bits)::tsquery, upper, size - found;
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
    RETURN content;
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

-- The words of all texts in this forum, for completing and correcting searches.
--
-- Order of locks: search_words in alphabetical order.

-- Number of posts, comments and notes that contain each word. If writers updated the row of a common word, they would
-- all wait for each other. Each writer therefore inserts a row into search_word_changes, and a job adds these up
-- every minute. A new word is inserted immediately with 0 holders, so that searches can already complete it.
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY
    CONSTRAINT search_words_word_check CHECK (char_length(word) BETWEEN 3 AND 40),
  holders integer NOT NULL DEFAULT 0
);
-- For correcting long words with several errors, such as "conciusnes".
CREATE INDEX search_words_trigrams ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);

CREATE TABLE search_word_changes (
  n bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  words text[] NOT NULL,
  change smallint NOT NULL CONSTRAINT search_word_changes_change_check CHECK (change IN (-1, 1))
);

-- Not STRICT, because PostgreSQL does not inline STRICT functions, and then this takes twice as long.
CREATE FUNCTION is_search_word(word text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT char_length(word) BETWEEN 3 AND 40 AND word ~ '^[^\x01-\x2f]+$' AND word !~ '^emoji[0-9]' AND word !~ public.search_unspaced()
$$;

CREATE FUNCTION words_of(text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT ARRAY(
    -- Alphabetical order, so that two writers with the same new words do not deadlock.
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('public.threshold_plain', public.words_of_document($1)))) AS word
    WHERE public.is_search_word(word) ORDER BY word COLLATE "C")
$$;

-- Records which words a text gained and lost between two versions.
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
  SELECT new_word.word FROM unnest(new) AS new_word (word)
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = new_word.word)
  ON CONFLICT DO NOTHING;
END $$;

-- Like count_words(NULL, ...) for several texts, with all new words in alphabetical order.
CREATE FUNCTION count_new_words(texts text[]) RETURNS void
LANGUAGE sql AS $$
  WITH counted AS (
    INSERT INTO search_word_changes (words, change)
    SELECT words, 1 FROM unnest(texts) AS words_in, words_of(words_in) AS words WHERE cardinality(words) > 0
    RETURNING words
  )
  INSERT INTO search_words (word)
  SELECT word FROM (SELECT DISTINCT unnest(words) COLLATE "C" AS word FROM counted) AS new_word
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = new_word.word)
  ORDER BY word
  ON CONFLICT DO NOTHING
$$;

-- Adds up to `size` rows of search_word_changes to search_words, and returns their number. Concurrent calls process
-- different rows.
CREATE FUNCTION add_up_search_words(size integer DEFAULT 5000) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  taken bigint[];
  gone text[];
BEGIN
  taken := ARRAY(SELECT n FROM search_word_changes ORDER BY n LIMIT size FOR UPDATE SKIP LOCKED);
  WITH sums AS (
    SELECT word, sum(change)::integer AS change FROM search_word_changes CROSS JOIN unnest(words) AS word
    WHERE n = ANY (taken) GROUP BY word ORDER BY word COLLATE "C"
  ), updated AS (
    INSERT INTO search_words (word, holders) SELECT word, change FROM sums
    ON CONFLICT (word) DO UPDATE SET holders = search_words.holders + excluded.holders
    RETURNING word, holders
  )
  SELECT array_agg(word) INTO gone FROM updated WHERE holders <= 0;
  DELETE FROM search_word_changes WHERE n = ANY (taken);
  -- Deletes words that no text contains, except words that a remaining change contains.
  DELETE FROM search_words WHERE word = ANY (gone) AND holders <= 0
    AND NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words));
  RETURN cardinality(taken);
END $$;

-- Counts the words of all texts again and adds the difference to holders, so that concurrent writes are not lost.
-- Takes half a minute for 100,000 posts and 500,000 comments.
CREATE FUNCTION recount_search_words() RETURNS void
LANGUAGE sql AS $$
  WITH counted AS (
    SELECT word, ndoc AS holders FROM ts_stat($query$
      SELECT to_tsvector('public.threshold_plain', public.words_of_document(written)) FROM (
        SELECT title || ' ' || content_text FROM posts WHERE deleted_at IS NULL AND removed_at IS NULL
        UNION ALL SELECT c.content FROM comments c JOIN posts p ON p.id = c.post_id
          WHERE c.deleted_at IS NULL AND c.removed_at IS NULL AND p.removed_at IS NULL
        UNION ALL SELECT content FROM notes WHERE deleted_at IS NULL AND removed_at IS NULL) AS texts (written)$query$)
    WHERE is_search_word(word)
  ), stored AS (
    SELECT word, sum(holders) AS holders FROM (
      SELECT word, holders FROM search_words
      UNION ALL SELECT word, change FROM search_word_changes CROSS JOIN unnest(words) AS word) AS each
    GROUP BY word
  )
  INSERT INTO search_words (word, holders)
  SELECT word, coalesce(counted.holders, 0) - coalesce(stored.holders, 0) FROM counted FULL JOIN stored USING (word)
  WHERE counted.holders IS DISTINCT FROM stored.holders
  ORDER BY word COLLATE "C"
  ON CONFLICT (word) DO UPDATE SET holders = search_words.holders + excluded.holders;
  DELETE FROM search_words WHERE holders <= 0
    AND NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words));
$$;

CREATE FUNCTION words_beginning_with(beginning text) RETURNS SETOF text
LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM search_words
  WHERE word > beginning COLLATE "C" AND word < (beginning || chr(1114111)) COLLATE "C"
  ORDER BY holders DESC, char_length(word), word LIMIT 20
$$;

-- Returns the usual spelling of a rare word, or null. A word that occurs in three texts is considered correct, and a
-- suggestion must be ten times as common as the typed word. Words of three letters get no suggestion, because they
-- have a dozen equally likely neighbours. Arabic gets none, because its normal form merges too many letters.
--
-- Disables sequential scans: for an unknown word, the planner expects thousands of posts and scans them all, which
-- takes 4.6 s for "conciousness" at a million posts.
CREATE FUNCTION nearest_word(typed text) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE STRICT SET "pg_trgm.similarity_threshold" = 0.4 SET enable_seqscan = off AS $$
DECLARE
  wanted text := immutable_unaccent(search_text(typed));
  known integer;
  least_held integer;
  nearest text;
BEGIN
  IF char_length(wanted) NOT BETWEEN 4 AND 30 OR wanted COLLATE "und-x-icu" !~ ('^[' || search_letters() || ']+$')
    OR wanted ~ '[0-9\u0600-\u06ff]' OR wanted ~ search_unspaced() THEN
    RETURN NULL;
  END IF;
  SELECT holders INTO known FROM search_words WHERE word = wanted;
  -- The word is correct if another form of it is known ("remembering", "remembered").
  IF known >= 3 OR coalesce(known, 0) = 0 AND is_found(wanted) THEN
    RETURN NULL;
  END IF;
  least_held := greatest(1, 10 * coalesce(known, 0));
  SELECT word INTO nearest FROM (
    SELECT word FROM search_words
    WHERE word = ANY (ARRAY(SELECT edits_of(wanted))) AND word <> wanted AND holders >= least_held
    ORDER BY left(word, 1) = left(wanted, 1) DESC, holders DESC, word LIMIT 5) AS candidates
  WHERE is_still_found(word) LIMIT 1;
  -- A rare word may be correct, so only an unknown word is compared with less similar words.
  IF nearest IS NULL AND coalesce(known, 0) = 0 AND char_length(wanted) >= 6 THEN
    SELECT word INTO nearest FROM (
      SELECT word FROM search_words
      WHERE word % wanted AND holders >= least_held AND abs(char_length(word) - char_length(wanted)) <= 3 AND word <> wanted
      ORDER BY similarity(word, wanted) DESC, holders DESC, word LIMIT 5) AS candidates
    WHERE is_still_found(word) LIMIT 1;
  END IF;
  RETURN nearest;
END $$;

-- Returns all words that differ by one missing, added or replaced letter, or by two swapped letters. Four of five
-- typing errors are of this kind, and the primary key finds these words quickly.
CREATE FUNCTION edits_of(word text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
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

-- Returns whether the index contains the word. search_words can be up to a minute behind, the index is not.
CREATE FUNCTION is_found(word text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT EXISTS (SELECT FROM post_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
    OR EXISTS (SELECT FROM comment_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
    OR EXISTS (SELECT FROM note_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
$$;

-- Returns whether a word in search_words still occurs in a text. Checks the index only for words that a text lost
-- within the last minute, because search_words may not reflect that yet.
CREATE FUNCTION is_still_found(word text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words) AND change < 0) OR is_found(word)
$$;

-- Community rules, moderation cases, and the moderation log.
--
-- Every act of a moderator is recorded in moderation_actions by the same transaction.
--
-- Order of locks: the case, then the post, comment, note or member, then the log.

-- Makes transactions that renumber rules wait for each other. Moving a rule to another rule's number changes both
-- rows, and a new rule gets the number after the last. Without this lock, 20 concurrent changes ended in 7 deadlocks.
CREATE FUNCTION lock_rules() RETURNS void
LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(hashtext('community_rules')) $$;

CREATE FUNCTION next_rule_number() RETURNS smallint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_rules();
  -- This separate statement sees the rules that were committed while the lock was awaited.
  RETURN (SELECT coalesce(max(number), 0) + 1 FROM community_rules);
END $$;

-- Rules are edited on /manage and shown on /rules. Each moderation action stores a copy of its rule's text.
CREATE TABLE community_rules (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Deferred until the commit, so that two rules can swap numbers.
  number smallint NOT NULL DEFAULT next_rule_number() UNIQUE DEFERRABLE INITIALLY DEFERRED
    CONSTRAINT community_rules_number_check CHECK (number BETWEEN 1 AND 50),
  title text NOT NULL CONSTRAINT community_rules_title_check CHECK (is_text(title, 100)),
  text text NOT NULL DEFAULT '' CONSTRAINT community_rules_text_check CHECK (text = '' OR is_text(text, 2000)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT readable_name CHECK (is_readable_name(title))
);

CREATE FUNCTION community_rules_before_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_rules();
  RETURN NULL;
END $$;
-- Locks the rules once per statement, before any row is locked.
CREATE TRIGGER community_rules_before_update BEFORE UPDATE OF number ON community_rules
  FOR EACH STATEMENT EXECUTE FUNCTION community_rules_before_update();

-- If a rule takes another rule's number, the other rule gets the former number of this one.
CREATE FUNCTION community_rules_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE community_rules SET number = OLD.number, updated_at = clock_timestamp()
  WHERE number = NEW.number AND id <> NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER community_rules_after_update AFTER UPDATE OF number ON community_rules
  FOR EACH ROW WHEN (OLD.number <> NEW.number AND pg_trigger_depth() = 0)
  EXECUTE FUNCTION community_rules_after_update();

-- Cases that await a moderator's decision: reported content, pending content, or an appeal. Each post, comment, note,
-- profile, message or action has at most one open case.
CREATE TABLE moderation_cases (
  id uuid PRIMARY KEY DEFAULT new_id(),
  source text NOT NULL
    CONSTRAINT moderation_cases_source_check CHECK (source IN ('report', 'pending', 'appeal', 'automatic')),
  -- Kind of the target. target_id is the member's id for a profile, and the action's id for an appeal.
  kind text NOT NULL
    CONSTRAINT moderation_cases_kind_check CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message',
      'action')),
  target_id uuid NOT NULL,
  -- The author of the content.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- Copy of the reported content, with the messages before a reported message. Erased 90 days after the case is closed.
  snapshot jsonb,
  weight real NOT NULL DEFAULT 0 CONSTRAINT moderation_cases_weight_check CHECK (weight >= 0),
  report_count integer NOT NULL DEFAULT 0
    CONSTRAINT moderation_cases_report_count_check CHECK (report_count >= 0),
  -- The moderator who is working on the case. The claim expires at claimed_until.
  claimed_by uuid REFERENCES profiles ON DELETE SET NULL,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by uuid REFERENCES profiles ON DELETE SET NULL,
  -- 'moot': the content was deleted before a decision.
  outcome text CONSTRAINT moderation_cases_outcome_check CHECK (outcome IN ('upheld', 'rejected', 'moot')),
  -- The closing moderator's note for other moderators.
  note text CONSTRAINT moderation_cases_note_check CHECK (is_text(note, 2000)),
  CONSTRAINT moderation_cases_closed_check CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX moderation_cases_claimed_by_index ON moderation_cases (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX moderation_cases_closed_by_index ON moderation_cases (closed_by) WHERE closed_by IS NOT NULL;
CREATE INDEX moderation_cases_closed_index ON moderation_cases (closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_kind_index ON moderation_cases (kind, closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_pending_index ON moderation_cases (closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL AND source = 'pending';
CREATE INDEX moderation_cases_member_index ON moderation_cases (member_id, id DESC) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX moderation_cases_open_key ON moderation_cases (kind, target_id) WHERE closed_at IS NULL;
-- These two indexes serve the queue, as a whole and by kind: highest weight first, then the oldest.
CREATE INDEX moderation_cases_queue_index ON moderation_cases ((- weight), id) WHERE closed_at IS NULL;
CREATE INDEX moderation_cases_queue_kind_index ON moderation_cases (kind, (- weight), id)
  WHERE closed_at IS NULL;
-- For the queue of pending content. Pending content has no reports, so it comes last in the whole queue. Without this
-- index, perhaps a thousand open cases would be read to find a pending one.
CREATE INDEX moderation_cases_queue_pending_index ON moderation_cases ((- weight), id)
  WHERE closed_at IS NULL AND source = 'pending';
CREATE INDEX moderation_cases_snapshots_index ON moderation_cases (closed_at) WHERE snapshot IS NOT NULL;
CREATE INDEX moderation_cases_target_index ON moderation_cases (kind, target_id);
CREATE INDEX moderation_cases_waiting_index ON moderation_cases (created_at) WHERE closed_at IS NULL;

ALTER TABLE notifications ADD CONSTRAINT notifications_case_id_fkey
  FOREIGN KEY (case_id) REFERENCES moderation_cases ON DELETE CASCADE;

CREATE FUNCTION month_of(moment timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT date_trunc('month', moment AT TIME ZONE 'UTC')::date $$;

-- The moderation log. Public except note, case_id and details. Triggers refuse all changes, except that a reason is
-- redacted or an id of a deleted member or case becomes null.
CREATE TABLE moderation_actions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Position in the chain of digests, numbered without gaps.
  number bigint NOT NULL UNIQUE,
  action text NOT NULL
    CONSTRAINT moderation_actions_action_check CHECK (action IN ('remove', 'restore', 'lock', 'unlock', 'pin',
      'unpin', 'classify', 'mark_duplicate', 'unmark_duplicate', 'warn', 'require_approval', 'rate_limit',
      'suspend', 'lift', 'vouch', 'withdraw_vouch', 'purge', 'undo_purge', 'block_domain', 'unblock_domain',
      'redact', 'reject_report', 'approve', 'reject', 'grant_appeal', 'reject_appeal')),
  -- The moderator. Null: the forum itself (acted_as is 'system'), or the moderator has left.
  acted_by uuid REFERENCES profiles ON DELETE SET NULL,
  acted_as text NOT NULL
    CONSTRAINT moderation_actions_acted_as_check CHECK (acted_as IN ('moderator', 'admin', 'system')),
  -- The affected member. The public log names the member only for suspensions, for one year.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  kind text NOT NULL
    CONSTRAINT moderation_actions_kind_check CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message',
      'member', 'domain', 'action', 'revision')),
  -- Has no foreign key, because the log entry remains when the content or member is deleted.
  target_id uuid,
  -- The post that a comment belongs to, so that the log can link to the comment.
  post_id uuid,
  rule text CONSTRAINT moderation_actions_rule_check CHECK (is_text(rule, 110)),
  reason text CONSTRAINT moderation_actions_reason_check CHECK (is_text(reason, 500)),
  note text CONSTRAINT moderation_actions_note_check CHECK (is_text(note, 2000)),
  -- The earlier action that this action reverts.
  reverts uuid REFERENCES moderation_actions,
  -- The larger action, such as a purge, that this action is a part of.
  part_of uuid REFERENCES moderation_actions,
  case_id uuid REFERENCES moderation_cases ON DELETE SET NULL,
  -- The state before the action, in a format that depends on the action. Visible to moderators only.
  details jsonb,
  ends_at timestamptz,
  redacted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  digest bytea NOT NULL CONSTRAINT moderation_actions_digest_check CHECK (octet_length(digest) = 32),
  -- SHA-256 of each private value, and of each value that may be emptied later. With these hashes, anyone can verify
  -- the chain of digests without knowing the values.
  sealed jsonb NOT NULL,
  CONSTRAINT moderation_actions_redacted_check CHECK (redacted_at IS NULL OR reason IS NULL),
  CONSTRAINT moderation_actions_system_check CHECK (acted_as <> 'system' OR acted_by IS NULL)
);
CREATE INDEX moderation_actions_acted_by_index ON moderation_actions (acted_by, number DESC)
  WHERE acted_by IS NOT NULL;
CREATE INDEX moderation_actions_action_index ON moderation_actions (action, number DESC);
CREATE INDEX moderation_actions_case_index ON moderation_actions (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX moderation_actions_log_acted_by_index ON moderation_actions (acted_by, number DESC)
  WHERE part_of IS NULL;
-- These indexes omit actions with part_of, which the public log lists only below the larger action. Months are in UTC.
CREATE INDEX moderation_actions_log_index ON moderation_actions (number DESC) WHERE part_of IS NULL;
CREATE INDEX moderation_actions_log_month_index ON moderation_actions (month_of(created_at), number DESC)
  WHERE part_of IS NULL;
-- For a member's moderation history.
CREATE INDEX moderation_actions_member_history_index ON moderation_actions (member_id, id DESC)
  WHERE member_id IS NOT NULL AND part_of IS NULL;
CREATE INDEX moderation_actions_member_index ON moderation_actions (member_id, number DESC)
  WHERE member_id IS NOT NULL;
CREATE INDEX moderation_actions_parts_index ON moderation_actions (part_of, number DESC)
  WHERE part_of IS NOT NULL;
CREATE UNIQUE INDEX moderation_actions_reverts_key ON moderation_actions (reverts) WHERE reverts IS NOT NULL;
CREATE INDEX moderation_actions_target_index ON moderation_actions (kind, target_id, number DESC);

-- Foreign keys of posts.sql, comments.sql and notes.sql, possible only after moderation_actions exists.
ALTER TABLE posts ADD CONSTRAINT posts_removal_id_fkey FOREIGN KEY (removal_id) REFERENCES moderation_actions;
ALTER TABLE comments ADD CONSTRAINT comments_removal_id_fkey
  FOREIGN KEY (removal_id) REFERENCES moderation_actions;
ALTER TABLE revisions ADD CONSTRAINT revisions_redaction_id_fkey
  FOREIGN KEY (redaction_id) REFERENCES moderation_actions;
ALTER TABLE notes ADD CONSTRAINT notes_removal_id_fkey FOREIGN KEY (removal_id) REFERENCES moderation_actions;

CREATE FUNCTION sealed_columns(entry moderation_actions) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, encode(sha256(convert_to(value, 'UTF8')), 'hex')), '{}')
  FROM jsonb_each_text(jsonb_build_object(
    'acted_by', entry.acted_by, 'member_id', entry.member_id, 'reason', entry.reason, 'note', entry.note,
    'case_id', entry.case_id, 'details', entry.details))
  WHERE value IS NOT NULL
$$;

-- Returns the SHA-256 of the previous digest and all public columns.
CREATE FUNCTION moderation_action_digest(previous bytea, entry moderation_actions) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
    entry.number, entry.id, entry.action, entry.acted_as, entry.kind, entry.target_id, entry.post_id, entry.rule,
    entry.sealed, entry.reverts, entry.part_of, extract(epoch FROM entry.ends_at),
    extract(epoch FROM entry.created_at))::text, 'UTF8'))
$$;

-- Numbers the action and adds its digest. Each action waits for the commit of the previous one, so that numbers have no
-- gaps and each digest includes the previous digest.
CREATE FUNCTION moderation_actions_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  previous record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('moderation_actions'));
  SELECT number, digest INTO previous FROM moderation_actions ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(previous.number, 0) + 1;
  NEW.sealed := sealed_columns(NEW);
  NEW.digest := moderation_action_digest(coalesce(previous.digest, ''), NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER moderation_actions_before_insert BEFORE INSERT ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION moderation_actions_before_insert();

-- Refuses all changes but two: a reason may be redacted, and ids of deleted members and cases become null.
CREATE FUNCTION moderation_actions_before_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  allowed moderation_actions := OLD;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.acted_by IS NULL THEN allowed.acted_by := NULL; END IF;
    IF NEW.member_id IS NULL THEN allowed.member_id := NULL; END IF;
    IF NEW.case_id IS NULL THEN allowed.case_id := NULL; END IF;
    IF NEW.redacted_at IS NOT NULL THEN
      allowed.reason := NULL;
      allowed.redacted_at := coalesce(OLD.redacted_at, NEW.redacted_at);
    END IF;
    IF NEW IS NOT DISTINCT FROM allowed THEN
      RETURN NEW;
    END IF;
  END IF;
  PERFORM refuse('moderation_actions_append_only', 'The moderation log is append-only');
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_actions_before_change BEFORE UPDATE OR DELETE ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION moderation_actions_before_change();
CREATE TRIGGER moderation_actions_before_truncate BEFORE TRUNCATE ON moderation_actions
  FOR EACH STATEMENT EXECUTE FUNCTION moderation_actions_before_change();

-- Closes cases that an action decides. A removal closes the content's case, unless the forum hid the content because of
-- this very case. An appeal against a reverted action is closed too. A locked case is skipped, because waiting here
-- could deadlock. The transaction that locked it decides it, or a job closes it within ten minutes
-- (staff/queue/jobs.server.ts).
CREATE FUNCTION moderation_actions_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.action = 'remove' AND (NEW.acted_as <> 'system' OR NEW.case_id IS NULL) THEN
    UPDATE moderation_cases SET closed_at = now(), closed_by = NEW.acted_by, outcome = 'upheld',
      claimed_by = NULL, claimed_until = NULL
    WHERE id IN (
      SELECT id FROM moderation_cases
      WHERE kind = NEW.kind AND target_id = NEW.target_id AND closed_at IS NULL AND source IN ('report', 'automatic')
      FOR UPDATE SKIP LOCKED);
  END IF;
  IF NEW.reverts IS NOT NULL THEN
    UPDATE moderation_cases SET closed_at = now(), closed_by = NEW.acted_by, outcome = 'moot',
      claimed_by = NULL, claimed_until = NULL
    WHERE id IN (
      SELECT id FROM moderation_cases
      WHERE kind = 'action' AND target_id = NEW.reverts AND closed_at IS NULL FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_actions_after_insert AFTER INSERT ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION moderation_actions_after_insert();

-- Returns the number of the first entry that was changed or follows a gap, or null. Deleting the newest entries
-- leaves no gap. To detect that, compare the newest digest with an earlier record.
CREATE FUNCTION broken_moderation_log() RETURNS bigint
LANGUAGE sql STABLE AS $$
  WITH chain AS (
    SELECT a, number, digest, lag(number, 1, 0) OVER w AS number_before, lag(digest, 1, '') OVER w AS previous
    FROM moderation_actions a WINDOW w AS (ORDER BY number)
  ), people AS (
    SELECT encode(sha256(convert_to(id::text, 'UTF8')), 'hex') AS seal FROM profiles p
    -- Members who are leaving are excluded, because their ids are removed from the log before the profile is deleted.
    WHERE NOT EXISTS (SELECT FROM account_deletions d WHERE d.user_id = p.id)
  )
  SELECT min(number) FROM (
    SELECT number FROM chain c
    WHERE number <> number_before + 1 OR digest <> moderation_action_digest(previous, c.a)
    UNION ALL
    SELECT number FROM moderation_actions a, jsonb_each_text(sealed_columns(a)) AS shown
    WHERE shown.value IS DISTINCT FROM a.sealed ->> shown.key
    UNION ALL
    -- Finds entries whose note or details were emptied, which is never allowed.
    SELECT number FROM moderation_actions
    WHERE (note IS NULL AND sealed ? 'note') OR (details IS NULL AND sealed ? 'details')
    UNION ALL
    SELECT number FROM moderation_actions a
    WHERE (redacted_at IS NOT NULL OR (reason IS NULL AND sealed ? 'reason')) AND (redacted_at IS NULL OR NOT EXISTS (
      SELECT FROM moderation_actions r WHERE r.action = 'redact' AND r.kind = 'action' AND r.target_id = a.id))
    UNION ALL
    -- Finds entries whose id of a member or case is null, although the member or case still exists.
    SELECT number FROM moderation_actions a JOIN people ON seal = sealed ->> 'acted_by' WHERE acted_by IS NULL
    UNION ALL
    SELECT number FROM moderation_actions a JOIN people ON seal = sealed ->> 'member_id' WHERE member_id IS NULL
    UNION ALL
    SELECT number FROM moderation_actions a
    JOIN moderation_cases c ON encode(sha256(convert_to(c.id::text, 'UTF8')), 'hex') = sealed ->> 'case_id'
    WHERE case_id IS NULL
  ) AS broken
$$;

-- Notes that moderators write about a member. Visible to moderators and admins.
CREATE TABLE member_notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  text text NOT NULL CONSTRAINT member_notes_text_check CHECK (is_text(text, 2000)),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_notes_author_index ON member_notes (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX member_notes_member_index ON member_notes (member_id, id DESC);

-- Blocked domains. Texts that link to them or their subdomains need approval.
CREATE TABLE blocked_domains (
  -- Spelled as in URLs: lower case, punycode, no trailing dot.
  domain text PRIMARY KEY
    CONSTRAINT blocked_domains_domain_check CHECK (char_length(domain) BETWEEN 3 AND 253
      AND domain = lower(domain) AND domain !~ '[\s/@]|^\.|\.$'),
  reason text NOT NULL DEFAULT ''
    CONSTRAINT blocked_domains_reason_check CHECK (reason = '' OR is_text(reason, 500)),
  added_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the domain was blocked before the moderation log existed.
  action_id uuid REFERENCES moderation_actions
);
CREATE INDEX blocked_domains_action_index ON blocked_domains (action_id) WHERE action_id IS NOT NULL;
CREATE INDEX blocked_domains_added_by_index ON blocked_domains (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX blocked_domains_created_index ON blocked_domains (created_at DESC, domain DESC);

-- Reports, content that is pending approval, and appeals.
--
-- Order of locks: the case, then content, the member and the log. Triggers on the log skip a locked case.

-- Reports by members. Only moderators see who reported.
CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  case_id uuid NOT NULL REFERENCES moderation_cases ON DELETE CASCADE,
  reporter_id uuid REFERENCES profiles ON DELETE SET NULL,
  reason text NOT NULL
    CONSTRAINT reports_reason_check CHECK (reason IN ('spam', 'abuse', 'private', 'illegal', 'off_topic',
      'other')),
  words text NOT NULL DEFAULT '' CONSTRAINT reports_words_check CHECK (words = '' OR is_text(words, 1000)),
  weight real NOT NULL CONSTRAINT reports_weight_check CHECK (weight BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reports_case_reporter_key UNIQUE (case_id, reporter_id)
);
CREATE INDEX reports_reporter_index ON reports (reporter_id, id DESC) WHERE reporter_id IS NOT NULL;

ALTER TABLE notifications ADD CONSTRAINT notifications_report_id_fkey
  FOREIGN KEY (report_id) REFERENCES reports ON DELETE CASCADE;

-- Reports a post, comment, note, profile or message. Returns 'missing' if the reporter cannot see it, 'own' if it is
-- the reporter's, 'too_many' with the seconds to wait, or 'reported'. A repeated report returns 'reported' without
-- case_id. Concurrent reports share one open case. `most`: limit of reports in 24 hours, or null for none.
CREATE FUNCTION report_thing(
  reporter uuid, of_kind text, thing uuid, why text, said text, most integer, OUT answer text,
  OUT wait integer, OUT case_id uuid
)
LANGUAGE plpgsql AS $$
DECLARE
  found_thing record;
  counted integer;
  oldest timestamptz;
  own_weight real;
  open_case uuid;
BEGIN
  -- A member's reports wait for each other here, so that the count is complete. The seed 94 distinguishes this lock
  -- from others.
  PERFORM pg_advisory_xact_lock(hashtextextended(reporter::text, 94));
  SELECT * INTO found_thing FROM reported_thing(reporter, of_kind, thing);
  IF NOT FOUND THEN
    answer := 'missing';
    RETURN;
  ELSIF found_thing.member = reporter THEN
    answer := 'own';
    RETURN;
  END IF;
  SELECT c.id INTO case_id FROM moderation_cases c JOIN reports r ON r.case_id = c.id
  WHERE c.kind = of_kind AND c.target_id = thing AND c.closed_at IS NULL AND r.reporter_id = reporter;
  IF FOUND THEN
    answer := 'reported';
    case_id := NULL;
    RETURN;
  END IF;
  IF most IS NOT NULL THEN
    SELECT count(*), min(created_at) INTO counted, oldest FROM (
      SELECT r.created_at FROM reports r WHERE r.reporter_id = reporter ORDER BY r.id DESC LIMIT most) latest
    WHERE created_at > now() - interval '1 day';
    IF counted >= most THEN
      answer := 'too_many';
      wait := greatest(1, ceil(extract(epoch FROM oldest + interval '1 day' - clock_timestamp())));
      RETURN;
    END IF;
  END IF;
  own_weight := report_weight(reporter);
  LOOP
    INSERT INTO moderation_cases AS c (source, kind, target_id, member_id, snapshot)
    VALUES ('report', of_kind, thing, found_thing.member, found_thing.snapshot)
    ON CONFLICT (kind, target_id) WHERE closed_at IS NULL DO NOTHING;
    SELECT c.id INTO open_case FROM moderation_cases c
    WHERE c.kind = of_kind AND c.target_id = thing AND c.closed_at IS NULL FOR NO KEY UPDATE;
    EXIT WHEN FOUND; -- otherwise the case was closed meanwhile, so open another
  END LOOP;
  INSERT INTO reports (case_id, reporter_id, reason, words, weight)
  VALUES (open_case, reporter, why, said, own_weight);
  -- Reports of illegal content and private data are urgent, so the case gets a weight of at least 3.
  UPDATE moderation_cases c SET report_count = report_count + 1,
    weight = greatest(c.weight + own_weight, CASE WHEN why IN ('illegal', 'private') THEN 3 ELSE 0 END),
    snapshot = coalesce(c.snapshot, found_thing.snapshot)
  WHERE c.id = open_case;
  answer := 'reported';
  case_id := open_case;
END $$;

-- Returns the author and the content as `reader` sees it, or no row if it is not visible. A message is returned with
-- up to five messages before it, which the reporter thereby discloses to moderators.
CREATE FUNCTION reported_thing(reader uuid, of_kind text, thing uuid, OUT member uuid, OUT snapshot jsonb)
RETURNS SETOF record
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE of_kind
    WHEN 'post' THEN RETURN QUERY
      SELECT p.author_id, jsonb_build_object(
        'title', p.title, 'content', p.content_text, 'post_id', p.id, 'at', coalesce(p.edited_at, p.created_at),
        'links', (SELECT coalesce(jsonb_agg(DISTINCT link[1]), '[]') FROM regexp_matches(p.content, 'href="([^"]+)"', 'g') link)
      ) || author_facts(p.author_id)
      FROM posts p WHERE p.id = thing AND p.deleted_at IS NULL AND p.removed_at IS NULL;
    WHEN 'comment' THEN RETURN QUERY
      SELECT c.author_id, jsonb_build_object(
        'title', NULL, 'content', c.content, 'post_id', c.post_id, 'at', coalesce(c.edited_at, c.created_at))
        || author_facts(c.author_id)
      FROM comments c JOIN posts p ON p.id = c.post_id
      WHERE c.id = thing AND c.deleted_at IS NULL AND c.removed_at IS NULL AND p.removed_at IS NULL;
    WHEN 'note' THEN RETURN QUERY
      SELECT n.author_id, jsonb_build_object(
        'title', NULL, 'content', n.content, 'at', coalesce(n.edited_at, n.created_at)) || author_facts(n.author_id)
      FROM notes n WHERE n.id = thing AND n.deleted_at IS NULL AND n.removed_at IS NULL;
    WHEN 'profile' THEN RETURN QUERY
      SELECT p.id, jsonb_build_object(
        'title', coalesce(nullif(p.full_name, ''), p.username), 'content', coalesce(p.bio, ''), 'at', p.updated_at,
        'website', p.website_url, 'location', p.location, 'picture', p.avatar_url) || author_facts(p.id)
      FROM profiles p JOIN users u ON u.id = p.id WHERE p.id = thing AND u.email_verified;
    WHEN 'message' THEN RETURN QUERY
      SELECT m.sender_id, jsonb_build_object('title', NULL, 'content', m.content, 'at', m.created_at, 'context', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'content', b.content, 'at', b.created_at)
            || author_facts(b.sender_id) ORDER BY b.created_at, b.id), '[]')
          FROM (
            SELECT * FROM messages x
            WHERE least(x.sender_id, x.recipient_id) = least(m.sender_id, m.recipient_id)
              AND greatest(x.sender_id, x.recipient_id) = greatest(m.sender_id, m.recipient_id)
              AND (x.created_at, x.id) < (m.created_at, m.id)
            ORDER BY x.created_at DESC, x.id DESC LIMIT 5) b)) || author_facts(m.sender_id)
      FROM messages m WHERE m.id = thing AND reader IN (m.sender_id, m.recipient_id);
    ELSE RETURN;
  END CASE;
END $$;

CREATE FUNCTION author_facts(author uuid) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('author_id', author, 'author_name', (
    SELECT coalesce(nullif(full_name, ''), username) FROM profiles WHERE id = author), 'author_username', (
    SELECT username FROM profiles WHERE id = author))
$$;

-- Returns the weight of a member's reports, calculated from the outcomes of their last hundred decided reports.
CREATE FUNCTION report_weight(reporter uuid) RETURNS real
LANGUAGE sql STABLE AS $$
  SELECT ((count(*) FILTER (WHERE outcome = 'upheld') + 1)::real / (count(*) + 2))::real
  FROM (
    SELECT c.outcome FROM reports r JOIN moderation_cases c ON c.id = r.case_id
    WHERE r.reporter_id = reporter AND c.outcome IN ('upheld', 'rejected') ORDER BY r.id DESC LIMIT 100) decided
$$;

-- Notifies reporters and the author when a case is closed. dedupe_key ensures that closing a case twice notifies once.
CREATE FUNCTION moderation_cases_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL OR NEW.outcome IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO notifications (user_id, type, report_id, dedupe_key)
  SELECT reporter_id, 'report_outcome', id, 'report:' || id FROM reports
  WHERE case_id = NEW.id AND reporter_id IS NOT NULL ORDER BY reporter_id
  ON CONFLICT DO NOTHING;
  -- Notifies the author of pending content, unless the author withdrew it, because closed_by is null then.
  IF NEW.source = 'pending' AND NEW.member_id IS NOT NULL AND NEW.closed_by IS NOT NULL THEN
    INSERT INTO notifications (user_id, type, case_id, dedupe_key)
    VALUES (NEW.member_id, 'approval_outcome', NEW.id, 'approval:' || NEW.id)
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.source = 'appeal' THEN
    UPDATE appeals SET outcome = 'moot', decided_at = now() WHERE case_id = NEW.id AND outcome IS NULL;
  END IF;
  -- A member with a confirmed spam report becomes new again, except members with a role.
  IF NEW.outcome = 'upheld' AND NEW.member_id IS NOT NULL THEN
    UPDATE profiles SET established_at = NULL, new_since = now()
    WHERE id = NEW.member_id AND NOT EXISTS (SELECT FROM user_roles WHERE user_id = NEW.member_id)
      AND EXISTS (SELECT FROM reports WHERE case_id = NEW.id AND reason = 'spam');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_cases_after_update AFTER UPDATE OF outcome ON moderation_cases
  FOR EACH ROW EXECUTE FUNCTION moderation_cases_after_update();

-- Content that is pending approval. It is in no other table, so no list, search, feed, count or notification can show
-- it (decision 0025). When it is approved, it is inserted as if its author had just sent it.
CREATE TABLE pending_content (
  kind text NOT NULL CONSTRAINT pending_content_kind_check CHECK (kind IN ('post', 'comment', 'note')),
  -- The id that the content will have when published, chosen by the author's browser.
  id uuid NOT NULL,
  author_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- The author's input to the API operation that creates the content.
  payload jsonb NOT NULL
    CONSTRAINT pending_content_payload_check CHECK (jsonb_typeof(payload) = 'object'
      AND char_length(payload ->> 'content') BETWEEN 1 AND 300000),
  reasons text[] NOT NULL
    CONSTRAINT pending_content_reasons_check CHECK (cardinality(reasons) BETWEEN 1 AND 20
      AND array_position(reasons, NULL) IS NULL),
  -- The moderation case records whether the content is still pending. Rejected content stays for 90 days after the
  -- decision, so that its author can copy it.
  case_id uuid NOT NULL UNIQUE REFERENCES moderation_cases ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, id)
);
CREATE INDEX pending_content_author_index ON pending_content (author_id, created_at DESC, id DESC);

CREATE FUNCTION pending_content_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER pending_content_after_insert AFTER INSERT ON pending_content
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pending_content_after_insert();

-- Closes the case and erases its copy of the content if the content was withdrawn or its author has left.
CREATE FUNCTION pending_content_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_cases SET closed_at = now(), outcome = 'moot', snapshot = NULL, claimed_by = NULL, claimed_until = NULL
  WHERE id = OLD.case_id AND closed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER pending_content_after_delete AFTER DELETE ON pending_content
  FOR EACH ROW EXECUTE FUNCTION pending_content_after_delete();

-- Appeals. A member can ask once for another moderator to review an action against them. Each appeal opens a case.
CREATE TABLE appeals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  action_id uuid NOT NULL CONSTRAINT appeals_action_key UNIQUE REFERENCES moderation_actions,
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  words text NOT NULL CONSTRAINT appeals_words_check CHECK (is_text(words, 2000)),
  case_id uuid NOT NULL CONSTRAINT appeals_case_key UNIQUE REFERENCES moderation_cases ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- 'moot': the action was reverted before a decision.
  outcome text CONSTRAINT appeals_outcome_check CHECK (outcome IN ('granted', 'rejected', 'moot')),
  -- The moderator's reply, shown to the member.
  answer text CONSTRAINT appeals_answer_check CHECK (is_text(answer, 1000)),
  CONSTRAINT appeals_decided_check CHECK ((decided_at IS NULL) = (outcome IS NULL) AND (answer IS NULL
    OR outcome IS NOT NULL))
);
CREATE INDEX appeals_member_index ON appeals (member_id, created_at DESC, id DESC);

-- Foreign key of notifications.sql, possible only after appeals exists.
ALTER TABLE notifications ADD CONSTRAINT notifications_appeal_id_fkey
  FOREIGN KEY (appeal_id) REFERENCES appeals ON DELETE CASCADE;

CREATE FUNCTION appeals_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- The appellant's account was deleted, so there is nothing to decide.
    UPDATE moderation_cases SET closed_at = now(), outcome = 'moot', claimed_by = NULL, claimed_until = NULL
    WHERE id = OLD.case_id AND closed_at IS NULL;
  ELSIF OLD.outcome IS NULL AND NEW.outcome IS NOT NULL THEN
    INSERT INTO notifications (user_id, type, appeal_id, dedupe_key)
    VALUES (NEW.member_id, 'appeal_outcome', NEW.id, 'appeal:' || NEW.id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appeals_after_change AFTER UPDATE OF outcome OR DELETE ON appeals
  FOR EACH ROW EXECUTE FUNCTION appeals_after_change();

-- Removal and restoration of posts, comments and notes.
--
-- The row stays and its text is replaced by a neutral one. The original moves to removed_content. Rankings, search,
-- notifications and activity lose the content, so that no query shows it, even one that does not check for removals.
-- Author, votes, likes, bookmarks, follows, comments and ids stay, so that the content can be restored.
--
-- Deleted content cannot be removed. If the author deletes removed content, the original in removed_content is
-- deleted too, unless a moderation case about it is open.
--
-- Order of locks: the post, comment or note as in lock_content(), then removed_content, then profiles.

-- Original texts of removed content. Erased after 90 days, after which the content cannot be restored.
CREATE TABLE removed_content (
  kind text NOT NULL
    CONSTRAINT removed_content_kind_check CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message')),
  id uuid NOT NULL,
  author_id uuid REFERENCES profiles ON DELETE CASCADE,
  content jsonb NOT NULL,
  action_id uuid NOT NULL REFERENCES moderation_actions,
  removed_at timestamptz NOT NULL DEFAULT now(),
  erase_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  PRIMARY KEY (kind, id)
);
CREATE INDEX removed_content_action_index ON removed_content (action_id);
CREATE INDEX removed_content_author_index ON removed_content (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX removed_content_erase_index ON removed_content (erase_at);

-- Locks a post, comment or note in the order that writers use: first the post of a comment, or the parent of a note.
-- Returns no row for a stub. A post is locked FOR UPDATE, because new bookmarks and follows take only the lock of
-- their foreign key, which NO KEY UPDATE would not block. Votes and replies take stronger locks.
CREATE FUNCTION lock_content(
  thing text, target uuid, OUT author_id uuid, OUT post_id uuid, OUT parent_id uuid, OUT removal_id uuid
) RETURNS SETOF record
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  IF thing = 'post' THEN
    RETURN QUERY SELECT p.author_id, p.id, NULL::uuid, p.removal_id
      FROM posts p WHERE p.id = target AND p.deleted_at IS NULL FOR UPDATE;
  ELSIF thing = 'comment' THEN
    PERFORM FROM posts WHERE id = (SELECT c.post_id FROM comments c WHERE c.id = target) FOR NO KEY UPDATE;
    RETURN QUERY SELECT c.author_id, c.post_id, c.parent_id, c.removal_id
      FROM comments c WHERE c.id = target AND c.deleted_at IS NULL FOR NO KEY UPDATE;
  ELSE
    RETURN QUERY SELECT n.author_id, NULL::uuid, n.parent_id, n.removal_id
      FROM lock_note(target) n WHERE n.deleted_at IS NULL;
  END IF;
END $$;

-- Removes content, in the transaction that records the action. The application checks permission. The author's
-- notification contains the rule, but never the moderator.
CREATE FUNCTION remove_content(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
  original jsonb;
BEGIN
  SELECT * INTO held FROM lock_content(kind, target);
  IF NOT FOUND THEN
    PERFORM refuse('removed_content_not_found', 'Not found');
  ELSIF held.removal_id IS NOT NULL THEN
    PERFORM refuse('removed_content_already', 'Already removed');
  END IF;
  IF kind = 'post' THEN
    SELECT jsonb_build_object(
      'row', jsonb_build_object('title', p.title, 'content', p.content, 'content_text', p.content_text, 'format', p.format,
        'is_pinned', p.is_pinned, 'edited_at', p.edited_at, 'updated_at', p.updated_at),
      'n', (SELECT s.n FROM post_search s WHERE s.post_id = p.id),
      'concepts', coalesce((
        SELECT jsonb_agg(pc.concept_id ORDER BY pc.position) FROM post_concepts pc WHERE pc.post_id = p.id), '[]'))
    INTO original FROM posts p WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    SELECT jsonb_build_object(
      'row', jsonb_build_object('content', c.content, 'edited_at', c.edited_at, 'updated_at', c.updated_at),
      'n', (SELECT s.n FROM comment_search s WHERE s.id = c.id))
    INTO original FROM comments c WHERE c.id = target;
  ELSE
    SELECT jsonb_build_object(
      'row', jsonb_build_object('content', o.content, 'edited_at', o.edited_at, 'updated_at', o.updated_at),
      'n', (SELECT s.n FROM note_search s WHERE s.id = o.id))
    INTO original FROM notes o WHERE o.id = target;
  END IF;
  INSERT INTO removed_content (kind, id, author_id, content, action_id)
  SELECT kind, target, held.author_id, original || jsonb_build_object(
    'activity', coalesce((SELECT jsonb_agg(a ORDER BY a.id) FROM user_activity a WHERE a.target_id = target), '[]'),
    -- A notification about a comment also has a post_id, but belongs to the comment.
    'notifications', coalesce((
      SELECT jsonb_agg(n ORDER BY n.id) FROM notifications n
      WHERE CASE kind WHEN 'post' THEN n.post_id = target AND n.comment_id IS NULL
        WHEN 'comment' THEN n.comment_id = target ELSE n.note_id = target END), '[]')), action;

  DELETE FROM user_activity a WHERE a.target_id = target;
  IF kind = 'post' THEN
    DELETE FROM notifications n WHERE n.post_id = target AND n.comment_id IS NULL;
    -- Must come before the DELETE from post_concepts, whose trigger would index the post again for each row.
    DELETE FROM post_search s WHERE s.post_id = target;
    DELETE FROM post_concepts pc WHERE pc.post_id = target;
    UPDATE posts p SET removed_at = now(), removal_id = action, title = 'Removed post',
      content = '<p>This post was removed by a moderator.</p>', content_text = 'This post was removed by a moderator.',
      format = 'plain', is_pinned = false, edited_at = NULL, updated_at = now()
    WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    DELETE FROM notifications n WHERE n.comment_id = target;
    UPDATE comments c SET removed_at = now(), removal_id = action, edited_at = NULL, updated_at = now(),
      content = 'This comment was removed by a moderator.'
    WHERE c.id = target;
  ELSE
    DELETE FROM notifications n WHERE n.note_id = target;
    UPDATE notes o SET removed_at = now(), removal_id = action, edited_at = NULL, updated_at = now(),
      content = 'This note was removed by a moderator.'
    WHERE o.id = target;
  END IF;
  -- The notification shows the rule, but never the moderator.
  INSERT INTO notifications (user_id, type, post_id, comment_id, note_id, dedupe_key)
  SELECT held.author_id, 'removal', held.post_id, CASE kind WHEN 'comment' THEN target END,
    CASE kind WHEN 'note' THEN target END, 'removal:' || action
  WHERE held.author_id IS NOT NULL;
END $$;

-- Reverses remove_content(). Skips concepts and voters that have been deleted since.
CREATE FUNCTION restore_content(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
  original jsonb;
  post posts;
  comment comments;
  note notes;
BEGIN
  SELECT * INTO held FROM lock_content(kind, target);
  IF NOT FOUND THEN
    PERFORM refuse('removed_content_not_found', 'Not found');
  ELSIF held.removal_id IS NULL THEN
    PERFORM refuse('removed_content_not_removed', 'Not removed');
  END IF;
  DELETE FROM removed_content r WHERE r.kind = restore_content.kind AND r.id = target RETURNING r.content INTO original;
  IF original IS NULL THEN
    PERFORM refuse('removed_content_erased', 'The original was erased');
  END IF;
  DELETE FROM notifications n WHERE n.user_id = held.author_id AND n.dedupe_key = 'removal:' || held.removal_id;
  -- Inserts the search entry with its former number n. The updates below fire the triggers that fill it.
  IF kind = 'post' THEN
    post := jsonb_populate_record(NULL::posts, original -> 'row');
    INSERT INTO post_search (post_id, n, search_vector)
    SELECT target, place, '' FROM (SELECT (original ->> 'n')::bigint AS place) AS former WHERE place IS NOT NULL;
    UPDATE posts p SET removed_at = NULL, removal_id = NULL, title = post.title, content = post.content,
      content_text = post.content_text, format = post.format, is_pinned = post.is_pinned, edited_at = post.edited_at,
      updated_at = post.updated_at
    WHERE p.id = target;
    INSERT INTO post_concepts (post_id, concept_id, position)
    SELECT target, c.id, row_number() OVER (ORDER BY label.place) - 1
    FROM jsonb_array_elements_text(original -> 'concepts') WITH ORDINALITY AS label (id, place)
    JOIN concepts c ON c.id = label.id::uuid;
  ELSIF kind = 'comment' THEN
    comment := jsonb_populate_record(NULL::comments, original -> 'row');
    INSERT INTO comment_search (id, n, search_vector)
    SELECT target, coalesce((original ->> 'n')::bigint, nextval(pg_get_serial_sequence('comment_search', 'n'))), '';
    UPDATE comments c SET removed_at = NULL, removal_id = NULL, content = comment.content,
      edited_at = comment.edited_at, updated_at = comment.updated_at
    WHERE c.id = target;
  ELSE
    note := jsonb_populate_record(NULL::notes, original -> 'row');
    INSERT INTO note_search (id, n, search_vector)
    SELECT target, coalesce((original ->> 'n')::bigint, nextval(pg_get_serial_sequence('note_search', 'n'))), '';
    UPDATE notes o SET removed_at = NULL, removal_id = NULL, content = note.content,
      edited_at = note.edited_at, updated_at = note.updated_at
    WHERE o.id = target;
  END IF;
  INSERT INTO user_activity
  SELECT former.* FROM jsonb_populate_recordset(NULL::user_activity, original -> 'activity') AS former
  JOIN profiles ON profiles.id = former.user_id
  ON CONFLICT DO NOTHING;
  INSERT INTO notifications
  SELECT (former).* FROM (
    SELECT jsonb_populate_record(n, CASE WHEN n.related_user_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM profiles WHERE id = n.related_user_id) THEN '{"related_user_id": null}'::jsonb ELSE '{}' END) AS former
    FROM jsonb_populate_recordset(NULL::notifications, original -> 'notifications') AS n
    JOIN profiles ON profiles.id = n.user_id) AS rows
  ON CONFLICT DO NOTHING;
END $$;

-- Turns a removal that the forum made automatically after reports into the removal of the moderator who confirms it.
-- Notifies the author again.
CREATE FUNCTION confirm_removal(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
BEGIN
  SELECT * INTO held FROM lock_content(kind, target);
  IF held.removal_id IS NULL THEN
    PERFORM refuse('removed_content_not_removed', 'Not removed');
  END IF;
  UPDATE removed_content r SET action_id = action, removed_at = now(), erase_at = now() + interval '90 days'
  WHERE r.kind = confirm_removal.kind AND r.id = target;
  IF kind = 'post' THEN
    UPDATE posts p SET removal_id = action WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    UPDATE comments c SET removal_id = action WHERE c.id = target;
  ELSE
    UPDATE notes o SET removal_id = action WHERE o.id = target;
  END IF;
  DELETE FROM notifications n WHERE n.user_id = held.author_id AND n.dedupe_key = 'removal:' || held.removal_id;
  INSERT INTO notifications (user_id, type, post_id, comment_id, note_id, dedupe_key)
  SELECT held.author_id, 'removal', held.post_id, CASE kind WHEN 'comment' THEN target END,
    CASE kind WHEN 'note' THEN target END, 'removal:' || action
  WHERE held.author_id IS NOT NULL;
END $$;

-- Deletes the original texts of content that was deleted, unless a moderation case about it is open.
CREATE FUNCTION delete_removed_content(thing text, ids uuid[]) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM removed_content r
  WHERE r.kind = thing AND r.id = ANY (ids) AND NOT EXISTS (
    SELECT FROM moderation_cases c
    WHERE c.closed_at IS NULL
      AND (c.kind = thing AND c.target_id = r.id OR c.kind = 'action' AND c.target_id = r.action_id))
$$;

-- Deletes the original text and the notification of the removal when removed content becomes a stub.
CREATE FUNCTION delete_removal_of_stub(thing text, target uuid, author uuid, removal uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM delete_removed_content(thing, ARRAY[target]);
  DELETE FROM notifications WHERE user_id = author AND dedupe_key = 'removal:' || removal;
END $$;

-- Purges. A purge removes everything that a member wrote and did, in batches.
--
-- Posts, comments and notes are removed as usual (removals.sql), each by an action that is part of the purge's
-- action. Everything else moves to purged_content until the purge is undone or expires.
--
-- Order of locks: the purge, then content as in removals.sql, then profiles by id.

CREATE TABLE purges (
  -- The moderation action of the whole purge. The actions that remove single texts refer to it with part_of.
  id uuid PRIMARY KEY REFERENCES moderation_actions,
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'purging'
    CONSTRAINT purges_state_check CHECK (state IN ('purging', 'purged', 'restoring', 'restored')),
  -- Number of rows of each kind before the purge.
  counts jsonb NOT NULL CONSTRAINT purges_counts_check CHECK (jsonb_typeof(counts) = 'object'),
  total integer NOT NULL CONSTRAINT purges_total_check CHECK (total > 0),
  -- Number of rows processed by the purge, or by undoing it.
  done integer NOT NULL DEFAULT 0 CONSTRAINT purges_done_check CHECK (done >= 0),
  undo_id uuid UNIQUE REFERENCES moderation_actions,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  erase_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  CONSTRAINT purges_undo_check CHECK ((undo_id IS NOT NULL) = (state IN ('restoring', 'restored')))
);
CREATE INDEX purges_member_index ON purges (member_id, id DESC);
CREATE UNIQUE INDEX purges_under_way_key ON purges (member_id) WHERE state IN ('purging', 'restoring');

CREATE TABLE purged_content (
  purge_id uuid NOT NULL REFERENCES purges ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT purged_content_kind_check CHECK (kind IN ('pending', 'profile', 'message', 'vote', 'like',
      'follow', 'concept_follow', 'post_follow')),
  -- The id of the deleted row, or of its target, for example the post that a vote was for.
  id uuid NOT NULL,
  -- `row`: the deleted row. `activity`: its row of user_activity. `before`, `after`: the notification before and after.
  content jsonb NOT NULL,
  -- The moderation action about this row alone, if it is a text.
  action_id uuid REFERENCES moderation_actions,
  PRIMARY KEY (purge_id, kind, id)
);
CREATE INDEX purged_content_action_index ON purged_content (action_id) WHERE action_id IS NOT NULL;
-- For the job that deletes unused picture files: those of a purged profile are kept as long as they can be restored.
CREATE INDEX purged_content_profile_index ON purged_content (id) WHERE kind = 'profile';

-- Returns the member's votes on visible posts and comments. Votes on deleted or removed ones are not withdrawn.
CREATE FUNCTION standing_votes(member uuid) RETURNS SETOF votes
LANGUAGE sql STABLE AS $$
  SELECT v.* FROM votes v
  LEFT JOIN posts p ON p.id = v.post_id LEFT JOIN comments c ON c.id = v.comment_id
  WHERE v.user_id = member AND coalesce(p.deleted_at, p.removed_at, c.deleted_at, c.removed_at) IS NULL
$$;

CREATE FUNCTION standing_likes(member uuid) RETURNS SETOF note_likes
LANGUAGE sql STABLE AS $$
  SELECT l.* FROM note_likes l JOIN notes n ON n.id = l.note_id
  WHERE l.user_id = member AND n.deleted_at IS NULL AND n.removed_at IS NULL
$$;

CREATE FUNCTION notification_state(recipient uuid, key text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'actor_count', actor_count, 'related_user_id', related_user_id)
  FROM notifications WHERE user_id = recipient AND dedupe_key = key
$$;

CREATE FUNCTION store_withdrawn(
  purge uuid, of_kind text, target uuid, stored jsonb, activity jsonb, before jsonb, after jsonb
) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO purged_content (purge_id, kind, id, content)
  VALUES (purge, of_kind, target, jsonb_build_object('row', stored, 'activity', activity)
    || CASE WHEN before IS DISTINCT FROM after THEN jsonb_build_object('before', before, 'after', after) ELSE '{}' END)
$$;

-- Withdraws up to `size` of the member's votes, as if the member withdrew them. Stores each vote with its activity and
-- notification. withdraw_likes() and withdraw_follows() do the same for likes and follows.
CREATE FUNCTION withdraw_votes(purge uuid, member uuid, moment timestamptz, size integer)
RETURNS TABLE(id uuid, post_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  vote record;
  before jsonb;
  trace jsonb;
BEGIN
  FOR vote IN
    SELECT to_jsonb(v) AS stored, coalesce(c.post_id, v.post_id) AS post, v.comment_id AS comment,
      coalesce(v.comment_id, v.post_id) AS target, coalesce(c.author_id, p.author_id) AS author,
      vote_notification_key(coalesce(c.post_id, v.post_id), v.comment_id) AS key
    FROM standing_votes(member) v LEFT JOIN posts p ON p.id = v.post_id LEFT JOIN comments c ON c.id = v.comment_id
    WHERE v.created_at <= moment ORDER BY 2, 3 NULLS FIRST LIMIT size
  LOOP
    before := notification_state(vote.author, vote.key);
    trace := (SELECT to_jsonb(a) FROM user_activity a
      WHERE a.target_id = vote.target AND a.user_id = member AND a.action = 'vote_cast');
    IF vote.comment IS NULL THEN
      notified_user_id := (SELECT v.notified_user_id FROM vote_on_post(member, vote.post, 0::smallint) v);
    ELSE
      notified_user_id := (SELECT v.notified_user_id FROM vote_on_comment(member, vote.comment, 0::smallint) v);
    END IF;
    PERFORM store_withdrawn(purge, 'vote', vote.target, vote.stored, trace, before, notification_state(vote.author, vote.key));
    id := vote.target;
    post_id := vote.post;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION withdraw_likes(purge uuid, member uuid, moment timestamptz, size integer)
RETURNS TABLE(id uuid, parent_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  liked record;
  before jsonb;
BEGIN
  FOR liked IN
    SELECT to_jsonb(l) AS stored, l.note_id AS note, n.parent_id AS parent, n.author_id AS author,
      'note_like:' || l.note_id AS key
    FROM standing_likes(member) l JOIN notes n ON n.id = l.note_id
    WHERE l.created_at <= moment ORDER BY l.note_id LIMIT size
  LOOP
    before := notification_state(liked.author, liked.key);
    DELETE FROM note_likes l WHERE l.note_id = liked.note AND l.user_id = member;
    notified_user_id := notify_of_note_like(liked.note, member, false);
    PERFORM store_withdrawn(purge, 'like', liked.note, liked.stored, NULL, before, notification_state(liked.author, liked.key));
    id := liked.note;
    parent_id := liked.parent;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION withdraw_follows(purge uuid, member uuid, moment timestamptz, size integer)
RETURNS TABLE(id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  follow record;
  before jsonb;
  trace jsonb;
  batch uuid[] := ARRAY(
    SELECT f.following_id FROM user_follows f
    WHERE f.follower_id = member AND f.created_at <= moment ORDER BY f.following_id LIMIT size);
BEGIN
  -- Locks the whole batch first in order of id, because set_follow() orders only the two profiles of each call.
  PERFORM FROM profiles WHERE profiles.id = member OR profiles.id = ANY (batch) ORDER BY profiles.id FOR NO KEY UPDATE;
  FOR follow IN
    SELECT to_jsonb(f) AS stored, f.following_id AS followed FROM user_follows f
    WHERE f.follower_id = member AND f.created_at <= moment AND f.following_id = ANY (batch) ORDER BY f.following_id
  LOOP
    before := notification_state(follow.followed, 'follow:' || member);
    trace := (SELECT to_jsonb(a) FROM user_activity a
      WHERE a.target_id = follow.followed AND a.user_id = member AND a.action = 'member_followed');
    notified_user_id := (SELECT f.notified_user_id FROM set_follow(member, follow.followed, false) f);
    PERFORM store_withdrawn(purge, 'follow', follow.followed, follow.stored, trace, before,
      notification_state(follow.followed, 'follow:' || member));
    id := follow.followed;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION restore_traces(stored jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  before notifications := jsonb_populate_record(NULL::notifications, stored -> 'before');
  after notifications := jsonb_populate_record(NULL::notifications, stored -> 'after');
BEGIN
  INSERT INTO user_activity
  SELECT (jsonb_populate_record(NULL::user_activity, stored -> 'activity')).*
  WHERE jsonb_typeof(stored -> 'activity') = 'object'
  ON CONFLICT DO NOTHING;
  -- Adds what the purge subtracted. Restores the named member only if the notification still names the same member as
  -- after the purge.
  UPDATE notifications n SET actor_count = n.actor_count + before.actor_count - after.actor_count,
    related_user_id = CASE WHEN n.related_user_id IS NOT DISTINCT FROM after.related_user_id
      THEN (SELECT id FROM profiles WHERE id = before.related_user_id) ELSE n.related_user_id END
  WHERE n.id = before.id;
END $$;

-- Reverses withdraw_votes(). Skips votes that the member has cast again, and votes on posts and comments that were
-- deleted or removed since.
CREATE FUNCTION restore_votes(purge uuid, size integer) RETURNS TABLE(id uuid, post_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  vote record;
BEGIN
  FOR vote IN
    WITH taken AS (
      DELETE FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'vote' AND k.id IN (
        SELECT k.id FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'vote' ORDER BY k.id LIMIT size)
      RETURNING k.id, k.content)
    SELECT t.id, t.content, coalesce(c.post_id, p.id) AS post, coalesce(c.author_id, p.author_id) AS author
    FROM taken t LEFT JOIN posts p ON p.id = t.id LEFT JOIN comments c ON c.id = t.id
    WHERE coalesce(p.id, c.id) IS NOT NULL
      AND coalesce(p.deleted_at, p.removed_at, c.deleted_at, c.removed_at) IS NULL
    ORDER BY 3, c.id NULLS FIRST
  LOOP
    PERFORM FROM posts WHERE posts.id = vote.post FOR NO KEY UPDATE;
    INSERT INTO votes SELECT (jsonb_populate_record(NULL::votes, vote.content -> 'row')).* ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM restore_traces(vote.content);
      id := vote.id;
      post_id := vote.post;
      notified_user_id := CASE WHEN vote.content ? 'before' THEN vote.author END;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

-- Reverses withdraw_likes(), with the same exceptions.
CREATE FUNCTION restore_likes(purge uuid, size integer) RETURNS TABLE(id uuid, parent_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  liked record;
BEGIN
  FOR liked IN
    WITH taken AS (
      DELETE FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'like' AND k.id IN (
        SELECT k.id FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'like' ORDER BY k.id LIMIT size)
      RETURNING k.id, k.content)
    SELECT t.id, t.content, n.parent_id AS parent, n.author_id AS author FROM taken t JOIN notes n ON n.id = t.id
    WHERE n.deleted_at IS NULL AND n.removed_at IS NULL ORDER BY t.id
  LOOP
    INSERT INTO note_likes SELECT (jsonb_populate_record(NULL::note_likes, liked.content -> 'row')).*
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM restore_traces(liked.content);
      id := liked.id;
      parent_id := liked.parent;
      notified_user_id := CASE WHEN liked.content ? 'before' THEN liked.author END;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

-- Reverses withdraw_follows(). Skips members who are followed again or blocked.
CREATE FUNCTION restore_follows(purge uuid, size integer) RETURNS TABLE(id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  follow record;
  batch uuid[] := ARRAY(
    SELECT k.id FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'follow' ORDER BY k.id LIMIT size);
BEGIN
  -- Locks the whole batch in order of id first, and before lock_relation(), as set_block() does.
  PERFORM FROM profiles
  WHERE profiles.id = ANY (batch) OR profiles.id = (SELECT p.member_id FROM purges p WHERE p.id = purge)
  ORDER BY profiles.id FOR NO KEY UPDATE;
  FOR follow IN
    WITH taken AS (
      DELETE FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'follow' AND k.id = ANY (batch)
      RETURNING k.id, k.content)
    SELECT t.id, t.content, (t.content -> 'row' ->> 'follower_id')::uuid AS follower
    FROM taken t JOIN profiles p ON p.id = t.id ORDER BY t.id
  LOOP
    PERFORM lock_relation(follow.follower, follow.id, false);
    CONTINUE WHEN is_blocked(follow.follower, follow.id) OR is_blocked(follow.id, follow.follower);
    INSERT INTO user_follows SELECT (jsonb_populate_record(NULL::user_follows, follow.content -> 'row')).*
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM restore_traces(follow.content);
      id := follow.id;
      notified_user_id := CASE WHEN follow.content ? 'before' THEN follow.id END;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

-- Sanctions (warnings, required approval, rate limits and suspensions), and the rules for new members.
--
-- Triggers on all tables with members' texts call refuse_sanctioned(). A text sent while a sanction is being imposed is
-- either stored before it or refused. A transaction that publishes another member's text sets
-- `threshold.publishes_for_others` to 'on', so that the text is not refused.
--
-- Order of locks: content, the member's profile (lockMemberWrites in moderation/sanctions/sql.server.ts), then the
-- log (decision 0024).

CREATE TABLE sanctions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT sanctions_kind_check CHECK (kind IN ('warning', 'approval', 'rate_limit', 'suspension')),
  -- The moderator's message to the member.
  message text NOT NULL CONSTRAINT sanctions_message_check CHECK (is_text(message, 1000)),
  -- For a rate limit: maximum number of posts, comments, notes and messages in any 24 hours.
  per_day smallint CONSTRAINT sanctions_per_day_check CHECK (per_day BETWEEN 1 AND 100),
  action_id uuid NOT NULL REFERENCES moderation_actions,
  starts_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the sanction is permanent.
  ends_at timestamptz CONSTRAINT sanctions_ends_at_check CHECK (ends_at > starts_at),
  acknowledged_at timestamptz,
  lifted_at timestamptz,
  -- The newer sanction that replaced this one. Except for warnings, a member has only one sanction of each kind.
  replaced_by uuid REFERENCES sanctions ON DELETE CASCADE,
  CONSTRAINT sanctions_acknowledged_check CHECK (acknowledged_at IS NULL OR kind = 'warning'),
  CONSTRAINT sanctions_rate_limit_check CHECK ((kind = 'rate_limit') = (per_day IS NOT NULL)),
  CONSTRAINT sanctions_warning_check CHECK (kind <> 'warning' OR ends_at IS NULL)
);
CREATE INDEX sanctions_action_index ON sanctions (action_id);
CREATE INDEX sanctions_member_index ON sanctions (member_id, id DESC);
CREATE INDEX sanctions_replaced_by_index ON sanctions (replaced_by) WHERE replaced_by IS NOT NULL;
CREATE INDEX sanctions_standing_index ON sanctions (member_id)
  WHERE lifted_at IS NULL AND acknowledged_at IS NULL;
CREATE UNIQUE INDEX sanctions_standing_key ON sanctions (member_id, kind)
  WHERE lifted_at IS NULL AND kind <> 'warning';

ALTER TABLE notifications ADD CONSTRAINT notifications_sanction_id_fkey
  FOREIGN KEY (sanction_id) REFERENCES sanctions ON DELETE CASCADE;

CREATE FUNCTION sanctions_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- A permanent suspension deletes the member's access tokens, because other people may have them.
  IF TG_OP = 'INSERT' AND NEW.kind = 'suspension' AND NEW.ends_at IS NULL THEN
    DELETE FROM access_tokens WHERE member_id = NEW.member_id;
  END IF;
  PERFORM invalidate_viewers(ARRAY[coalesce(NEW.member_id, OLD.member_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER sanctions_after_change AFTER INSERT OR UPDATE OR DELETE ON sanctions
  FOR EACH ROW EXECUTE FUNCTION sanctions_after_change();

-- Returns whether the sanction applies now. A warning ends when the member acknowledges it.
CREATE FUNCTION is_in_force(sanction sanctions) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT sanction.lifted_at IS NULL AND sanction.acknowledged_at IS NULL
    AND (sanction.ends_at IS NULL OR sanction.ends_at > now())
$$;

-- Raises an error with details from which the application makes a message to the member.
CREATE FUNCTION refuse_by_sanction(sanction sanctions, more jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The author is under a sanction' USING ERRCODE = 'check_violation',
    CONSTRAINT = 'sanctions_' || sanction.kind,
    DETAIL = (jsonb_build_object('id', sanction.id, 'kind', sanction.kind, 'message', sanction.message,
      'per_day', sanction.per_day, 'ends_at', sanction.ends_at, 'action_id', sanction.action_id,
      'rule', (SELECT rule FROM moderation_actions WHERE id = sanction.action_id)) || more)::text;
END $$;

-- Refuses texts of sanctioned members. `writers`: the author of each new text. Called after the insertion, when the
-- foreign key has locked the author's profile and so has waited for any sanction being imposed. A text that is sent
-- again with the same id inserts no row, so it is not refused. Uses a generic plan, because otherwise PostgreSQL plans
-- each call.
CREATE FUNCTION refuse_sanctioned(writers uuid[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  writer record;
  sanction sanctions;
BEGIN
  IF current_setting('threshold.publishes_for_others', true) = 'on' THEN
    RETURN;
  END IF;
  FOR writer IN
    SELECT author.id, count(*) AS things FROM unnest(writers) AS author (id)
    WHERE EXISTS (SELECT FROM sanctions s WHERE s.member_id = author.id AND is_in_force(s))
    GROUP BY author.id ORDER BY author.id
  LOOP
    SELECT * INTO sanction FROM sanctions s
    WHERE s.member_id = writer.id AND s.kind IN ('suspension', 'warning') AND is_in_force(s)
    ORDER BY s.kind = 'warning', s.id LIMIT 1;
    IF FOUND THEN
      PERFORM refuse_by_sanction(sanction, '{}');
    END IF;
    -- Locks the sanction, so that simultaneous texts are counted one at a time.
    SELECT * INTO sanction FROM sanctions s
    WHERE s.member_id = writer.id AND s.kind = 'rate_limit' AND is_in_force(s) FOR NO KEY UPDATE;
    IF FOUND THEN
      PERFORM count_limited_writes(sanction, writer.things);
    END IF;
  END LOOP;
END $$;

-- Times at which a member under a rate limit wrote a text, including texts deleted since.
CREATE TABLE limited_writes (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  written_at timestamptz NOT NULL
);
CREATE INDEX limited_writes_index ON limited_writes (member_id, written_at);

-- Counts the texts of the last 24 hours for a new rate limit. One that replaces another continues the former count.
CREATE FUNCTION sanctions_at_commit() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := now() - interval '24 hours';
BEGIN
  IF EXISTS (SELECT FROM sanctions WHERE replaced_by = NEW.id) THEN
    RETURN NULL;
  END IF;
  DELETE FROM limited_writes WHERE member_id = NEW.member_id;
  INSERT INTO limited_writes (member_id, written_at)
  SELECT NEW.member_id, written.created_at FROM (
    SELECT created_at FROM posts WHERE author_id = NEW.member_id AND created_at > since UNION ALL
    SELECT created_at FROM comments WHERE author_id = NEW.member_id AND created_at > since UNION ALL
    SELECT created_at FROM notes WHERE author_id = NEW.member_id AND created_at > since UNION ALL
    SELECT created_at FROM messages WHERE sender_id = NEW.member_id AND created_at > since) AS written;
  RETURN NULL;
END $$;
-- Runs at the commit, when `replaced_by` of the replaced sanction has been set.
CREATE CONSTRAINT TRIGGER sanctions_at_commit AFTER INSERT ON sanctions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'rate_limit')
  EXECUTE FUNCTION sanctions_at_commit();

-- Counts texts against a rate limit. Uses clock_timestamp(), because now() is the start of the transaction, and the
-- second of two simultaneous texts must also count the first.
CREATE FUNCTION count_limited_writes(sanction sanctions, things bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  written bigint;
  free_at timestamptz;
BEGIN
  DELETE FROM limited_writes WHERE member_id = sanction.member_id AND written_at <= moment - interval '24 hours';
  INSERT INTO limited_writes (member_id, written_at) SELECT sanction.member_id, moment FROM generate_series(1, things);
  SELECT count(*) INTO written FROM limited_writes WHERE member_id = sanction.member_id;
  IF written <= sanction.per_day THEN
    RETURN;
  END IF;
  SELECT written_at + interval '24 hours' INTO free_at FROM limited_writes
  WHERE member_id = sanction.member_id ORDER BY written_at OFFSET written - sanction.per_day - 1 LIMIT 1;
  PERFORM refuse_by_sanction(sanction,
    jsonb_build_object('retry_after', ceil(extract(epoch FROM least(free_at, sanction.ends_at) - moment))));
END $$;

-- Sanctions of deleted accounts, so that deleting an account does not end a suspension. They apply to the next
-- account with the same email address, which is stored as a digest.
CREATE TABLE former_sanctions (
  digest bytea NOT NULL CONSTRAINT former_sanctions_digest_check CHECK (octet_length(digest) = 32),
  -- Id of the original sanction. It is stored once for each of the member's recent email addresses.
  sanction_id uuid NOT NULL,
  kind text NOT NULL
    CONSTRAINT former_sanctions_kind_check CHECK (kind IN ('approval', 'rate_limit', 'suspension')),
  message text NOT NULL,
  per_day smallint,
  rule text,
  ends_at timestamptz,
  PRIMARY KEY (digest, sanction_id)
);
CREATE INDEX former_sanctions_ends_at_index ON former_sanctions (ends_at);
CREATE INDEX former_sanctions_sanction_index ON former_sanctions (sanction_id);

-- Returns the digest of an email address. Since addresses can be guessed, 10,000 rounds make each guess take 10 ms.
CREATE FUNCTION address_digest(address text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  digest bytea := convert_to('address of an account: ' || lower(address), 'UTF8');
BEGIN
  FOR round IN 1..10000 LOOP
    digest := sha256(digest);
  END LOOP;
  RETURN digest;
END $$;

-- Applies former sanctions to a new account whose email address was verified. In the moderation log, the forum itself
-- imposes these sanctions. The member can appeal.
CREATE FUNCTION apply_former_sanctions(member uuid, address text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  former former_sanctions;
  sanction uuid;
  entry uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM former_sanctions) THEN
    RETURN;
  END IF;
  FOR former IN
    SELECT * FROM former_sanctions WHERE digest = address_digest(address) AND (ends_at IS NULL OR ends_at > now())
    ORDER BY sanction_id
  LOOP
    IF EXISTS (SELECT FROM sanctions WHERE member_id = member AND kind = former.kind AND lifted_at IS NULL) THEN
      CONTINUE;
    END IF;
    sanction := new_id();
    INSERT INTO moderation_actions (action, acted_as, member_id, kind, target_id, rule, reason, ends_at, details)
    VALUES (CASE former.kind WHEN 'approval' THEN 'require_approval' WHEN 'rate_limit' THEN 'rate_limit' ELSE 'suspend' END,
      'system', member, 'member', member, former.rule, 'Carried over from a deleted account of the same person.',
      former.ends_at, jsonb_strip_nulls(jsonb_build_object('message', former.message, 'per_day', former.per_day)))
    RETURNING id INTO entry;
    INSERT INTO sanctions (id, member_id, kind, message, per_day, action_id, ends_at)
    VALUES (sanction, member, former.kind, former.message, former.per_day, entry, former.ends_at);
    INSERT INTO notifications (user_id, type, sanction_id, dedupe_key)
    VALUES (member, 'sanction', sanction, 'sanction:' || sanction);
    DELETE FROM former_sanctions WHERE sanction_id = former.sanction_id;
  END LOOP;
END $$;

CREATE FUNCTION is_new_member(profile uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT p.established_at IS NULL OR NOT u.email_verified
  FROM profiles p JOIN users u ON u.id = p.id WHERE p.id = profile
$$;

-- Returns whether at least three visible posts, comments or notes written by a member after `since` are three days old.
CREATE FUNCTION has_stood(member uuid, since timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT count(*) >= 3 FROM (
    (SELECT FROM posts WHERE author_id = member AND deleted_at IS NULL AND removed_at IS NULL
      AND created_at <= now() - interval '3 days' AND created_at >= coalesce(since, '-infinity') LIMIT 3)
    UNION ALL
    (SELECT FROM comments WHERE author_id = member AND deleted_at IS NULL AND removed_at IS NULL
      AND created_at <= now() - interval '3 days' AND created_at >= coalesce(since, '-infinity') LIMIT 3)
    UNION ALL
    (SELECT FROM notes WHERE author_id = member AND deleted_at IS NULL AND removed_at IS NULL
      AND created_at <= now() - interval '3 days' AND created_at >= coalesce(since, '-infinity') LIMIT 3)) standing
$$;

-- Returns the action by which a moderator vouched for a member. Null if there is none, if it was reverted, or if a
-- newer spam report was confirmed.
CREATE FUNCTION current_vouch_id(member uuid) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT m.id FROM moderation_actions m JOIN profiles p ON p.id = m.member_id
  WHERE m.member_id = member AND m.action = 'vouch' AND p.established_at IS NOT NULL
    AND m.created_at >= coalesce(p.new_since, '-infinity')
    AND NOT EXISTS (SELECT FROM moderation_actions r WHERE r.reverts = m.id)
  ORDER BY m.number DESC LIMIT 1
$$;

-- Digests of texts that new members wrote in the last 30 days. A repeated text needs approval. The application stores
-- fingerprints before counting them, so that texts sent at the same moment count each other.
CREATE TABLE text_fingerprints (
  kind text NOT NULL CONSTRAINT text_fingerprints_kind_check CHECK (kind IN ('post', 'comment', 'note')),
  target_id uuid NOT NULL,
  -- Null: the member has left.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- Digest of the text. Null: the text is too short.
  digest bytea CONSTRAINT text_fingerprints_digest_check CHECK (octet_length(digest) = 32),
  -- Host names that the text links to.
  hosts text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, target_id)
);
CREATE INDEX text_fingerprints_created_index ON text_fingerprints (created_at);
CREATE INDEX text_fingerprints_digest_index ON text_fingerprints (digest);
CREATE INDEX text_fingerprints_hosts_index ON text_fingerprints USING gin (hosts);
CREATE INDEX text_fingerprints_member_index ON text_fingerprints (member_id);

-- Returns the digest of a text's letters and digits, ignoring case and links, or null if there are fewer than 20.
CREATE FUNCTION text_digest(words text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length(bare) >= 20 THEN sha256(convert_to(bare, 'UTF8')) END
  FROM (
    SELECT regexp_replace(
      lower(regexp_replace(normalize(words, NFKC), '(https?://|www\.)\S+', ' ', 'gi') COLLATE "und-x-icu"),
      '[^[:alnum:]]+', '', 'g') AS bare) AS letters
$$;

-- Notifications by mail: soon after the event, in a digest, or not at all.
--
-- Order of locks: notifications, then mail_items by member.

-- Events to mail to members, including events that the bell menu does not show. The job that sends the mail looks up
-- the text and whether the member may still read it (settings/mail-choices/items-sql.server.ts). Ids need no foreign
-- keys, because mails omit deleted content and rows are deleted after a month.
CREATE TABLE mail_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT mail_items_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote',
      'note_like', 'note_reply')),
  -- Id of the comment, note or post that the event is about, or of the new follower. Each is mailed once.
  thing_id uuid NOT NULL,
  -- Events with the same thread_id share a mail: those of a post, of a note with its replies, or all new followers.
  thread_id uuid NOT NULL,
  actor_id uuid,
  post_id uuid,
  comment_id uuid,
  note_id uuid,
  -- Time at which the event is mailed. Null: it is included in the next digest.
  due_at timestamptz,
  -- Time at which a job started to mail the event. Null: still to be mailed.
  queued_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (member_id, thing_id)
);
CREATE INDEX mail_items_created_at_index ON mail_items (created_at);
CREATE INDEX mail_items_due_at_index ON mail_items (due_at) WHERE queued_at IS NULL;

-- Stores a notification for mail, unless the member turned mail for its kind off. A comment that is both a reply and a
-- mention is one row. If the member chose 'soon' for only one of the two kinds, it is mailed soon, whichever was stored
-- first. Grouped votes and likes are mailed again when new members join the group.
CREATE FUNCTION add_mail_item(reader uuid, wanted text, actor uuid, post uuid, comment uuid, note uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  choice text := coalesce(
    (SELECT email FROM notification_choices WHERE member_id = reader AND kind = wanted), 'digest');
BEGIN
  IF choice = 'off' OR ignores(reader, actor) OR is_post_muted(reader, post) OR choice = 'digest' AND NOT EXISTS (
    SELECT FROM digests WHERE member_id = reader AND frequency <> 'off') THEN
    RETURN;
  END IF;
  INSERT INTO mail_items AS item
    (member_id, kind, thing_id, thread_id, actor_id, post_id, comment_id, note_id, due_at)
  VALUES (reader, wanted, coalesce(comment, note, post, actor),
    coalesce(post, (SELECT coalesce(parent_id, id) FROM notes WHERE id = note), reader),
    actor, post, comment, note, CASE WHEN choice = 'soon' THEN now() + interval '15 minutes' END)
  ON CONFLICT (member_id, thing_id) DO UPDATE SET
    kind = excluded.kind, actor_id = excluded.actor_id, due_at = excluded.due_at, queued_at = NULL, created_at = now()
  WHERE item.queued_at IS NULL AND item.due_at IS NULL AND excluded.due_at IS NOT NULL
    OR item.queued_at IS NOT NULL AND item.kind = excluded.kind AND excluded.kind IN ('vote', 'note_like');
END $$;

-- Returns whether PostgreSQL knows the time zone. It must know all zones that the API contract accepts, and knows
-- more, such as "EST5EDT4".
CREATE FUNCTION is_time_zone(name text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

-- Frequency and local hour of a member's digest. A member without a row receives no digest.
CREATE TABLE digests (
  member_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
  frequency text NOT NULL CONSTRAINT digests_frequency_check CHECK (frequency IN ('off', 'daily', 'weekly')),
  hour smallint NOT NULL CONSTRAINT digests_hour_check CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL CONSTRAINT digests_time_zone_check CHECK (is_time_zone(time_zone)),
  -- The previous digest covered notifications up to this time.
  covered_until timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz,
  -- Time of the member's last visit, precise to the day.
  visited_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX digests_next_at_index ON digests (next_at) WHERE frequency <> 'off';

-- Returns the time of the first digest after `since`: on the next day or Monday, or on the first of a month if the last
-- visit was at least eight weeks ago. If daylight saving time skips the hour, the next hour is used. Searches 62 days,
-- because the eight weeks may end just after the first of a month. The first of the next month is then the result.
CREATE FUNCTION next_digest(digest digests, since timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT min(day.at) FROM (
    SELECT local, local AT TIME ZONE digest.time_zone AS at
    FROM generate_series(0, 62) AS n
    CROSS JOIN LATERAL (
      SELECT date_trunc('day', since AT TIME ZONE digest.time_zone) + make_interval(days => n, hours => digest.hour)
    ) AS clock (local)) AS day
  WHERE day.at > since AND CASE
    WHEN digest.frequency = 'off' THEN false
    WHEN day.at >= digest.visited_at + interval '8 weeks' THEN extract(day FROM day.local) = 1
    ELSE digest.frequency = 'daily' OR extract(isodow FROM day.local) = 1 END
$$;

-- Sets next_at after any change. A digest that is already due stays due until it is sent.
CREATE FUNCTION digests_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.next_at <= now() AND NEW.covered_until = OLD.covered_until AND NEW.frequency <> 'off' THEN
    RETURN NEW;
  END IF;
  NEW.next_at := next_digest(NEW, now());
  RETURN NEW;
END $$;
CREATE TRIGGER digests_before_write BEFORE INSERT OR UPDATE ON digests
  FOR EACH ROW EXECUTE FUNCTION digests_before_write();

-- Email addresses that refuse mail, with the number of consecutive refusals. From the third refusal on, the forum sends
-- only mail that the member requests (settings/mail-choices/refusals-sql.server.ts). A row no longer applies once the
-- member changes the address.
CREATE TABLE mail_refusals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  in_a_row integer NOT NULL DEFAULT 1,
  refused_at timestamptz NOT NULL DEFAULT now()
);
-- For counting the addresses that no longer receive mail (/manage/operation).
CREATE INDEX mail_refusals_stopped_index ON mail_refusals (user_id) WHERE in_a_row >= 3;
-- FOR EACH ROW, so that a DELETE that finds no row, which is the usual case, does not clear all caches.
CREATE TRIGGER mail_refusals_after_change AFTER INSERT OR UPDATE OR DELETE ON mail_refusals
  FOR EACH ROW EXECUTE FUNCTION invalidate_all_viewers();

CREATE FUNCTION is_mail_stopped(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM mail_refusals r JOIN users u ON u.id = r.user_id AND u.email = r.email
    WHERE r.user_id = member AND r.in_a_row >= 3)
$$;

-- Settings of the forum, and content maintained by editors and admins. Each change locks one row.

-- Settings of the forum. A null or empty value stands for the default from the configuration or the program.
CREATE TABLE site_settings (
  -- The fixed id allows only one row.
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001',
  name text CONSTRAINT site_settings_name_check CHECK (is_text(name, 60)),
  description text CONSTRAINT site_settings_description_check CHECK (is_text(description, 300)),
  -- How to contact the operators: an email address or a URL.
  contact text CONSTRAINT site_settings_contact_check CHECK (is_text(contact, 500)),
  about text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_about_check CHECK (about = '' OR is_text(about, 10000)),
  guidelines text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_guidelines_check CHECK (guidelines = '' OR is_text(guidelines, 10000)),
  terms text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_terms_check CHECK (terms = '' OR is_text(terms, 30000)),
  privacy text NOT NULL DEFAULT ''
    CONSTRAINT site_settings_privacy_check CHECK (privacy = '' OR is_text(privacy, 30000)),
  registration text NOT NULL DEFAULT 'open'
    CONSTRAINT site_settings_registration_check CHECK (registration IN ('open', 'invite', 'closed')),
  -- Roles that may create invite links.
  inviters text NOT NULL DEFAULT 'admins'
    CONSTRAINT site_settings_inviters_check CHECK (inviters IN ('admins', 'moderators')),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- How much of a new member's content a moderator must approve before publication.
  new_members text NOT NULL DEFAULT 'open'
    CONSTRAINT site_settings_new_members_check CHECK (new_members IN ('open', 'careful', 'strict')),
  CONSTRAINT site_settings_one_row_check CHECK (id = '00000000-0000-7000-8000-000000000001'),
  CONSTRAINT readable_name CHECK (is_readable_name(name))
);

INSERT INTO site_settings DEFAULT VALUES;

-- History of content maintained by editors and admins, written in the same transaction as the change
-- (accounts/manage-forms/items.server.ts). `name` is the item's name at that time.
CREATE TABLE content_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL
    CONSTRAINT content_changes_kind_check CHECK (kind IN ('concept', 'thinker', 'book', 'blog', 'event',
      'rule', 'site', 'job')),
  item_id uuid NOT NULL,
  name text NOT NULL,
  act text NOT NULL
    CONSTRAINT content_changes_act_check CHECK (act IN ('created', 'updated', 'deleted', 'retried',
      'discarded')),
  -- The columns that an update changed.
  fields text[] NOT NULL DEFAULT '{}'
    CONSTRAINT content_changes_fields_check CHECK ((act = 'updated') = (cardinality(fields) > 0)),
  -- Null: the member has left.
  changed_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX content_changes_changed_by_index ON content_changes (changed_by);

-- Tables into which a new forum's starter content was inserted, such as 'concepts'. Nothing is inserted there again,
-- even if editors have deleted all of it.
CREATE TABLE starter_content (
  name text PRIMARY KEY,
  inserted_at timestamptz NOT NULL DEFAULT now()
);

-- Thinkers whom the forum discusses, listed on /thinkers.
CREATE TABLE featured_thinkers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text COLLATE "und-x-icu" NOT NULL CONSTRAINT featured_thinkers_name_check CHECK (is_text(name, 100)),
  field_of_expertise text NOT NULL
    CONSTRAINT featured_thinkers_field_of_expertise_check CHECK (is_text(field_of_expertise, 150)),
  bio text NOT NULL CONSTRAINT featured_thinkers_bio_check CHECK (is_text(bio, 2000)),
  website_url text CONSTRAINT featured_thinkers_website_url_check CHECK (is_web_address(website_url)),
  key_works text[] NOT NULL DEFAULT '{}'
    CONSTRAINT featured_thinkers_key_works_check CHECK (cardinality(key_works) <= 20 AND are_texts(key_works,
      200)),
  born smallint CONSTRAINT featured_thinkers_born_check CHECK (born BETWEEN 1 AND 2100),
  died smallint CONSTRAINT featured_thinkers_died_check CHECK (died BETWEEN 1 AND 2100),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT featured_thinkers_years_check CHECK (died > born),
  CONSTRAINT readable_name CHECK (is_readable_name(name))
);
CREATE UNIQUE INDEX featured_thinkers_name_key ON featured_thinkers (lower(name));

-- Books and blogs. Which columns are set depends on the kind.
CREATE TABLE resources (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL CONSTRAINT resources_kind_check CHECK (kind IN ('book', 'blog')),
  title text COLLATE "und-x-icu" NOT NULL CONSTRAINT resources_title_check CHECK (is_text(title, 200)),
  author text NOT NULL CONSTRAINT resources_author_check CHECK (is_text(author, 150)),
  description text NOT NULL CONSTRAINT resources_description_check CHECK (is_text(description, 500)),
  link text NOT NULL CONSTRAINT resources_link_check CHECK (is_web_address(link)),
  year smallint CONSTRAINT resources_year_check CHECK (year BETWEEN 1 AND 2100),
  category text COLLATE "und-x-icu" CONSTRAINT resources_category_check CHECK (is_text(category, 50)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT resources_blog_check CHECK ((kind = 'blog') = (category IS NOT NULL)),
  CONSTRAINT resources_book_check CHECK ((kind = 'book') = (year IS NOT NULL)),
  CONSTRAINT readable_name CHECK (is_readable_name(title))
);
CREATE UNIQUE INDEX resources_title_key ON resources (kind, lower(title));

CREATE TABLE events (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL CONSTRAINT events_title_check CHECK (is_text(title, 150)),
  description text NOT NULL DEFAULT ''
    CONSTRAINT events_description_check CHECK (description = '' OR is_text(description, 2000)),
  -- The limits catch typing errors, for example the year 20226.
  starts_at timestamptz NOT NULL
    CONSTRAINT events_starts_at_check CHECK (starts_at >= '2000-01-01Z' AND starts_at < '2100-01-01Z'),
  ends_at timestamptz CONSTRAINT events_ends_at_check CHECK (ends_at > starts_at AND ends_at < '2100-01-01Z'),
  place text CONSTRAINT events_place_check CHECK (is_text(place, 200)),
  link text CONSTRAINT events_link_check CHECK (is_web_address(link)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT events_where_check CHECK (place IS NOT NULL OR link IS NOT NULL),
  CONSTRAINT readable_name CHECK (is_readable_name(title))
);
CREATE INDEX events_starts_at_index ON events (starts_at, id);

-- Statistics for /manage/operation, and the check of all counters. No row identifies a member.
--
-- Order of locks: rows of day_counts in order of day and kind.

CREATE TABLE day_counts (
  -- The day in UTC.
  day date NOT NULL,
  kind text NOT NULL
    CONSTRAINT day_counts_kind_check CHECK (kind IN ('page_views', 'members_active', 'members_joined', 'posts',
      'mails_sent', 'mails_refused')),
  count bigint NOT NULL CONSTRAINT day_counts_count_check CHECK (count >= 0),
  PRIMARY KEY (day, kind)
);

-- Running processes of the forum. Each writes its row every 30 seconds and deletes it on an orderly stop.
CREATE TABLE node_statuses (
  id uuid PRIMARY KEY,
  name text NOT NULL CONSTRAINT node_statuses_name_check CHECK (char_length(name) <= 200),
  version text NOT NULL CONSTRAINT node_statuses_version_check CHECK (char_length(version) <= 100),
  role text NOT NULL CONSTRAINT node_statuses_role_check CHECK (role IN ('all', 'web', 'jobs')),
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  memory_bytes bigint NOT NULL,
  -- Name of the newest migration when the process started.
  migration text NOT NULL CONSTRAINT node_statuses_migration_check CHECK (char_length(migration) <= 200),
  cache_hits bigint NOT NULL,
  cache_misses bigint NOT NULL,
  -- Milliseconds until a message that this process sends on the event bus returns to it. Null: none has returned yet.
  event_lag_ms double precision
);

-- Returns every stored counter that differs from the counted value, so no rows means that all are correct. Scans whole
-- tables. Used in tests, after a crash, and by operators who suspect a wrong number. Calls every function whose name
-- begins with counter_drift_of_.
CREATE FUNCTION counter_drift() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  audit regproc;
BEGIN
  FOR audit IN SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND starts_with(p.proname, 'counter_drift_of_')
  LOOP
    RETURN QUERY EXECUTE format('SELECT * FROM %s()', audit);
  END LOOP;
END $$;

CREATE FUNCTION counter_drift_of_posts() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'posts.votes_score', p.id, p.votes_score::bigint, coalesce(v.counted, 0)
  FROM posts p LEFT JOIN (SELECT post_id, sum(vote_type) AS counted FROM votes GROUP BY 1) v ON v.post_id = p.id
  WHERE p.votes_score <> coalesce(v.counted, 0)
  UNION ALL
  SELECT 'comments.votes_score', c.id, c.votes_score, coalesce(v.counted, 0)
  FROM comments c LEFT JOIN (SELECT comment_id, sum(vote_type) AS counted FROM votes GROUP BY 1) v ON v.comment_id = c.id
  WHERE c.votes_score <> coalesce(v.counted, 0)
  UNION ALL
  SELECT 'posts.comment_count', p.id, p.comment_count, coalesce(c.counted, 0)
  FROM posts p LEFT JOIN (
    SELECT post_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.post_id = p.id
  WHERE p.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'posts.last_comment_at', p.id, extract(epoch FROM p.last_comment_at)::bigint, extract(epoch FROM c.latest)::bigint
  FROM posts p LEFT JOIN (
    SELECT post_id, max(created_at) AS latest FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.post_id = p.id
  WHERE p.last_comment_at IS DISTINCT FROM c.latest
  UNION ALL
  SELECT 'post_rankings.active_at', p.id, extract(epoch FROM r.active_at)::bigint,
    extract(epoch FROM coalesce(p.last_comment_at, p.created_at))::bigint
  FROM post_rankings r JOIN posts p ON p.id = r.post_id
  WHERE r.active_at IS DISTINCT FROM coalesce(p.last_comment_at, p.created_at)
  UNION ALL
  SELECT 'profiles.post_count', m.id, m.post_count, coalesce(p.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM posts WHERE removed_at IS NULL GROUP BY 1) p ON p.author_id = m.id
  WHERE m.post_count <> coalesce(p.counted, 0)
  UNION ALL
  SELECT 'profiles.comment_count', m.id, m.comment_count, coalesce(c.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.author_id = m.id
  WHERE m.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'posts.concept_id', p.id, NULL, NULL
  FROM posts p LEFT JOIN (
    SELECT DISTINCT ON (post_id) post_id, concept_id FROM post_concepts ORDER BY post_id, position) c ON c.post_id = p.id
  WHERE p.concept_id IS DISTINCT FROM c.concept_id
  UNION ALL
  -- Reports differences in post_rankings: each visible post should have one row per scope, with its counters.
  SELECT 'post_rankings', coalesce(r.post_id, p.post_id), NULL, NULL
  FROM post_rankings r
  FULL JOIN (
    SELECT s.scope, posts.id AS post_id, posts.created_at, votes_score, comment_count, view_count
    FROM posts CROSS JOIN LATERAL (
      SELECT whole_forum() AS scope UNION ALL
      SELECT concept_id FROM post_concepts WHERE post_id = posts.id) AS s
    WHERE posts.deleted_at IS NULL AND posts.removed_at IS NULL) p
    ON p.scope = r.scope AND p.post_id = r.post_id
  WHERE ROW(r.created_at, r.votes_score, r.comment_count, r.view_count)
    IS DISTINCT FROM ROW(p.created_at, p.votes_score, p.comment_count, p.view_count)
  UNION ALL
  SELECT 'post_search', p.id, NULL, NULL
  FROM posts p LEFT JOIN post_search s ON s.post_id = p.id
  WHERE (s.post_id IS NULL) <> (p.deleted_at IS NOT NULL OR p.removed_at IS NOT NULL)
  UNION ALL
  -- Reports deleted posts' stubs that should be gone, because no comment by another member remains.
  SELECT 'posts.deleted_at', p.id, 0, 1
  FROM posts p WHERE p.deleted_at IS NOT NULL AND NOT has_comments_of_others(p.id, p.deleted_by)
$$;
