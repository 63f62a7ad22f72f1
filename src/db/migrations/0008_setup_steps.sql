-- The set-up list of new forums. Forums that already have an admin don't need it.
CREATE TABLE setup_steps (
  step text PRIMARY KEY
    CONSTRAINT setup_steps_step_check CHECK (step IN ('name', 'look', 'texts', 'rules', 'concepts', 'email', 'backup',
      'moderators', 'post', 'dismissed')),
  done_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO setup_steps (step) SELECT 'dismissed' WHERE EXISTS (SELECT FROM user_roles WHERE role = 'admin');
