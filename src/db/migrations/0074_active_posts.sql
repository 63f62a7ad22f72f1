-- When a discussion was last active: its newest comment that is not deleted, and for a post without any its own time.
-- posts.last_comment_at is kept in the statements that count comments, and copied to post_rankings with the counters, so a
-- comment writes the same rows as before. What is there already gets its time in 0075: this one holds its locks for moments.

ALTER TABLE posts ADD COLUMN last_comment_at timestamptz;
ALTER TABLE post_rankings ADD COLUMN active_at timestamptz;

CREATE OR REPLACE FUNCTION count_new_comments() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET comment_count = comment_count + more.comments,
    last_comment_at = greatest(last_comment_at, more.latest)
  FROM (
    SELECT post_id, count(*) AS comments, max(created_at) AS latest
    FROM added WHERE deleted_at IS NULL GROUP BY post_id) AS more
  WHERE posts.id = more.post_id;
  UPDATE profiles SET comment_count = comment_count + more.comments
  FROM (SELECT author_id, count(*) AS comments FROM added WHERE deleted_at IS NULL GROUP BY author_id) AS more
  WHERE profiles.id = more.author_id;
  RETURN NULL;
END $$;

-- Of the comments that are left, without walking past those that count when the one that goes was not the newest. The caller
-- holds the post's row, and asks in a statement that began after it got it: a comment that came meanwhile is seen.
CREATE FUNCTION last_comment_without(gone timestamptz, last timestamptz, post uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN gone < last THEN last ELSE (
    SELECT created_at FROM comments WHERE post_id = post AND deleted_at IS NULL ORDER BY created_at DESC LIMIT 1) END
$$;

CREATE OR REPLACE FUNCTION count_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  UPDATE posts SET comment_count = comment_count - 1,
    last_comment_at = last_comment_without(OLD.created_at, last_comment_at, id)
  WHERE id = NEW.post_id;
  UPDATE profiles SET comment_count = comment_count - 1 WHERE id = OLD.author_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_comments() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM deleted WHERE deleted_at IS NULL) ORDER BY id FOR NO KEY UPDATE;
  UPDATE posts SET comment_count = comment_count - gone.comments,
    last_comment_at = last_comment_without(gone.latest, last_comment_at, id)
  FROM (
    SELECT post_id, count(*) AS comments, max(created_at) AS latest
    FROM deleted WHERE deleted_at IS NULL GROUP BY post_id) AS gone
  WHERE posts.id = gone.post_id;
  UPDATE profiles SET comment_count = comment_count - gone.comments
  FROM (SELECT author_id, count(*) AS comments FROM deleted WHERE deleted_at IS NULL GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION rank_new_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  VALUES (whole_forum(), NEW.id, NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count,
    coalesce(NEW.last_comment_at, NEW.created_at));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION rank_changed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_rankings
  SET created_at = NEW.created_at, votes_score = NEW.votes_score,
    comment_count = NEW.comment_count, view_count = NEW.view_count,
    active_at = coalesce(NEW.last_comment_at, NEW.created_at)
  WHERE post_id = NEW.id;
  RETURN NULL;
END $$;

DROP TRIGGER posts_rank_changed ON posts;
CREATE TRIGGER posts_rank_changed
  AFTER UPDATE OF created_at, votes_score, comment_count, view_count, last_comment_at ON posts
  FOR EACH ROW WHEN (ROW(OLD.created_at, OLD.votes_score, OLD.comment_count, OLD.view_count, OLD.last_comment_at)
    IS DISTINCT FROM ROW(NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count, NEW.last_comment_at))
  EXECUTE FUNCTION rank_changed_post();

CREATE OR REPLACE FUNCTION rank_in_category() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  post posts;
BEGIN
  SELECT * INTO post FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  VALUES (NEW.category_id, post.id, post.created_at, post.votes_score, post.comment_count, post.view_count,
    coalesce(post.last_comment_at, post.created_at));
  IF NEW.position = 0 THEN
    UPDATE posts SET category_id = NEW.category_id WHERE id = NEW.post_id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION counter_drift_of_last_comments() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'posts.last_comment_at', p.id, extract(epoch FROM p.last_comment_at)::bigint, extract(epoch FROM c.latest)::bigint
  FROM posts p LEFT JOIN (
    SELECT post_id, max(created_at) AS latest FROM comments WHERE deleted_at IS NULL GROUP BY 1) c ON c.post_id = p.id
  WHERE p.last_comment_at IS DISTINCT FROM c.latest
  UNION ALL
  SELECT 'post_rankings.active_at', p.id, extract(epoch FROM r.active_at)::bigint,
    extract(epoch FROM coalesce(p.last_comment_at, p.created_at))::bigint
  FROM post_rankings r JOIN posts p ON p.id = r.post_id
  WHERE r.active_at IS DISTINCT FROM coalesce(p.last_comment_at, p.created_at)
$$;
