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
  -- Also contains the name in the former forum.
  DELETE FROM imported WHERE id = OLD.id;
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
