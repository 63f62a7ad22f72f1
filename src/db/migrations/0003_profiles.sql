-- Who a member is to others. A user without a profile cannot exist: the trigger on users makes it in the
-- same statement, and the profile only goes with its user.

CREATE TABLE profiles (
  id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  username text NOT NULL CONSTRAINT profiles_username_check CHECK (username ~ '^[A-Za-z0-9_-]{3,30}$'),
  full_name text CHECK (char_length(full_name) BETWEEN 1 AND 100),
  avatar_url text CHECK (char_length(avatar_url) <= 500),
  bio text CHECK (char_length(bio) <= 500),
  website_url text CONSTRAINT profiles_website_url_check
    CHECK (char_length(website_url) <= 500 AND website_url ~* '^https?://[^\s<>"]+$'),
  location text CHECK (char_length(location) <= 100),
  post_count integer NOT NULL DEFAULT 0 CHECK (post_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  followers_count integer NOT NULL DEFAULT 0 CHECK (followers_count >= 0),
  following_count integer NOT NULL DEFAULT 0 CHECK (following_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
-- Room on each page, so that a new counter value stays beside the old one and touches no index.
) WITH (fillfactor = 85);

CREATE UNIQUE INDEX profiles_username_key ON profiles (lower(username));
-- Member search: username or name containing a text of three characters or more, e.g.
-- WHERE folded(username || ' ' || coalesce(full_name, '')) LIKE '%' || folded($1) || '%'
CREATE INDEX profiles_names_index ON profiles
  USING gin (folded(username || ' ' || coalesce(full_name, '')) gin_trgm_ops) WITH (fastupdate = off);

-- Names that would be mistaken for the house, a page, or a fallback the screen prints.
CREATE TABLE reserved_usernames (
  username text PRIMARY KEY CHECK (username = lower(username))
);
INSERT INTO reserved_usernames (username)
SELECT regexp_split_to_table(btrim($$
  about abuse account accounts activity admin administrator administrators admins all anonymous api app art
  art-preview assets auth avatar avatars best-of blog board bookmarks bot categories channel code-of-conduct
  comment comments community concepts contact create create-note create-post create-post-rich daemon deleted
  delete_user deleted-user dev docs edit edit-profile editor editors email events everybody everyone explore
  false faq favicon feed feeds files follow followers following forgot forum ftp guest guests health help here
  home host hostmaster html http https imprint index info inbox join legal live localhost login logout mail
  mailer-daemon media me member members message messages mod moderation moderator moderators mods myself nan
  news newsletter nobody no-reply none noreply notes notification notifications null official oauth online
  owner password post postmaster posts privacy profile profiles public register report reports reset
  resources robots root rss sandbox search security seed self service services settings share sign-in sign-out
  sign-up signin signout signup site sitemap somebody staff static status support sysadmin sysop system team
  terms test the-threshold thinkers threshold true undefined unknown unsubscribe user user-management username
  users verify visitor void vote votes webhook webmaster welcome well-known www you
$$, E' \n'), '\s+');

-- A name somebody gave up: it leads to them for 90 days, and for as long nobody else can take it.
CREATE TABLE former_usernames (
  username text PRIMARY KEY CHECK (username = lower(username)),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  released_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX former_usernames_user_id_index ON former_usernames (user_id);

CREATE FUNCTION is_former_username(name text, except_user uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM former_usernames
    WHERE username = lower(name) AND user_id IS DISTINCT FROM except_user AND released_at > now() - interval '90 days')
$$;

-- After, not before: by then the unique index has waited for whoever was giving the name up.
CREATE FUNCTION keep_usernames() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reserved_usernames WHERE username = lower(NEW.username)) THEN
    PERFORM refuse('profiles_username_reserved', 'This username is reserved');
  END IF;
  IF is_former_username(NEW.username, NEW.id) THEN
    PERFORM refuse('profiles_username_former', 'This username was in use until recently');
  END IF;
  DELETE FROM former_usernames WHERE username = lower(NEW.username);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO former_usernames (username, user_id) VALUES (lower(OLD.username), NEW.id)
    ON CONFLICT (username) DO UPDATE SET user_id = excluded.user_id, released_at = excluded.released_at;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER profiles_keep_username AFTER INSERT ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_usernames();
CREATE TRIGGER profiles_rename AFTER UPDATE OF username ON profiles
  FOR EACH ROW WHEN (lower(OLD.username) <> lower(NEW.username)) EXECUTE FUNCTION keep_usernames();

-- The name for somebody who chose none: the part of the e-mail before the @, made valid, with the first
-- digits that make it free. After a few tries the digits are random, so the thousandth "info" is quick too.
CREATE FUNCTION make_profile() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  base text;
  candidate text;
  attempt integer := 0;
BEGIN
  IF NEW.username IS NOT NULL THEN
    INSERT INTO profiles (id, username) VALUES (NEW.id, NEW.username);
    RETURN NULL;
  END IF;
  base := left(regexp_replace(immutable_unaccent(split_part(NEW.email, '@', 1)), '[^A-Za-z0-9_-]+', '', 'g'), 24);
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
      INSERT INTO profiles (id, username) VALUES (NEW.id, candidate) ON CONFLICT (lower(username)) DO NOTHING;
      EXIT WHEN FOUND;
    END IF;
    attempt := attempt + 1;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER users_make_profile AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION make_profile();

-- Nobody but the deletion of the user removes a profile.
CREATE FUNCTION keep_profile() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = OLD.id) THEN
    PERFORM refuse('profiles_belong_to_users', 'A profile goes only with its user');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER profiles_keep AFTER DELETE ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_profile();
