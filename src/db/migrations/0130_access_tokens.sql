-- What a member's programs send in place of a password. Nodes of the version before know nothing of them, and refuse them.
CREATE TABLE access_tokens (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT access_tokens_name_check CHECK (is_text(name, 60)),
  scope text NOT NULL CONSTRAINT access_tokens_scope_check CHECK (scope IN ('read', 'write', 'moderate')),
  -- SHA-256 of the token, in hex: whoever reads the database cannot use it.
  token_hash text NOT NULL CONSTRAINT access_tokens_token_hash_key UNIQUE
    CONSTRAINT access_tokens_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- To the minute; null: never.
  used_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT access_tokens_expires_at_check
    CHECK (expires_at > created_at AND expires_at - created_at <= interval '365 days')
);
CREATE INDEX access_tokens_member_index ON access_tokens (member_id, created_at DESC);
-- What a sweep looks for.
CREATE INDEX access_tokens_expires_at_index ON access_tokens (expires_at);

-- The nodes remember for a moment who asks (0017_viewer_changes.sql).
CREATE TRIGGER access_tokens_tell_ended AFTER DELETE ON access_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION tell_viewers_changed();
CREATE TRIGGER access_tokens_tell_shortened AFTER UPDATE OF expires_at ON access_tokens
  FOR EACH ROW WHEN (NEW.expires_at < OLD.expires_at) EXECUTE FUNCTION tell_viewers_changed();

-- A member's tokens are made one after the other, and before or after whatever moderators do to that member, who is held for
-- it (hold_member).
CREATE FUNCTION check_access_token() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.member_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM access_tokens WHERE member_id = NEW.member_id AND expires_at > now()) >= 20 THEN
    RAISE EXCEPTION 'A member has at most twenty access tokens.'
      USING ERRCODE = 'check_violation', TABLE = 'access_tokens', CONSTRAINT = 'access_tokens_limit';
  END IF;
  IF EXISTS (SELECT FROM sanctions s WHERE s.member_id = NEW.member_id AND s.kind = 'suspension' AND is_in_force(s)) THEN
    RAISE EXCEPTION 'Suspended members make no access tokens.'
      USING ERRCODE = 'check_violation', TABLE = 'access_tokens', CONSTRAINT = 'access_tokens_suspended';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER access_tokens_check BEFORE INSERT ON access_tokens
  FOR EACH ROW EXECUTE FUNCTION check_access_token();

-- Whoever is suspended for good or purged has no tokens left, also once that is taken back: nobody knows who has them.
CREATE FUNCTION end_access_tokens() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM access_tokens WHERE member_id = NEW.member_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sanctions_end_access_tokens AFTER INSERT ON sanctions
  FOR EACH ROW WHEN (NEW.kind = 'suspension' AND NEW.ends_at IS NULL) EXECUTE FUNCTION end_access_tokens();
CREATE TRIGGER purges_end_access_tokens AFTER INSERT ON purges
  FOR EACH ROW EXECUTE FUNCTION end_access_tokens();
