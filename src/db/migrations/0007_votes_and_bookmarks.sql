-- One vote per member and item, in one statement of the application; the trigger moves the score by the
-- difference in the same statement. Voting for one's own post is allowed.

CREATE TABLE votes (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  vote_type smallint NOT NULL CONSTRAINT votes_vote_type_check CHECK (vote_type IN (1, -1)),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT votes_item_check CHECK (num_nonnulls(post_id, comment_id) = 1)
);
-- The item leads: the same index finds a member's votes for the 50 posts on screen and the votes that go
-- with a deleted post.
CREATE UNIQUE INDEX votes_post_key ON votes (post_id, user_id) WHERE post_id IS NOT NULL;
CREATE UNIQUE INDEX votes_comment_key ON votes (comment_id, user_id) WHERE comment_id IS NOT NULL;
CREATE INDEX votes_user_id_index ON votes (user_id);

CREATE FUNCTION count_vote() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  difference integer := NEW.vote_type;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    difference := NEW.vote_type - OLD.vote_type;
  END IF;
  IF NEW.post_id IS NOT NULL THEN
    UPDATE posts SET votes_score = votes_score + difference WHERE id = NEW.post_id;
  ELSE
    UPDATE comments SET votes_score = votes_score + difference WHERE id = NEW.comment_id AND deleted_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_comment_deleted', 'A deleted comment takes no votes');
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER votes_count_new AFTER INSERT ON votes
  FOR EACH ROW EXECUTE FUNCTION count_vote();
CREATE TRIGGER votes_count_changed AFTER UPDATE OF vote_type ON votes
  FOR EACH ROW WHEN (OLD.vote_type <> NEW.vote_type) EXECUTE FUNCTION count_vote();
CREATE TRIGGER votes_stay BEFORE UPDATE OF user_id, post_id, comment_id ON votes
  FOR EACH ROW WHEN (ROW(OLD.user_id, OLD.post_id, OLD.comment_id) IS DISTINCT FROM ROW(NEW.user_id, NEW.post_id, NEW.comment_id))
  EXECUTE FUNCTION refuse_move();

-- Per statement: a member who leaves takes thousands of votes along. Items in order of id, see comments.
CREATE FUNCTION count_deleted_votes() RETURNS trigger
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

CREATE TRIGGER votes_count_deleted AFTER DELETE ON votes
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_votes();

CREATE TABLE bookmarks (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT bookmarks_post_id_user_id_key UNIQUE (post_id, user_id)
);
CREATE INDEX bookmarks_user_index ON bookmarks (user_id, created_at DESC, id DESC);
