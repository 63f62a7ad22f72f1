-- Browsers in which a member has signed in before: they may try a password however many others guess at the account.
-- The cookie holds the id with a proof of it (features/accounts/devices.server.ts), so who reads this has none of them.
CREATE TABLE known_devices (
  device_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (device_id, user_id)
);
CREATE INDEX known_devices_user_index ON known_devices (user_id, used_at DESC);
