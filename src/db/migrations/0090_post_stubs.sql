-- A post that others have commented on is not theirs to lose with it: deleted, it leaves a stub, as a comment and a note
-- do. Title, words, author, categories, votes, bookmarks and follows go, and it is in no ranking, search or feed; the discussion
-- stays readable at its address and takes no new comments. Without words of others the post goes, and with the last of
-- them the stub.

ALTER TABLE posts ADD COLUMN deleted_at timestamptz;
-- Shown to nobody. It tells the comments of others from those of who deleted the post, which keep no stub.
ALTER TABLE posts ADD COLUMN deleted_by uuid REFERENCES profiles ON DELETE SET NULL;
CREATE INDEX posts_deleted_by_index ON posts (deleted_by) WHERE deleted_by IS NOT NULL;

-- Neutral words instead of none: what reads a row without knowing of stubs, as a node of the version before does, still
-- has something to show, and finds nothing of the author's.
ALTER TABLE posts ADD CONSTRAINT posts_stub_check CHECK (
  CASE WHEN deleted_at IS NULL THEN deleted_by IS NULL
  ELSE title = 'Deleted post' AND content = '<p>This post was deleted.</p>' AND content_text = 'This post was deleted.'
    AND author_id IS NULL AND category_id IS NULL AND NOT is_pinned AND votes_score = 0 AND edited_at IS NULL END);

DROP TRIGGER posts_mark_edited ON posts;
CREATE TRIGGER posts_mark_edited BEFORE UPDATE OF title, content ON posts
  FOR EACH ROW WHEN ((OLD.title <> NEW.title OR OLD.content <> NEW.content) AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION mark_edited();

CREATE TRIGGER posts_forget_activity_of_stub AFTER UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_activity_of_stub();

CREATE FUNCTION uncount_post_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM post_rankings WHERE post_id = NEW.id;
  UPDATE profiles SET post_count = post_count - 1 WHERE id = OLD.author_id;
  RETURN NULL;
END $$;

CREATE TRIGGER posts_uncount_stub AFTER UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION uncount_post_stub();

-- As in 0060, and a stub is in no index: nobody wrote its words.
CREATE OR REPLACE FUNCTION index_changed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM post_search WHERE post_id = NEW.id;
    PERFORM count_words(OLD.title || ' ' || OLD.content_text, NULL);
    RETURN NULL;
  END IF;
  PERFORM index_post(NEW.id);
  IF TG_OP = 'INSERT' THEN
    -- A post that was deleted again, or changed, before the commit: what counts it then is what changed it.
    PERFORM count_words(NULL, NEW.title || ' ' || NEW.content_text);
  ELSE
    PERFORM count_words(OLD.title || ' ' || OLD.content_text, NEW.title || ' ' || NEW.content_text);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER posts_index_changed ON posts;
CREATE TRIGGER posts_index_changed AFTER UPDATE OF title, content_text, deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL
    AND (OLD.title <> NEW.title OR OLD.content_text <> NEW.content_text OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION index_changed_post();

CREATE OR REPLACE FUNCTION uncount_words_of_posts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_words(title || ' ' || content_text, NULL) FROM deleted WHERE deleted_at IS NULL;
  RETURN NULL;
END $$;

-- Once per statement and after the foreign key, which holds the post's row: a deletion under way was waited for, and none
-- comes before the commit.
CREATE FUNCTION refuse_on_post_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added JOIN posts ON posts.id = added.post_id WHERE posts.deleted_at IS NOT NULL) THEN
    PERFORM refuse(TG_TABLE_NAME || '_post_deleted', 'A deleted post takes no ' || TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER comments_refuse_on_stub AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_post_stub();
CREATE TRIGGER bookmarks_refuse_on_stub AFTER INSERT ON bookmarks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_post_stub();
CREATE TRIGGER post_follows_refuse_on_stub AFTER INSERT ON post_follows
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_post_stub();

-- As in 0076: there is no such post to follow. Who stops following may always.
CREATE OR REPLACE FUNCTION set_post_follow(
  follower uuid, followed uuid, wanted boolean, OUT is_found boolean, OUT has_less boolean
) LANGUAGE plpgsql AS $$
BEGIN
  has_less := false;
  PERFORM FROM posts WHERE id = followed AND (deleted_at IS NULL OR NOT wanted) FOR KEY SHARE;
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

-- Whether somebody else than who deleted the post, or wrote it, has words below it. One who has left is somebody else.
CREATE FUNCTION has_comments_of_others(post uuid, author uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM comments WHERE post_id = post AND deleted_at IS NULL AND (author_id = author) IS NOT TRUE)
$$;

-- Those of the posts that are stubs and hold nothing of others together any more go. `leavers` wrote what went just now: their rows
-- change in the same statement, so they are locked here with the others', in order of id (0006).
CREATE FUNCTION delete_bare_post_stubs(candidates uuid[], leavers uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  bare uuid[];
BEGIN
  PERFORM FROM posts WHERE id = ANY (candidates) AND deleted_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  bare := ARRAY(
    SELECT id FROM posts
    WHERE id = ANY (candidates) AND deleted_at IS NOT NULL AND NOT has_comments_of_others(id, deleted_by));
  PERFORM FROM profiles
  WHERE id = ANY (leavers) OR id IN (SELECT author_id FROM comments WHERE post_id = ANY (bare))
  ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM posts WHERE id = ANY (bare);
END $$;

CREATE FUNCTION delete_bare_post_stubs_of_deleted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM delete_bare_post_stubs(
    ARRAY(SELECT DISTINCT post_id FROM deleted), ARRAY(SELECT DISTINCT author_id FROM deleted WHERE author_id IS NOT NULL));
  RETURN NULL;
END $$;

CREATE FUNCTION delete_bare_post_stub_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM delete_bare_post_stubs(ARRAY[NEW.post_id], ARRAY[OLD.author_id]);
  RETURN NULL;
END $$;

-- Named to come before those that count.
CREATE TRIGGER comments_bare_post AFTER DELETE ON comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_bare_post_stubs_of_deleted();
CREATE TRIGGER comments_bare_post_of_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION delete_bare_post_stub_of_stub();

-- Deletes one post as the forum does, and answers who has a page that named it: whoever commented. Who may is the
-- application's matter.
CREATE FUNCTION delete_post(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
BEGIN
  -- Held so, nobody comments on it, votes for it or bookmarks it before the commit.
  SELECT author_id INTO author FROM posts WHERE id = target AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT DISTINCT author_id FROM comments WHERE post_id = target AND author_id IS NOT NULL;
  IF NOT has_comments_of_others(target, author) THEN
    DELETE FROM posts WHERE id = target;
    RETURN;
  END IF;
  DELETE FROM votes WHERE post_id = target;
  DELETE FROM bookmarks WHERE post_id = target;
  DELETE FROM post_follows WHERE post_id = target;
  DELETE FROM post_views WHERE post_id = target;
  DELETE FROM notifications WHERE post_id = target AND comment_id IS NULL;
  -- Before the labels, which would put it there anew one by one.
  DELETE FROM post_search WHERE post_id = target;
  DELETE FROM post_categories WHERE post_id = target;
  UPDATE posts SET deleted_at = now(), deleted_by = author, author_id = NULL, title = 'Deleted post',
    content = '<p>This post was deleted.</p>', content_text = 'This post was deleted.', format = 'plain',
    is_pinned = false, edited_at = NULL, updated_at = now()
  WHERE id = target;
END $$;

-- As in 0007 and 0049, for posts too.
CREATE OR REPLACE FUNCTION count_vote() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  difference integer := NEW.vote_type;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    difference := NEW.vote_type - OLD.vote_type;
  END IF;
  IF NEW.post_id IS NOT NULL THEN
    UPDATE posts SET votes_score = votes_score + difference WHERE id = NEW.post_id AND deleted_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_post_deleted', 'A deleted post takes no votes');
    END IF;
  ELSE
    UPDATE comments SET votes_score = votes_score + difference WHERE id = NEW.comment_id AND deleted_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_comment_deleted', 'A deleted comment takes no votes');
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Nothing for a stub, as where there is no such post.
CREATE OR REPLACE FUNCTION vote_on_post(
  voter uuid, target uuid, wanted smallint,
  OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- Votes on one item queue here, so what follows sees each other's outcome.
  SELECT id, author_id, posts.votes_score INTO post_id, author, votes_score
  FROM posts WHERE id = target AND deleted_at IS NULL FOR NO KEY UPDATE;
  SELECT vote_type INTO previous FROM votes WHERE votes.post_id = target AND user_id = voter;
  has_changed := votes_score IS NOT NULL AND coalesce(previous, 0) <> wanted;
  IF NOT has_changed THEN
    RETURN;
  ELSIF wanted = 0 THEN
    DELETE FROM votes WHERE votes.post_id = target AND user_id = voter;
  ELSIF previous IS NULL THEN
    INSERT INTO votes (user_id, post_id, vote_type) VALUES (voter, target, wanted);
  ELSE
    UPDATE votes SET vote_type = wanted WHERE votes.post_id = target AND user_id = voter;
  END IF;
  told := record_vote(voter, author, target, NULL, previous, wanted);
  SELECT posts.votes_score INTO votes_score FROM posts WHERE id = target;
END $$;

CREATE OR REPLACE FUNCTION counter_drift_of_posts() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'posts.votes_score', p.id, p.votes_score::bigint, coalesce(v.counted, 0)
  FROM posts p LEFT JOIN (SELECT post_id, sum(vote_type) AS counted FROM votes GROUP BY 1) v ON v.post_id = p.id
  WHERE p.votes_score <> coalesce(v.counted, 0)
  UNION ALL
  SELECT 'comments.votes_score', c.id, c.votes_score, coalesce(v.counted, 0)
  FROM comments c LEFT JOIN (SELECT comment_id, sum(vote_type) AS counted FROM votes GROUP BY 1) v ON v.comment_id = c.id
  WHERE c.votes_score <> coalesce(v.counted, 0)
  UNION ALL
  SELECT 'posts.comment_count', p.id, p.comment_count, coalesce(c.counted, 0)
  FROM posts p LEFT JOIN (
    SELECT post_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL GROUP BY 1) c ON c.post_id = p.id
  WHERE p.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'profiles.post_count', m.id, m.post_count, coalesce(p.counted, 0)
  FROM profiles m LEFT JOIN (SELECT author_id, count(*) AS counted FROM posts GROUP BY 1) p ON p.author_id = m.id
  WHERE m.post_count <> coalesce(p.counted, 0)
  UNION ALL
  SELECT 'profiles.comment_count', m.id, m.comment_count, coalesce(c.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL GROUP BY 1) c ON c.author_id = m.id
  WHERE m.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'posts.category_id', p.id, NULL, NULL
  FROM posts p LEFT JOIN (
    SELECT DISTINCT ON (post_id) post_id, category_id FROM post_categories ORDER BY post_id, position) c ON c.post_id = p.id
  WHERE p.category_id IS DISTINCT FROM c.category_id
  UNION ALL
  -- Every post in its scopes, with its own numbers, and nothing else; a stub in none.
  SELECT 'post_rankings', coalesce(r.post_id, p.post_id), NULL, NULL
  FROM post_rankings r
  FULL JOIN (
    SELECT s.scope, posts.id AS post_id, posts.created_at, votes_score, comment_count, view_count
    FROM posts CROSS JOIN LATERAL (
      SELECT whole_forum() AS scope UNION ALL
      SELECT category_id FROM post_categories WHERE post_id = posts.id) AS s
    WHERE posts.deleted_at IS NULL) p
    ON p.scope = r.scope AND p.post_id = r.post_id
  WHERE ROW(r.created_at, r.votes_score, r.comment_count, r.view_count)
    IS DISTINCT FROM ROW(p.created_at, p.votes_score, p.comment_count, p.view_count)
  UNION ALL
  SELECT 'post_search', p.id, NULL, NULL
  FROM posts p LEFT JOIN post_search s ON s.post_id = p.id WHERE (s.post_id IS NULL) <> (p.deleted_at IS NOT NULL)
  UNION ALL
  -- A stub is there for the words of others below it.
  SELECT 'posts.deleted_at', p.id, 0, 1
  FROM posts p WHERE p.deleted_at IS NOT NULL AND NOT has_comments_of_others(p.id, p.deleted_by)
$$;
