-- Browsers in which a member has signed in before: they may try a password however many others guess at the account.
-- The cookie holds the id with a proof of it (features/accounts/devices.server.ts), so who reads this has none of them.
CREATE TABLE known_devices (
  device_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (device_id, user_id)
);
CREATE INDEX known_devices_user_index ON known_devices (user_id, used_at DESC);

-- Whether the browser keeps the session when it is closed: a session that is not remembered ends a day after its last
-- use. Of those there are, the ones that were made for a day and not prolonged since can still be told.
ALTER TABLE sessions ADD COLUMN remembered boolean NOT NULL DEFAULT true;
UPDATE sessions SET remembered = false WHERE expires_at <= created_at + interval '1 day';

-- No session is older than 180 days, however often it is used (SESSION_AGE_MAX in session-cookie.server.ts).
UPDATE sessions SET expires_at = created_at + interval '180 days' WHERE expires_at > created_at + interval '180 days';
ALTER TABLE sessions ADD CONSTRAINT sessions_age_check CHECK (expires_at <= created_at + interval '180 days');

-- Over https the cookie has another name now, one that a subdomain cannot set. The sessions there are came under the old
-- one, and may do so until they have been answered with the new one (features/accounts/viewer.server.ts); new ones never.
ALTER TABLE sessions ADD COLUMN former_cookie_until timestamptz;
UPDATE sessions SET former_cookie_until = created_at + interval '180 days';
