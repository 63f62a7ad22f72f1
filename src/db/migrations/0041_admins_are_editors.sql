-- Whoever is admin is editor too, or /user-management would refuse the one who leads the forum. From here on the command
-- and the first admin's link give both (features/roles/sql.server.ts); nobody did this, so nobody's name stands there.
WITH given AS (
  INSERT INTO user_roles (user_id, role)
  SELECT user_id, 'editor' FROM user_roles WHERE role = 'admin'
  ON CONFLICT (user_id, role) DO NOTHING
  RETURNING user_id, role)
INSERT INTO role_changes (user_id, role, act)
SELECT user_id, role, 'granted' FROM given;

-- A moderator is somebody whom a mail reaches. Roles are few and given seldom: one look at a primary key each.
CREATE FUNCTION refuse_unverified_moderator() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM users WHERE id = NEW.user_id AND email_verified FOR SHARE) THEN
    RAISE EXCEPTION 'a moderator has a verified address'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'user_roles_moderator_verified';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER user_roles_moderator_verified BEFORE INSERT OR UPDATE ON user_roles
  FOR EACH ROW WHEN (NEW.role = 'moderator') EXECUTE FUNCTION refuse_unverified_moderator();
