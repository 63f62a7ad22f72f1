-- The nodes forget the sessions of the members that a change is about, where they forgot all sessions at every sign-out
-- (features/accounts/session/session-cache.server.ts). The message is a list of members, or null for many at once: a
-- notification holds 8,000 bytes.
DROP TRIGGER sessions_tell_ended ON sessions;
DROP TRIGGER sessions_tell_shortened ON sessions;
DROP TRIGGER profiles_tell_renamed ON profiles;

CREATE FUNCTION tell_viewer_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_viewers(ARRAY[(CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> TG_ARGV[0])::uuid]);
  RETURN NULL;
END $$;

CREATE FUNCTION tell_sessions_ended() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  members uuid[];
BEGIN
  SELECT array_agg(DISTINCT user_id) INTO members FROM ended;
  IF members IS NOT NULL THEN
    PERFORM notify_viewers(members);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION notify_viewers(members uuid[]) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('threshold', json_build_array('', json_build_object('channel', 'viewers', 'message',
    CASE WHEN cardinality(members) <= 50 THEN to_json(members) END))::text);
$$;

CREATE TRIGGER sessions_tell_ended AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION tell_sessions_ended();
CREATE TRIGGER sessions_tell_shortened AFTER UPDATE OF expires_at ON sessions
  FOR EACH ROW WHEN (NEW.expires_at < OLD.expires_at) EXECUTE FUNCTION tell_viewer_changed('user_id');
CREATE TRIGGER profiles_tell_renamed AFTER UPDATE OF username, full_name, avatar_url ON profiles
  FOR EACH ROW EXECUTE FUNCTION tell_viewer_changed('id');
