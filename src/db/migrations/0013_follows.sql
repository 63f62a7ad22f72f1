-- Who follows whom. The activity feed of a member reads it.

CREATE TABLE user_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  following_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT user_follows_follower_id_following_id_key UNIQUE (follower_id, following_id),
  CONSTRAINT user_follows_not_oneself CHECK (follower_id <> following_id)
);
CREATE INDEX user_follows_follower_index ON user_follows (follower_id, created_at DESC, id DESC);
CREATE INDEX user_follows_following_index ON user_follows (following_id, created_at DESC, id DESC);

-- Profiles are locked in order of id, as everywhere: two members who follow each other at once never wait in a circle.
CREATE FUNCTION count_follow() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  follow user_follows := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  difference integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM profiles WHERE id IN (follow.follower_id, follow.following_id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE profiles SET following_count = following_count + difference WHERE id = follow.follower_id;
  UPDATE profiles SET followers_count = followers_count + difference WHERE id = follow.following_id;
  RETURN NULL;
END $$;

CREATE TRIGGER user_follows_count AFTER INSERT OR DELETE ON user_follows
  FOR EACH ROW EXECUTE FUNCTION count_follow();
CREATE TRIGGER user_follows_stay BEFORE UPDATE ON user_follows
  FOR EACH ROW EXECUTE FUNCTION refuse_move();
