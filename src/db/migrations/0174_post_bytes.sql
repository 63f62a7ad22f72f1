-- A post has at most 330,000 bytes (POST_BYTES).
CREATE FUNCTION refuse_long_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse('posts_content_bytes', 'A post has at most 330,000 bytes');
  RETURN NULL;
END $$;

-- Triggers instead of a constraint: the counters of an older, longer post can still change, and a moderator can restore it.
CREATE TRIGGER posts_content_bytes BEFORE INSERT ON posts
  FOR EACH ROW WHEN (octet_length(NEW.content) > 330000) EXECUTE FUNCTION refuse_long_post();
CREATE TRIGGER posts_content_bytes_edited BEFORE UPDATE OF content ON posts
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.content <> OLD.content AND octet_length(NEW.content) > 330000)
  EXECUTE FUNCTION refuse_long_post();
