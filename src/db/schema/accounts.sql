-- Accounts, sessions and sign-in. Columns follow better-auth 1.7, whose field names are mapped in
-- accounts/tables.server.ts.
--
-- Order of locks: users, then profiles by id (profiles.sql). users_before_insert is in access.sql.

-- An account. Its public profile is in profiles.
CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL DEFAULT '' CONSTRAINT users_name_check CHECK (char_length(name) <= 200),
  -- better-auth writes and searches addresses in lower case. Refusing any other spelling makes this index
  -- unique without regard to case.
  email text NOT NULL UNIQUE
    CONSTRAINT users_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email)
      AND email LIKE '_%@_%'),
  email_verified boolean NOT NULL DEFAULT false,
  image text CONSTRAINT users_image_check CHECK (char_length(image) <= 500),
  -- The requested username. The trigger that creates the profile reads it once; later, profiles.username is
  -- the name.
  username text CONSTRAINT users_username_check CHECK (char_length(username) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  invite_id uuid,
  invited_by uuid,
  -- Reason for holding the member's texts for approval until they are established. For moderators.
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

-- Tokens of pending email links.
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

-- WebAuthn credentials. A passkey replaces password and code.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE
    CONSTRAINT passkeys_credential_id_check CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- In COSE format, as received from the device.
  public_key bytea NOT NULL,
  -- Number of signatures, or 0 if the device does not count.
  counter bigint NOT NULL DEFAULT 0 CONSTRAINT passkeys_counter_check CHECK (counter >= 0),
  -- How a browser reaches the device: "internal", "usb", "hybrid".
  transports text[] NOT NULL DEFAULT '{}',
  -- Whether the passkey may be copied to other devices of its owner, and whether it was.
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
  -- Node refuses headers above 16 KB, so this check never fails a sign-in.
  user_agent text CONSTRAINT sessions_user_agent_check CHECK (char_length(user_agent) <= 20000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- False: the session ends a day after its last use.
  remembered boolean NOT NULL DEFAULT true,
  -- Precise to 15 minutes (accounts/session/session.server.ts).
  used_at timestamptz NOT NULL DEFAULT now(),
  -- Time of the member's last proof of identity in this session.
  proved_at timestamptz DEFAULT now(),
  -- The last passkey used in this session. It counts as both factors.
  passkey_id uuid REFERENCES passkeys ON DELETE SET NULL,
  -- No session is older than 180 days (SESSION_AGE_MAX in session-cookie.server.ts).
  CONSTRAINT sessions_age_check CHECK (expires_at <= (created_at + interval '180 days'))
);
-- The network address is erased after 30 days (sweepAccounts).
CREATE INDEX sessions_addressed_index ON sessions (created_at) WHERE ip_address IS NOT NULL;
CREATE INDEX sessions_expires_at_index ON sessions (expires_at);
CREATE INDEX sessions_passkey_id_index ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;
-- For counting the members who are active on a day.
CREATE INDEX sessions_used_index ON sessions (used_at);
CREATE INDEX sessions_user_id_index ON sessions (user_id);

-- The authenticator app of an account, in the format of better-auth's plug-in. Secret and codes are encrypted
-- with AUTH_SECRET.
CREATE TABLE two_factors (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  -- Set by the first code. Until then, sign-in does not ask for one.
  verified boolean NOT NULL DEFAULT false,
  -- Consecutive wrong codes. Codes are ignored until locked_until.
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time step of the last accepted code. Only later codes are accepted (RFC 6238, section 5.2), so a code
  -- read over the shoulder is useless.
  used_step integer,
  -- All recovery codes as issued. A used code that is sent again does not count as a guess.
  issued_codes text NOT NULL DEFAULT ''
);

-- Answered WebAuthn challenges until they expire. Each can be used once.
CREATE TABLE used_challenges (
  digest bytea PRIMARY KEY CONSTRAINT used_challenges_digest_check CHECK (octet_length(digest) = 32),
  ends_at timestamptz NOT NULL
);

-- Browsers in which a member has signed in. They may try a password while others are guessing at the account.
-- The cookie holds the id with a proof, so a copy of the database does not let anyone in
-- (accounts/sign-in/devices.server.ts).
CREATE TABLE known_devices (
  device_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  -- device_id changes with each sign-in for all members of the browser. Guesses are counted by the column
  -- id, so that a sign-in to another account does not reset the count.
  id uuid NOT NULL DEFAULT new_id(),
  PRIMARY KEY (device_id, user_id)
);
CREATE INDEX known_devices_user_index ON known_devices (user_id, used_at DESC);

-- An address changes when the link mailed to the new one is opened. For seven days a link mailed to the old
-- one stops or undoes it. Only the latest change of a member counts
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

-- Sign-ups without an invitation in the last day, including those for addresses that already have an account:
-- the number reveals nothing about them.
CREATE TABLE sign_ups (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- The nonce of the solved proof of work. Each can be used once.
  challenge text UNIQUE CONSTRAINT sign_ups_challenge_check CHECK (challenge ~ '^[0-9a-f]{32}$'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sign_ups_created_index ON sign_ups (created_at);

-- Whether at least `minimum` people have signed up within the hour.
CREATE FUNCTION is_sign_up_crowd(minimum integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT count(*) >= minimum FROM (SELECT FROM sign_ups WHERE created_at > now() - interval '1 hour' LIMIT minimum) latest
$$;

-- Counts a sign-up across all nodes. Returns whether it is part of a crowd and whether its proof of work is
-- new.
CREATE FUNCTION count_sign_up(
  solved text, minimum integer, OUT id uuid, OUT is_crowd boolean, OUT is_proven boolean
)
LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time, so that the count is complete. The seed separates these locks from those of other areas.
  PERFORM pg_advisory_xact_lock(hashtextextended('sign_ups', 119));
  is_crowd := is_sign_up_crowd(minimum);
  is_proven := solved IS NOT NULL AND NOT EXISTS (SELECT FROM sign_ups s WHERE s.challenge = solved);
  INSERT INTO sign_ups AS s (challenge) VALUES (CASE WHEN is_proven THEN solved END) RETURNING s.id INTO count_sign_up.id;
END $$;

-- Members delete their account. For seven days, signing in cancels it. Then a job deletes their content in
-- batches and the account last, so that another run finds the remaining rows (settings/account-deletion, decision
-- 0035).
CREATE TABLE account_deletions (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- True: posts, comments and notes stay without the name. False: they are deleted; stubs remain where others
  -- answered.
  keep_content boolean NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  delete_at timestamptz NOT NULL DEFAULT now() + interval '7 days'
    CONSTRAINT account_deletions_delete_at_check CHECK (delete_at >= requested_at),
  -- From this time on, the deletion cannot be cancelled.
  begun_at timestamptz,
  -- Processed rows.
  done integer NOT NULL DEFAULT 0 CONSTRAINT account_deletions_done_check CHECK (done >= 0)
);
CREATE INDEX account_deletions_due_index ON account_deletions (delete_at);

-- Nodes cache for a moment who a session belongs to (accounts/session/session-cache.server.ts). This
-- message makes them drop the sessions of these members, or all sessions if `members` is null or has more than
-- 50: a notification holds 8,000 bytes. The payload is a sender (none) and messages, as in
-- platform/bus/bus.server.ts.
CREATE FUNCTION invalidate_viewers(members uuid[]) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('threshold', json_build_array('', json_build_object('channel', 'viewers', 'message',
    CASE WHEN cardinality(members) <= 50 THEN to_json(members) END))::text);
$$;

-- Makes the nodes drop the cached pages with these tags.
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
  -- A session that begins or is used is a visit.
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

-- The profile and, once the address is verified, what others see of a member.
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
    -- The pages that name this one.
    PERFORM invalidate_pages(ARRAY['profile:' || id, 'name:' || lower(username), 'names']) FROM profiles WHERE id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_after_write AFTER INSERT OR UPDATE OF email_verified, email ON users
  FOR EACH ROW EXECUTE FUNCTION users_after_write();

-- Runs before the profile and its former usernames are deleted. The names of unverified accounts are free
-- immediately. They were never public, and a member who mistyped the address can sign up with the name again.
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
