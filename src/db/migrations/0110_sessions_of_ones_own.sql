-- What members see of their sessions: when each was last used, to the quarter of an hour (session.server.ts). Nodes of
-- the version before leave it as it is.
ALTER TABLE sessions ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET used_at = updated_at;

-- When somebody last showed with this session that they know the password (api/core/fresh-proof.server.ts). Signing in
-- shows it too; of the sessions there are nobody knows.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
ALTER TABLE sessions ALTER COLUMN proved_at SET DEFAULT now();

-- The network address is erased after 30 days (sweepAccounts).
CREATE INDEX sessions_addressed_index ON sessions (created_at) WHERE ip_address IS NOT NULL;
