-- A username is nobody's for 180 days after its account is deleted: who knew it under this name shall not take another
-- for it. It is kept as a digest, so that a name that somebody wanted gone stands nowhere.

CREATE TABLE retired_usernames (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  until timestamptz NOT NULL
);
CREATE INDEX retired_usernames_until_index ON retired_usernames (until);

CREATE FUNCTION username_digest(name text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(lower(name), 'UTF8'))
$$;

CREATE FUNCTION is_retired_username(name text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM retired_usernames WHERE digest = username_digest(name) AND until > now())
$$;

-- Also the names that they gave up lately, which go with the account. Nobody has known an account whose address was
-- never verified: its name is free at once, or who signs up with a slip in the address would lose theirs.
-- Before the user goes: profile and former names go along (0003_profiles.sql).
CREATE FUNCTION retire_usernames() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.email_verified THEN
    INSERT INTO retired_usernames (digest, until)
    SELECT username_digest(name), now() + interval '180 days' FROM (
      SELECT lower(username) AS name FROM profiles WHERE id = OLD.id
      UNION
      SELECT username FROM former_usernames WHERE user_id = OLD.id AND is_former_username(username, NULL)) AS held
    ON CONFLICT (digest) DO UPDATE SET until = excluded.until;
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER users_retire_usernames BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION retire_usernames();

-- As in 0003, and: nobody takes one that is retired. What sign-up, renaming and the name that is made of an address ask.
CREATE OR REPLACE FUNCTION is_former_username(name text, except_user uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM former_usernames
    WHERE username = lower(name) AND user_id IS DISTINCT FROM except_user AND released_at > now() - interval '90 days')
  OR is_retired_username(name)
$$;
