-- When somebody last changed what they say of themselves: who saves a form that was opened before that is told.
-- Counters and pictures are no such change.
ALTER TABLE profiles ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

CREATE FUNCTION mark_updated() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Not now(), the beginning of the transaction, which another save may have ended after.
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER profiles_mark_updated
  BEFORE UPDATE OF username, full_name, bio, location, website_url ON profiles
  FOR EACH ROW
  WHEN (ROW (OLD.username, OLD.full_name, OLD.bio, OLD.location, OLD.website_url)
    IS DISTINCT FROM ROW (NEW.username, NEW.full_name, NEW.bio, NEW.location, NEW.website_url))
  EXECUTE FUNCTION mark_updated();

-- A profile is there for others once its address is verified, whoever says so. The payload is that of the bus, as in
-- 0017_viewer_changes.sql; the tags are those of the pages (features/profiles/tags.server.ts).
CREATE FUNCTION tell_profile_verified() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('threshold', json_build_array('', json_build_object('channel', 'pages', 'message',
    json_build_array('profile:' || id, 'name:' || lower(username), 'names')))::text)
  FROM profiles WHERE id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER users_tell_profile AFTER UPDATE OF email_verified ON users
  FOR EACH ROW WHEN (OLD.email_verified <> NEW.email_verified) EXECUTE FUNCTION tell_profile_verified();
