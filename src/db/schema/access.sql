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

-- Revokes a role and records who did it. Returns whether the member had the role. Refuses to revoke the last admin's.
CREATE FUNCTION revoke_role(member uuid, former_role text, actor uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF former_role = 'admin' THEN
    -- If two admins revoke each other's role, the second waits here for the first and is then refused.
    PERFORM FROM user_roles WHERE role = 'admin' ORDER BY user_id FOR UPDATE;
    IF is_last_admin(member) THEN
      PERFORM refuse('user_roles_last_admin', 'The last admin cannot lose the role');
    END IF;
  END IF;
  DELETE FROM user_roles WHERE user_id = member AND role = former_role;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO role_changes (user_id, role, act, changed_by) VALUES (member, former_role, 'revoked', actor);
  RETURN true;
END $$;

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

-- Returns an email address without case and without what follows a plus sign, which people choose freely.
CREATE FUNCTION mail_key(address text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(address), '^([^+]+)[+].*@', '\1@')
$$;
-- For counting the members with a blocked address or domain.
CREATE INDEX users_mail_key_index ON users (reverse(mail_key(email)) COLLATE "C");

-- Email addresses, and domains with their subdomains, with which no one can sign up.
CREATE TABLE blocked_mail (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- A domain in lower case and punycode, or an address without a part after "+".
  pattern text NOT NULL UNIQUE
    CONSTRAINT blocked_mail_pattern_check CHECK (is_text(pattern, 254) AND pattern = mail_key(pattern)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION blocked_mail_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('blocked_mail'));
  IF (SELECT count(*) FROM blocked_mail) >= 1000 THEN
    PERFORM refuse('blocked_mail_limit', 'There can be at most 1000 blocked addresses and domains');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER blocked_mail_before_insert BEFORE INSERT ON blocked_mail
  FOR EACH ROW EXECUTE FUNCTION blocked_mail_before_insert();

-- Returns whether the address, its domain or a parent of its domain is blocked.
CREATE FUNCTION is_blocked_mail(address text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM blocked_mail WHERE pattern = mail_key(address) OR pattern IN (
      SELECT array_to_string(labels[n:], '.')
      FROM string_to_array(split_part(lower(address), '@', -1), '.') AS labels, generate_subscripts(labels, 1) AS n))
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
  IF NOT is_import() AND (mode = 'closed' OR (mode = 'invite' AND NEW.invite_id IS NULL)) THEN
    PERFORM refuse('users_registration_check', 'This forum does not take new members');
  END IF;
  IF NOT is_import() AND is_blocked_mail(NEW.email) THEN
    PERFORM refuse('users_email_blocked', 'This email address is blocked');
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
