-- An address is changed once the link that was mailed to the new one is opened. For seven days the one of before has a
-- link that stops it, or undoes it (features/accounts/security/email-sql.server.ts). The latest of a member's counts.
CREATE TABLE email_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL CONSTRAINT email_changes_new_email_check
    CHECK (char_length(new_email) BETWEEN 3 AND 254 AND new_email = lower(new_email) AND new_email LIKE '_%@_%'),
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  stopped_at timestamptz,
  CONSTRAINT email_changes_differ_check CHECK (new_email <> old_email)
);
CREATE INDEX email_changes_user_id_index ON email_changes (user_id, created_at DESC);
CREATE INDEX email_changes_created_at_index ON email_changes (created_at);
