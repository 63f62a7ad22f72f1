-- Members follow discussions and concepts as they follow people. Whom somebody follows is public (0013); what, is theirs alone.

CREATE TABLE post_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT post_follows_follower_id_post_id_key UNIQUE (follower_id, post_id)
);
CREATE INDEX post_follows_follower_index ON post_follows (follower_id, created_at DESC, id DESC) INCLUDE (post_id);
CREATE INDEX post_follows_post_index ON post_follows (post_id, follower_id);
CREATE TRIGGER post_follows_stay BEFORE UPDATE ON post_follows
  FOR EACH ROW EXECUTE FUNCTION refuse_move();

CREATE TABLE category_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT category_follows_follower_id_category_id_key UNIQUE (follower_id, category_id)
);
CREATE INDEX category_follows_category_index ON category_follows (category_id);
CREATE TRIGGER category_follows_stay BEFORE UPDATE ON category_follows
  FOR EACH ROW EXECUTE FUNCTION refuse_move();

ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check
  CHECK (type IN ('comment', 'vote', 'follow', 'note_like', 'note_reply', 'mention', 'followed_post'));

-- In the statement that saves a comment, and after everybody who hears of it for another reason: who wrote the post or what is
-- answered, and who is named. One for each discussion: as long as it is unread it leads to the first comment that its reader
-- has not seen, and nothing is written; read, it comes again. In order of id, so that two comments at once never wait in a
-- circle. Answers who has something to read.
CREATE FUNCTION notify_post_followers(written uuid) RETURNS SETOF uuid
LANGUAGE sql AS $$
  INSERT INTO notifications AS notice (user_id, type, related_user_id, post_id, comment_id, dedupe_key)
  SELECT f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, 'followed_post:' || c.post_id
  FROM comments c
  JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
    AND NOT EXISTS (SELECT FROM notifications told WHERE told.user_id = f.follower_id AND told.comment_id = written)
    AND NOT EXISTS (
      SELECT FROM notifications waiting
      WHERE waiting.user_id = f.follower_id AND waiting.dedupe_key = 'followed_post:' || c.post_id
        AND NOT waiting.is_read)
  ORDER BY f.follower_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
    related_user_id = excluded.related_user_id, comment_id = excluded.comment_id,
    is_read = false, created_at = excluded.created_at
  WHERE notice.is_read
  RETURNING user_id
$$;

-- Sets whether a member follows a discussion. Who stops is not told any more of what they have not read yet. Answers whether
-- there is such a post, and whether there is less to read.
CREATE FUNCTION set_post_follow(
  follower uuid, followed uuid, wanted boolean, OUT is_found boolean, OUT has_less boolean
) LANGUAGE plpgsql AS $$
BEGIN
  has_less := false;
  PERFORM FROM posts WHERE id = followed FOR KEY SHARE;
  is_found := FOUND;
  IF is_found AND wanted THEN
    INSERT INTO post_follows (follower_id, post_id) VALUES (follower, followed) ON CONFLICT DO NOTHING;
  ELSIF is_found THEN
    DELETE FROM post_follows WHERE follower_id = follower AND post_id = followed;
    DELETE FROM notifications
    WHERE user_id = follower AND dedupe_key = 'followed_post:' || followed AND NOT is_read;
    has_less := FOUND;
  END IF;
END $$;
