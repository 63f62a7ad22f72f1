-- A second factor of an account, in the format of better-auth's plug-in: the secret of the authenticator app and the recovery codes
-- that are left, both encrypted with AUTH_SECRET. Nodes of the version before do not know of it: until all are replaced, a
-- password alone signs in there.
ALTER TABLE users ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

CREATE TABLE two_factors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  -- By a first code of the app; until then signing in does not ask for one.
  verified boolean NOT NULL DEFAULT false,
  -- Wrong codes one after the other, and until when no code is looked at because of them.
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- SHA-256 of the last code that was taken: nobody gets in with one that they saw somebody type.
  used_code text,
  used_code_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
