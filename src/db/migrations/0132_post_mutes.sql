-- Of a discussion that a member follows (0076) they hear of every comment, of one that they mute nothing; of the others what is
-- said to them. It is one or the other.
CREATE TABLE post_mutes (
  member_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, post_id)
);
CREATE INDEX post_mutes_post_id_index ON post_mutes (post_id);
CREATE TRIGGER post_mutes_stay BEFORE UPDATE ON post_mutes FOR EACH ROW EXECUTE FUNCTION refuse_move();

CREATE FUNCTION is_post_muted(reader uuid, post uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM post_mutes WHERE member_id = reader AND post_id = post)
$$;

-- Whichever node sets it: who follows a discussion no longer mutes it.
CREATE FUNCTION end_post_mute() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM post_mutes WHERE member_id = NEW.follower_id AND post_id = NEW.post_id;
  RETURN NULL;
END $$;

CREATE TRIGGER post_follows_end_mute AFTER INSERT ON post_follows FOR EACH ROW EXECUTE FUNCTION end_post_mute();

-- Sets whether a member mutes a discussion, which ends that they follow it. Answers whether there is such a post, and whether
-- anything changed; what there was to read comes back with the end of it, as it does of people. Who unmutes may always.
CREATE FUNCTION set_post_mute(
  member uuid, target uuid, wanted boolean, OUT is_found boolean, OUT has_changed boolean
) LANGUAGE plpgsql AS $$
BEGIN
  has_changed := false;
  PERFORM FROM posts WHERE id = target AND (deleted_at IS NULL AND removed_at IS NULL OR NOT wanted) FOR KEY SHARE;
  is_found := FOUND;
  IF is_found AND wanted THEN
    PERFORM set_post_follow(member, target, false);
    INSERT INTO post_mutes (member_id, post_id) VALUES (member, target) ON CONFLICT DO NOTHING;
    has_changed := FOUND;
  ELSIF is_found THEN
    DELETE FROM post_mutes WHERE member_id = member AND post_id = target;
    has_changed := FOUND;
  END IF;
END $$;

-- As in 0122, and none about a muted discussion. What moderators did there is told all the same.
CREATE OR REPLACE FUNCTION drop_unwanted_notification() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF wants_notification(NEW.user_id, NEW.type) AND NOT (
    NEW.type IN ('comment', 'followed_post', 'mention', 'vote') AND is_post_muted(NEW.user_id, NEW.post_id)
  ) THEN
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' AND NEW.type NOT IN ('vote', 'note_like') THEN
    RETURN NULL;
  END IF;
  NEW.is_read := true;
  RETURN NEW;
END $$;
