-- The nodes remember for a moment who a session belongs to (features/accounts/viewers.server.ts). When a session ends,
-- or a name, an avatar or a role changes, from wherever, all are told to look again. The payload is that of the bus
-- (platform/bus.server.ts): a sender that is no node, then messages.
CREATE FUNCTION tell_viewers_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('threshold', '["",{"channel":"viewers","message":null}]');
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_tell_ended AFTER DELETE ON sessions
  FOR EACH STATEMENT EXECUTE FUNCTION tell_viewers_changed();
CREATE TRIGGER sessions_tell_shortened AFTER UPDATE OF expires_at ON sessions
  FOR EACH ROW WHEN (NEW.expires_at < OLD.expires_at) EXECUTE FUNCTION tell_viewers_changed();
CREATE TRIGGER profiles_tell_renamed AFTER UPDATE OF username, full_name, avatar_url ON profiles
  FOR EACH STATEMENT EXECUTE FUNCTION tell_viewers_changed();
CREATE TRIGGER user_roles_tell AFTER INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH STATEMENT EXECUTE FUNCTION tell_viewers_changed();
