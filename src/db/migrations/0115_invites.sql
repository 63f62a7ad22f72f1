-- Links of invitation, and who joined by which. The database has the last word on who may sign up.
CREATE TABLE invites (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- SHA-256 of what is in the link, in hex: whoever reads the database cannot use it.
  token_hash text NOT NULL CONSTRAINT invites_token_hash_key UNIQUE
    CONSTRAINT invites_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  note text CONSTRAINT invites_note_check CHECK (is_text(note, 200)),
  uses integer NOT NULL CONSTRAINT invites_uses_check CHECK (uses BETWEEN 1 AND 1000),
  -- Sign-ups that were sent by it. Not given back when an address is never verified: whether one is would tell of accounts.
  used integer NOT NULL DEFAULT 0 CONSTRAINT invites_used_check CHECK (used BETWEEN 0 AND uses),
  ends_at timestamptz NOT NULL,
  created_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX invites_created_by_index ON invites (created_by);

ALTER TABLE users
  ADD COLUMN invite_id uuid REFERENCES invites ON DELETE SET NULL,
  ADD COLUMN invited_by uuid REFERENCES profiles ON DELETE SET NULL;
CREATE INDEX users_invite_id_index ON users (invite_id) WHERE invite_id IS NOT NULL;
CREATE INDEX users_invited_by_index ON users (invited_by) WHERE invited_by IS NOT NULL;

-- Who may sign up just now. A forum that nobody leads takes members, or its first admin could not join.
CREATE FUNCTION registration_now() RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN registration <> 'open' AND EXISTS (SELECT FROM user_roles WHERE role IN ('admin', 'editor')) THEN registration
    ELSE 'open'
  END FROM site_settings
$$;

CREATE FUNCTION check_registration() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  mode text := registration_now();
  invite invites;
BEGIN
  IF NEW.invite_id IS NOT NULL THEN
    -- One after the other: the count below includes whoever came first.
    SELECT * INTO invite FROM invites WHERE id = NEW.invite_id FOR UPDATE;
    IF (SELECT count(*) FROM users WHERE invite_id = NEW.invite_id) >= invite.uses THEN
      RAISE EXCEPTION 'This invitation is used up.'
        USING ERRCODE = 'check_violation', TABLE = 'users', CONSTRAINT = 'users_invite_uses_check';
    END IF;
    NEW.invited_by := invite.created_by;
  END IF;
  IF mode = 'closed' OR (mode = 'invite' AND NEW.invite_id IS NULL) THEN
    RAISE EXCEPTION 'The forum does not take new members.'
      USING ERRCODE = 'check_violation', TABLE = 'users', CONSTRAINT = 'users_registration_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_check_registration BEFORE INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION check_registration();
