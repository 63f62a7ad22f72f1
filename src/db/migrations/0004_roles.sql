-- A role is a row; no row means plain member.

CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  role text NOT NULL CONSTRAINT user_roles_role_check CHECK (role IN ('editor', 'moderator', 'admin')),
  -- Null: granted on the command line, or by somebody who has left.
  granted_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, role)
);
CREATE INDEX user_roles_role_index ON user_roles (role);
CREATE INDEX user_roles_granted_by_index ON user_roles (granted_by);
