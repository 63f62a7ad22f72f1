-- Who gave or took which role, and when: user_roles says what holds now. A row is written by the statement that
-- changes user_roles (features/roles/sql.server.ts).
CREATE TABLE role_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  role text NOT NULL CONSTRAINT role_changes_role_check CHECK (role IN ('editor', 'moderator', 'admin')),
  act text NOT NULL CONSTRAINT role_changes_act_check CHECK (act IN ('granted', 'revoked')),
  -- Null: on the command line, or by somebody who has left. The first admin made themself one, by the console's link.
  changed_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX role_changes_user_index ON role_changes (user_id, created_at DESC, id DESC);
CREATE INDEX role_changes_changed_by_index ON role_changes (changed_by);

INSERT INTO role_changes (user_id, role, act, changed_by, created_at)
SELECT user_id, role, 'granted', granted_by, created_at FROM user_roles ORDER BY created_at;

-- Pages show roles beside names: whoever changes one, `npm run role` or a hand in the database too, the cached pages
-- that show its holder go on every node. The payload is that of 0017.
CREATE FUNCTION tell_role_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  holder uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
BEGIN
  PERFORM pg_notify('threshold', '["",{"channel":"viewers","message":null},'
    || '{"channel":"pages","message":["profile:' || holder || '"]}]');
  RETURN NULL;
END $$;

DROP TRIGGER user_roles_tell ON user_roles;
CREATE TRIGGER user_roles_tell AFTER INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION tell_role_changed();

-- The newest members, and word of it when there is another one: from the moment that the address is verified.
CREATE INDEX users_newest_index ON users (created_at DESC, id DESC) WHERE email_verified;

CREATE FUNCTION tell_members_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('threshold', '["",{"channel":"pages","message":["members"]}]');
  RETURN NULL;
END $$;

CREATE TRIGGER users_tell_joined AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.email_verified) EXECUTE FUNCTION tell_members_changed();
CREATE TRIGGER users_tell_verified AFTER UPDATE OF email_verified ON users
  FOR EACH ROW WHEN (OLD.email_verified <> NEW.email_verified) EXECUTE FUNCTION tell_members_changed();
CREATE TRIGGER users_tell_left AFTER DELETE ON users
  FOR EACH ROW WHEN (OLD.email_verified) EXECUTE FUNCTION tell_members_changed();

-- Who wrote lately, and how much. Votes, which are most of what happens, do not touch these.
CREATE INDEX user_activity_written_index ON user_activity (created_at DESC, user_id)
  WHERE action IN ('post_created', 'comment_created', 'note_created');
CREATE INDEX user_activity_writer_index ON user_activity (user_id, created_at)
  WHERE action IN ('post_created', 'comment_created', 'note_created');
