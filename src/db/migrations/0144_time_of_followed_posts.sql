-- What a member follows is listed by when it was posted: the follow keeps that, as 0145 has an index of it. A post is not moved in
-- time but by hand.

ALTER TABLE post_follows ADD COLUMN posted_at timestamptz;

-- As before, of all that a follow is.
DROP TRIGGER post_follows_stay ON post_follows;
CREATE TRIGGER post_follows_stay BEFORE UPDATE OF id, follower_id, post_id, created_at ON post_follows
  FOR EACH ROW EXECUTE FUNCTION refuse_move();

CREATE FUNCTION copy_time_of_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.posted_at := (SELECT created_at FROM posts WHERE id = NEW.post_id);
  RETURN NEW;
END $$;
CREATE TRIGGER post_follows_copy_time BEFORE INSERT ON post_follows
  FOR EACH ROW EXECUTE FUNCTION copy_time_of_post();

CREATE FUNCTION copy_changed_time_of_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_follows SET posted_at = NEW.created_at WHERE post_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_copy_changed_time AFTER UPDATE OF created_at ON posts
  FOR EACH ROW WHEN (OLD.created_at IS DISTINCT FROM NEW.created_at) EXECUTE FUNCTION copy_changed_time_of_post();
