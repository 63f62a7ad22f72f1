-- Votes on posts and comments. Members may vote for their own posts and comments.
--
-- The author is notified of a vote of 1, unless they voted themselves (notify_of_vote in notifications.sql).
-- Withdrawing a vote of 1, or changing it to -1, withdraws the notification. A vote of -1 does not notify.
--
-- Order of locks: post, comment, vote, then notifications of the author.

-- Each member has at most one vote for a post or comment.
CREATE TABLE votes (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  vote_type smallint NOT NULL CONSTRAINT votes_vote_type_check CHECK (vote_type IN (1, -1)),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT votes_item_check CHECK (num_nonnulls(post_id, comment_id) = 1)
);
CREATE UNIQUE INDEX votes_comment_key ON votes (comment_id, user_id) WHERE comment_id IS NOT NULL;
-- post_id comes first, so that one index finds both a member's votes for the posts on screen and all votes for a
-- deleted post.
CREATE UNIQUE INDEX votes_post_key ON votes (post_id, user_id) WHERE post_id IS NOT NULL;
CREATE INDEX votes_user_id_index ON votes (user_id);

-- Sets a member's vote: 1, -1, or 0 to withdraw it. Returns the new score, whether anything changed, and the author
-- if their notifications changed. The score is null if the post does not exist or is deleted or removed.
--
-- Changes vote, score, activity and notification in one round trip. A vote of 1 notifies the author (notify_of_vote).
CREATE FUNCTION vote_on_post(
  voter uuid, target uuid, wanted smallint, OUT votes_score integer, OUT post_id uuid,
  OUT has_changed boolean, OUT notified_user_id uuid
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- Votes on the same post wait for each other here, so that each sees the result of the previous one.
  SELECT id, author_id, posts.votes_score INTO post_id, author, votes_score
  FROM posts WHERE id = target AND deleted_at IS NULL AND removed_at IS NULL FOR NO KEY UPDATE;
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
  notified_user_id := record_vote(voter, author, target, NULL, previous, wanted);
  SELECT posts.votes_score INTO votes_score FROM posts WHERE id = target;
END $$;

-- Like vote_on_post(), for a comment. Also returns the post that the comment belongs to.
CREATE FUNCTION vote_on_comment(
  voter uuid, target uuid, wanted smallint, OUT votes_score integer, OUT post_id uuid,
  OUT has_changed boolean, OUT notified_user_id uuid
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- Locks the post first, like all code, so that a deletion of the post waits instead of causing a deadlock.
  PERFORM FROM posts WHERE id = (SELECT c.post_id FROM comments c WHERE c.id = target) FOR KEY SHARE;
  SELECT c.post_id, c.author_id, c.votes_score INTO post_id, author, votes_score
  FROM comments c WHERE c.id = target AND c.deleted_at IS NULL AND c.removed_at IS NULL FOR NO KEY UPDATE;
  SELECT vote_type INTO previous FROM votes WHERE comment_id = target AND user_id = voter;
  has_changed := votes_score IS NOT NULL AND coalesce(previous, 0) <> wanted;
  IF NOT has_changed THEN
    RETURN;
  ELSIF wanted = 0 THEN
    DELETE FROM votes WHERE comment_id = target AND user_id = voter;
  ELSIF previous IS NULL THEN
    INSERT INTO votes (user_id, comment_id, vote_type) VALUES (voter, target, wanted);
  ELSE
    UPDATE votes SET vote_type = wanted WHERE comment_id = target AND user_id = voter;
  END IF;
  notified_user_id := record_vote(voter, author, post_id, target, previous, wanted);
  SELECT comments.votes_score INTO votes_score FROM comments WHERE id = target;
END $$;

-- Changes the score of a post or comment by `difference`. Called once per statement for each post or comment.
CREATE FUNCTION add_to_score(post uuid, comment uuid, difference bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF comment IS NULL THEN
    UPDATE posts SET votes_score = votes_score + difference WHERE id = post AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_post_deleted', 'A deleted or removed post cannot be voted on');
    END IF;
  ELSE
    UPDATE comments SET votes_score = votes_score + difference
    WHERE id = comment AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_comment_deleted', 'A deleted or removed comment cannot be voted on');
    END IF;
  END IF;
END $$;

-- Runs once per statement: the demo community inserts 7,585 votes in one statement, in 1.5 s. A trigger for each row
-- takes 13.7 s.
CREATE FUNCTION votes_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  voted record;
BEGIN
  FOR voted IN SELECT post_id, comment_id, sum(vote_type) AS difference FROM added GROUP BY post_id, comment_id LOOP
    PERFORM add_to_score(voted.post_id, voted.comment_id, voted.difference);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_after_insert AFTER INSERT ON votes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION votes_after_insert();

CREATE FUNCTION votes_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  voted record;
BEGIN
  FOR voted IN
    SELECT post_id, comment_id, sum(difference) AS difference
    FROM (
      SELECT post_id, comment_id, vote_type AS difference FROM changed
      UNION ALL
      SELECT post_id, comment_id, - vote_type FROM former) AS differences
    GROUP BY post_id, comment_id
  LOOP
    PERFORM add_to_score(voted.post_id, voted.comment_id, voted.difference);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_after_update AFTER UPDATE ON votes
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION votes_after_update();

-- Runs once per statement, because a deleted member may have cast thousands of votes. Locks rows in order of id.
CREATE FUNCTION votes_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM deleted) ORDER BY id FOR NO KEY UPDATE;
  UPDATE posts SET votes_score = votes_score - gone.score
  FROM (SELECT post_id, sum(vote_type) AS score FROM deleted WHERE post_id IS NOT NULL GROUP BY post_id) AS gone
  WHERE posts.id = gone.post_id;
  PERFORM FROM comments WHERE id IN (SELECT comment_id FROM deleted) ORDER BY id FOR NO KEY UPDATE;
  UPDATE comments SET votes_score = votes_score - gone.score
  FROM (SELECT comment_id, sum(vote_type) AS score FROM deleted WHERE comment_id IS NOT NULL GROUP BY comment_id) AS gone
  WHERE comments.id = gone.comment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER votes_after_delete AFTER DELETE ON votes
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION votes_after_delete();

-- Updates activity and notifies the author. Returns the author if their notifications changed.
CREATE FUNCTION record_vote(
  voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint
) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
BEGIN
  IF wanted = 0 THEN
    DELETE FROM user_activity WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  ELSE
    INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
    VALUES (voter, 'vote_cast', CASE WHEN comment IS NULL THEN 'post' ELSE 'comment' END, target,
      jsonb_build_object('vote_type', wanted))
    ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata;
  END IF;
  RETURN notify_of_vote(voter, author, post, comment, previous, wanted);
END $$;
