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
-- Finds accounts by part of the email address, for admins.
CREATE INDEX users_email_index ON users USING gin (email gin_trgm_ops) WITH (fastupdate = off);
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
  IF NEW.email_verified AND NOT was_verified THEN
    PERFORM record_webhook_events('member.joined', ARRAY[NEW.id]);
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
  -- Anonymises the log of admins' changes to the account.
  UPDATE content_changes SET name = 'former member', item_id = new_id() WHERE kind = 'account' AND item_id = OLD.id;
  UPDATE webhook_deliveries SET response = NULL WHERE target_id = OLD.id AND response IS NOT NULL;
  RETURN OLD;
END $$;
CREATE TRIGGER users_before_delete BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_before_delete();
