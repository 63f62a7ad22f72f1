-- What is mailed of each kind (CHOICE_DEFAULTS): nothing, a mail of its own soon, or a line of the digest. Where there is no
-- row it is the digest, which nobody gets who has not asked for one. Nodes of the version before write the bell alone.
ALTER TABLE notification_choices
  ALTER COLUMN in_app SET DEFAULT true,
  ADD COLUMN email text NOT NULL DEFAULT 'digest'
    CONSTRAINT notification_choices_email_check CHECK (email IN ('off', 'soon', 'digest'));
