-- How many strangers sign up just now, and whose words wait because of how they did.

-- Sign-ups without an invitation that were answered, for a day: whoever they were, and whether or not the address had an account, so
-- that how many there are tells nothing of that.
CREATE TABLE sign_ups (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- The nonce of the challenge that was solved for it: each is good for one.
  challenge text CONSTRAINT sign_ups_challenge_key UNIQUE CONSTRAINT sign_ups_challenge_check CHECK (challenge ~ '^[0-9a-f]{32}$'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sign_ups_created_index ON sign_ups (created_at);

-- Whether `most` strangers have signed up within the hour.
CREATE FUNCTION is_sign_up_crowd(most integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT count(*) >= most FROM (SELECT FROM sign_ups WHERE created_at > now() - interval '1 hour' LIMIT most) latest
$$;

-- Counts one, on all nodes: whether it comes in a crowd, and whether its challenge is one that nobody has used.
CREATE FUNCTION take_sign_up(solved text, most integer, OUT id uuid, OUT is_crowd boolean, OUT is_proven boolean)
LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time: they are counted.
  PERFORM pg_advisory_xact_lock(hashtextextended('sign_ups', 119));
  is_crowd := is_sign_up_crowd(most);
  is_proven := solved IS NOT NULL AND NOT EXISTS (SELECT FROM sign_ups s WHERE s.challenge = solved);
  INSERT INTO sign_ups AS s (challenge) VALUES (CASE WHEN is_proven THEN solved END) RETURNING s.id INTO take_sign_up.id;
END $$;

-- Why what somebody writes waits until they are established; for moderators.
ALTER TABLE users ADD COLUMN held_for text
  CONSTRAINT users_held_for_check CHECK (held_for IN ('crowd', 'too_fast', 'hidden_field'));

CREATE FUNCTION hold_profile() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET held_until_established = true WHERE id = NEW.id;
  RETURN NULL;
END $$;
-- By its name after users_make_profile, which makes the profile.
CREATE TRIGGER users_make_profile_held AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.held_for IS NOT NULL) EXECUTE FUNCTION hold_profile();
