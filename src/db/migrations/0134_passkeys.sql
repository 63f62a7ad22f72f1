-- Passkeys (WebAuthn): what a member's device signs with in place of a password and a code. Nodes of the version before do not know
-- of them: there a member signs in as ever, and a role that acts by a passkey rests.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE
    CONSTRAINT passkeys_credential_id_check CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- As the device gave it (COSE).
  public_key bytea NOT NULL,
  -- How often it has signed, as far as it counts: 0 where it does not.
  counter bigint NOT NULL DEFAULT 0 CONSTRAINT passkeys_counter_check CHECK (counter >= 0),
  -- How a browser reaches the device: "internal", "usb", "hybrid".
  transports text[] NOT NULL DEFAULT '{}',
  -- It may be copied to other devices of its owner, and it is.
  is_syncable boolean NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL CONSTRAINT passkeys_name_check CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX passkeys_user_id_index ON passkeys (user_id);

-- Which passkey its owner showed last in a session: it stands for both factors.
ALTER TABLE sessions ADD COLUMN passkey_id uuid;
ALTER TABLE sessions ADD CONSTRAINT sessions_passkey_id_fkey
  FOREIGN KEY (passkey_id) REFERENCES passkeys ON DELETE SET NULL;
CREATE INDEX sessions_passkey_id_index ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;

-- Challenges that were answered, until they would have run out (sweepAccounts): each is good once.
CREATE TABLE used_challenges (
  digest bytea PRIMARY KEY CONSTRAINT used_challenges_digest_check CHECK (octet_length(digest) = 32),
  ends_at timestamptz NOT NULL
);
