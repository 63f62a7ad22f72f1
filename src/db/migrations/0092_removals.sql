-- What a moderator removes leaves its row: the words go to removed_content (0091), neutral ones take their place, and the thing is in no
-- ranking, search, notification or line of activity. So what reads a row without knowing of removals, as a node of the
-- version before does, finds nothing to show that was removed. Author, votes, likes, bookmarks, follows, comments and ids stay, so
-- that restoring is the reverse.

ALTER TABLE posts ADD COLUMN removed_at timestamptz;
ALTER TABLE posts ADD COLUMN removal_id uuid REFERENCES moderation_actions;
ALTER TABLE comments ADD COLUMN removed_at timestamptz;
ALTER TABLE comments ADD COLUMN removal_id uuid REFERENCES moderation_actions;
ALTER TABLE notes ADD COLUMN removed_at timestamptz;
ALTER TABLE notes ADD COLUMN removal_id uuid REFERENCES moderation_actions;
CREATE INDEX posts_removal_index ON posts (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX comments_removal_index ON comments (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX notes_removal_index ON notes (removal_id) WHERE removal_id IS NOT NULL;

-- A stub of what its author deleted is nothing that a moderator removed: who deletes what was removed takes that along.
ALTER TABLE posts ADD CONSTRAINT posts_removed_check CHECK (
  (removed_at IS NULL) = (removal_id IS NULL)
  AND (removed_at IS NULL OR deleted_at IS NULL AND title = 'Removed post'
    AND content = '<p>This post was removed by a moderator.</p>'
    AND content_text = 'This post was removed by a moderator.' AND category_id IS NULL AND NOT is_pinned));
ALTER TABLE comments ADD CONSTRAINT comments_removed_check CHECK (
  (removed_at IS NULL) = (removal_id IS NULL)
  AND (removed_at IS NULL OR deleted_at IS NULL AND content = 'This comment was removed by a moderator.'));
ALTER TABLE notes ADD CONSTRAINT notes_removed_check CHECK (
  (removed_at IS NULL) = (removal_id IS NULL)
  AND (removed_at IS NULL OR deleted_at IS NULL AND content = 'This note was removed by a moderator.'));

-- As in 0049 and 0076, and what tells an author that something of theirs was removed.
ALTER TABLE notifications DROP CONSTRAINT notifications_type_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_type_check CHECK (
  type IN ('comment', 'vote', 'follow', 'note_like', 'note_reply', 'mention', 'followed_post', 'removal'));

-- Removing and restoring are no edits, and what was removed is not edited.
DROP TRIGGER posts_mark_edited ON posts;
CREATE TRIGGER posts_mark_edited BEFORE UPDATE OF title, content ON posts
  FOR EACH ROW WHEN ((OLD.title <> NEW.title OR OLD.content <> NEW.content)
    AND NEW.deleted_at IS NULL AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION mark_edited();
DROP TRIGGER comments_mark_edited ON comments;
CREATE TRIGGER comments_mark_edited BEFORE UPDATE OF content ON comments
  FOR EACH ROW WHEN (OLD.content <> NEW.content
    AND NEW.deleted_at IS NULL AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION mark_edited();
DROP TRIGGER notes_mark_edited ON notes;
CREATE TRIGGER notes_mark_edited BEFORE UPDATE OF content ON notes
  FOR EACH ROW WHEN (OLD.content <> NEW.content
    AND NEW.deleted_at IS NULL AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION mark_edited();

CREATE FUNCTION refuse_edit_of_removed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse(TG_TABLE_NAME || '_edit_removed', 'What a moderator removed is not edited');
  RETURN NULL;
END $$;
CREATE TRIGGER posts_refuse_edit_of_removed BEFORE UPDATE OF title, content ON posts
  FOR EACH ROW WHEN (OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL AND NEW.deleted_at IS NULL
    AND (OLD.title <> NEW.title OR OLD.content <> NEW.content))
  EXECUTE FUNCTION refuse_edit_of_removed();
CREATE TRIGGER comments_refuse_edit_of_removed BEFORE UPDATE OF content ON comments
  FOR EACH ROW WHEN (OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL AND NEW.deleted_at IS NULL
    AND OLD.content <> NEW.content)
  EXECUTE FUNCTION refuse_edit_of_removed();
CREATE TRIGGER notes_refuse_edit_of_removed BEFORE UPDATE OF content ON notes
  FOR EACH ROW WHEN (OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL AND NEW.deleted_at IS NULL
    AND OLD.content <> NEW.content)
  EXECUTE FUNCTION refuse_edit_of_removed();

-- Deleted by its author, it takes the removed words along, but what a case is open about: that is looked at first.
CREATE FUNCTION forget_removed_content(thing text, ids uuid[]) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM removed_content r
  WHERE r.kind = thing AND r.id = ANY (ids) AND NOT EXISTS (
    SELECT FROM moderation_cases c
    WHERE c.closed_at IS NULL
      AND (c.kind = thing AND c.target_id = r.id OR c.kind = 'action' AND c.target_id = r.action_id))
$$;

CREATE FUNCTION forget_removal_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_removed_content(TG_ARGV[0], ARRAY[OLD.id]);
  DELETE FROM notifications WHERE user_id = OLD.author_id AND dedupe_key = 'removal:' || OLD.removal_id;
  NEW.removed_at := NULL;
  NEW.removal_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER posts_forget_removal_of_stub BEFORE UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL)
  EXECUTE FUNCTION forget_removal_of_stub('post');
CREATE TRIGGER comments_forget_removal_of_stub BEFORE UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL)
  EXECUTE FUNCTION forget_removal_of_stub('comment');
CREATE TRIGGER notes_forget_removal_of_stub BEFORE UPDATE OF deleted_at ON notes
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL)
  EXECUTE FUNCTION forget_removal_of_stub('note');

CREATE FUNCTION forget_removals() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deleted WHERE removed_at IS NOT NULL) THEN
    PERFORM forget_removed_content(TG_ARGV[0], ARRAY(SELECT id FROM deleted WHERE removed_at IS NOT NULL));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_forget_removals AFTER DELETE ON posts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_removals('post');
CREATE TRIGGER comments_forget_removals AFTER DELETE ON comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_removals('comment');
CREATE TRIGGER notes_forget_removals AFTER DELETE ON notes
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_removals('note');

-- Counters and rankings.

CREATE FUNCTION count_removed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.removed_at IS NOT NULL THEN
    DELETE FROM post_rankings WHERE post_id = NEW.id;
    UPDATE profiles SET post_count = post_count - 1 WHERE id = NEW.author_id;
  ELSE
    -- In its concepts it is again with its labels (rank_in_category).
    INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
    VALUES (whole_forum(), NEW.id, NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count,
      coalesce(NEW.last_comment_at, NEW.created_at));
    UPDATE profiles SET post_count = post_count + 1 WHERE id = NEW.author_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_count_removed AFTER UPDATE OF removed_at ON posts
  FOR EACH ROW WHEN ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION count_removed_post();

CREATE FUNCTION count_removed_comment() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  IF NEW.removed_at IS NOT NULL THEN
    UPDATE posts SET comment_count = comment_count - 1,
      last_comment_at = last_comment_without(NEW.created_at, last_comment_at, id)
    WHERE id = NEW.post_id;
    UPDATE profiles SET comment_count = comment_count - 1 WHERE id = NEW.author_id;
  ELSE
    UPDATE posts SET comment_count = comment_count + 1, last_comment_at = greatest(last_comment_at, NEW.created_at)
    WHERE id = NEW.post_id;
    UPDATE profiles SET comment_count = comment_count + 1 WHERE id = NEW.author_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_count_removed AFTER UPDATE OF removed_at ON comments
  FOR EACH ROW WHEN ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION count_removed_comment();

-- As in 0074, without what was removed.
CREATE OR REPLACE FUNCTION last_comment_without(gone timestamptz, last timestamptz, post uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN gone < last THEN last ELSE (
    SELECT created_at FROM comments
    WHERE post_id = post AND deleted_at IS NULL AND removed_at IS NULL ORDER BY created_at DESC LIMIT 1) END
$$;

-- As before: what was removed is counted no more.
CREATE OR REPLACE FUNCTION count_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.removed_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
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
  PERFORM FROM posts
  WHERE id IN (SELECT post_id FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL) ORDER BY id FOR NO KEY UPDATE;
  UPDATE posts SET comment_count = comment_count - gone.comments,
    last_comment_at = last_comment_without(gone.latest, last_comment_at, id)
  FROM (
    SELECT post_id, count(*) AS comments, max(created_at) AS latest
    FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL GROUP BY post_id) AS gone
  WHERE posts.id = gone.post_id;
  UPDATE profiles SET comment_count = comment_count - gone.comments
  FROM (
    SELECT author_id, count(*) AS comments
    FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_deleted_posts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET post_count = post_count - gone.posts
  FROM (SELECT author_id, count(*) AS posts FROM deleted WHERE removed_at IS NULL GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION uncount_post_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM post_rankings WHERE post_id = NEW.id;
  UPDATE profiles SET post_count = post_count - 1 WHERE id = OLD.author_id AND OLD.removed_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION rank_in_category() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  post posts;
BEGIN
  SELECT * INTO post FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  IF post.removed_at IS NOT NULL THEN
    PERFORM refuse('post_categories_post_removed', 'A removed post takes no labels');
  END IF;
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  VALUES (NEW.category_id, post.id, post.created_at, post.votes_score, post.comment_count, post.view_count,
    coalesce(post.last_comment_at, post.created_at));
  IF NEW.position = 0 THEN
    UPDATE posts SET category_id = NEW.category_id WHERE id = NEW.post_id;
  END IF;
  RETURN NULL;
END $$;

-- Search.

CREATE OR REPLACE FUNCTION index_post(target uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT p.id, place.n,
    search_document(p.title, p.content_text) || author_facet(p.author_id)
      || search_facets(place.n, ARRAY(SELECT category_id FROM post_categories WHERE post_id = p.id))
  FROM posts p
  CROSS JOIN LATERAL (SELECT coalesce(
    (SELECT n FROM post_search WHERE post_id = p.id),
    nextval(pg_get_serial_sequence('post_search', 'n'))) AS n) AS place
  WHERE p.id = target AND p.removed_at IS NULL
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
$$;

-- As in 0090, and neutral words are in no index.
CREATE OR REPLACE FUNCTION index_changed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  former text := CASE WHEN TG_OP = 'UPDATE' AND OLD.removed_at IS NULL THEN OLD.title || ' ' || OLD.content_text END;
BEGIN
  IF NEW.deleted_at IS NOT NULL OR NEW.removed_at IS NOT NULL THEN
    DELETE FROM post_search WHERE post_id = NEW.id;
    PERFORM count_words(former, NULL);
    RETURN NULL;
  END IF;
  PERFORM index_post(NEW.id);
  -- A post that was deleted again, or changed, before the commit: what counts it then is what changed it.
  PERFORM count_words(former, NEW.title || ' ' || NEW.content_text);
  RETURN NULL;
END $$;

DROP TRIGGER posts_index_changed ON posts;
CREATE TRIGGER posts_index_changed AFTER UPDATE OF title, content_text, deleted_at, removed_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL
    AND (OLD.title <> NEW.title OR OLD.content_text <> NEW.content_text OR NEW.deleted_at IS NOT NULL
      OR (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)))
  EXECUTE FUNCTION index_changed_post();

CREATE OR REPLACE FUNCTION uncount_words_of_posts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_words(title || ' ' || content_text, NULL) FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL;
  RETURN NULL;
END $$;

-- As in 0061, likewise. What is restored has its place in the index already (restore_content).
CREATE OR REPLACE FUNCTION index_changed_remark() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NULL AND NEW.removed_at IS NULL THEN
    EXECUTE format('UPDATE %I SET search_vector = remark_document(n, $2) WHERE id = $1', TG_ARGV[0]) USING NEW.id, NEW.content;
  ELSE
    EXECUTE format('DELETE FROM %I WHERE id = $1', TG_ARGV[0]) USING NEW.id;
  END IF;
  PERFORM count_words(
    CASE WHEN OLD.removed_at IS NULL THEN OLD.content END, CASE WHEN NEW.removed_at IS NULL THEN NEW.content END);
  RETURN NULL;
END $$;
DROP TRIGGER comments_index_changed ON comments;
CREATE TRIGGER comments_index_changed AFTER UPDATE OF content, removed_at ON comments
  FOR EACH ROW WHEN (OLD.content <> NEW.content OR (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL))
  EXECUTE FUNCTION index_changed_remark('comment_search');
DROP TRIGGER notes_index_changed ON notes;
CREATE TRIGGER notes_index_changed AFTER UPDATE OF content, removed_at ON notes
  FOR EACH ROW WHEN (OLD.content <> NEW.content OR (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL))
  EXECUTE FUNCTION index_changed_remark('note_search');

CREATE OR REPLACE FUNCTION uncount_words_of_remarks() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_words(content, NULL) FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL;
  RETURN NULL;
END $$;

-- What was removed takes nothing new.

CREATE OR REPLACE FUNCTION refuse_on_post_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  stub record;
BEGIN
  SELECT posts.deleted_at, posts.removed_at INTO stub FROM added JOIN posts ON posts.id = added.post_id
  WHERE posts.deleted_at IS NOT NULL OR posts.removed_at IS NOT NULL LIMIT 1;
  IF stub.deleted_at IS NOT NULL THEN
    PERFORM refuse(TG_TABLE_NAME || '_post_deleted', 'A deleted post takes no ' || TG_TABLE_NAME);
  ELSIF stub.removed_at IS NOT NULL THEN
    PERFORM refuse(TG_TABLE_NAME || '_post_removed', 'A removed post takes no ' || TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_reply() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent comments;
BEGIN
  PERFORM FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  SELECT * INTO parent FROM comments WHERE id = NEW.parent_id;
  IF parent.parent_id IS NOT NULL THEN
    PERFORM refuse('comments_reply_depth', 'Replies are one level deep');
  ELSIF parent.post_id <> NEW.post_id THEN
    PERFORM refuse('comments_reply_post', 'A reply belongs to the post of its parent');
  ELSIF parent.deleted_at IS NOT NULL THEN
    PERFORM refuse('comments_reply_deleted', 'A deleted comment takes no replies');
  ELSIF parent.removed_at IS NOT NULL THEN
    PERFORM refuse('comments_reply_removed', 'A removed comment takes no replies');
  END IF;
  IF NEW.answered_id IS NOT NULL THEN
    NEW.answered_id := (SELECT id FROM comments WHERE id = NEW.answered_id AND parent_id = NEW.parent_id);
  END IF;
  RETURN NEW; -- no parent at all: the foreign key says so
END $$;

CREATE OR REPLACE FUNCTION check_note_reply() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent notes;
BEGIN
  SELECT * INTO parent FROM notes WHERE id = NEW.parent_id FOR NO KEY UPDATE;
  IF parent.parent_id IS NOT NULL THEN
    PERFORM refuse('notes_reply_depth', 'Replies are one level deep');
  ELSIF parent.deleted_at IS NOT NULL THEN
    PERFORM refuse('notes_reply_deleted', 'A deleted note takes no replies');
  ELSIF parent.removed_at IS NOT NULL THEN
    PERFORM refuse('notes_reply_removed', 'A removed note takes no replies');
  END IF;
  RETURN NEW; -- no parent at all: the foreign key says so
END $$;

CREATE OR REPLACE FUNCTION count_note_likes() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM notes WHERE id IN (SELECT note_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM notes WHERE id IN (SELECT note_id FROM changed) AND removed_at IS NOT NULL)
  THEN
    PERFORM refuse('note_likes_note_removed', 'A removed note takes no likes');
  END IF;
  UPDATE notes SET likes_count = likes_count + direction * more.likes
  FROM (SELECT note_id, count(*) AS likes FROM changed GROUP BY note_id) AS more
  WHERE notes.id = more.note_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_vote() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  difference integer := NEW.vote_type;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    difference := NEW.vote_type - OLD.vote_type;
  END IF;
  IF NEW.post_id IS NOT NULL THEN
    UPDATE posts SET votes_score = votes_score + difference
    WHERE id = NEW.post_id AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_post_deleted', 'A deleted or removed post takes no votes');
    END IF;
  ELSE
    UPDATE comments SET votes_score = votes_score + difference
    WHERE id = NEW.comment_id AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_comment_deleted', 'A deleted or removed comment takes no votes');
    END IF;
  END IF;
  RETURN NULL;
END $$;

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
  told := record_vote(voter, author, target, NULL, previous, wanted);
  SELECT posts.votes_score INTO votes_score FROM posts WHERE id = target;
END $$;

CREATE OR REPLACE FUNCTION vote_on_comment(
  voter uuid, target uuid, wanted smallint,
  OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- The post before its comment, as everywhere (0006): who deletes the post waits for us, never in a circle.
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
  told := record_vote(voter, author, post_id, target, previous, wanted);
  SELECT comments.votes_score INTO votes_score FROM comments WHERE id = target;
END $$;

CREATE OR REPLACE FUNCTION set_post_follow(
  follower uuid, followed uuid, wanted boolean, OUT is_found boolean, OUT has_less boolean
) LANGUAGE plpgsql AS $$
BEGIN
  has_less := false;
  PERFORM FROM posts WHERE id = followed AND (deleted_at IS NULL AND removed_at IS NULL OR NOT wanted) FOR KEY SHARE;
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

-- Removing and restoring.

-- Locks a post, a comment or a note as whoever writes to it does, the one above it first, and says what it is. Nothing for a
-- stub of what its author deleted.
CREATE FUNCTION hold_content(
  thing text, target uuid, OUT author_id uuid, OUT post_id uuid, OUT parent_id uuid, OUT removal_id uuid
) RETURNS SETOF record
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  IF thing = 'post' THEN
    RETURN QUERY SELECT p.author_id, p.id, NULL::uuid, p.removal_id
      FROM posts p WHERE p.id = target AND p.deleted_at IS NULL FOR UPDATE;
  ELSIF thing = 'comment' THEN
    PERFORM FROM posts WHERE id = (SELECT c.post_id FROM comments c WHERE c.id = target) FOR NO KEY UPDATE;
    RETURN QUERY SELECT c.author_id, c.post_id, c.parent_id, c.removal_id
      FROM comments c WHERE c.id = target AND c.deleted_at IS NULL FOR NO KEY UPDATE;
  ELSE
    RETURN QUERY SELECT n.author_id, NULL::uuid, n.parent_id, n.removal_id
      FROM hold_note(target) n WHERE n.deleted_at IS NULL;
  END IF;
END $$;

-- Rows of what is told of a thing elsewhere: a notification about a comment below a post is about the comment.
CREATE FUNCTION traces_of(thing text, target uuid) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'activity', coalesce((SELECT jsonb_agg(a ORDER BY a.id) FROM user_activity a WHERE a.target_id = target), '[]'),
    'notifications', coalesce((
      SELECT jsonb_agg(n ORDER BY n.id) FROM notifications n
      WHERE CASE thing WHEN 'post' THEN n.post_id = target AND n.comment_id IS NULL
        WHEN 'comment' THEN n.comment_id = target ELSE n.note_id = target END), '[]'))
$$;

-- In the transaction that records the action, which the application allowed.
CREATE FUNCTION remove_content(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
  kept jsonb;
BEGIN
  SELECT * INTO held FROM hold_content(kind, target);
  IF NOT FOUND THEN
    PERFORM refuse('removed_content_not_found', 'There is no such thing to remove');
  ELSIF held.removal_id IS NOT NULL THEN
    PERFORM refuse('removed_content_already', 'It is removed already');
  END IF;
  IF kind = 'post' THEN
    SELECT jsonb_build_object(
      'row', jsonb_build_object('title', p.title, 'content', p.content, 'content_text', p.content_text, 'format', p.format,
        'is_pinned', p.is_pinned, 'edited_at', p.edited_at, 'updated_at', p.updated_at),
      'n', (SELECT s.n FROM post_search s WHERE s.post_id = p.id),
      'categories', coalesce((
        SELECT jsonb_agg(pc.category_id ORDER BY pc.position) FROM post_categories pc WHERE pc.post_id = p.id), '[]'))
    INTO kept FROM posts p WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    SELECT jsonb_build_object(
      'row', jsonb_build_object('content', c.content, 'edited_at', c.edited_at, 'updated_at', c.updated_at),
      'n', (SELECT s.n FROM comment_search s WHERE s.id = c.id))
    INTO kept FROM comments c WHERE c.id = target;
  ELSE
    SELECT jsonb_build_object(
      'row', jsonb_build_object('content', o.content, 'edited_at', o.edited_at, 'updated_at', o.updated_at),
      'n', (SELECT s.n FROM note_search s WHERE s.id = o.id))
    INTO kept FROM notes o WHERE o.id = target;
  END IF;
  INSERT INTO removed_content (kind, id, author_id, content, action_id)
  VALUES (kind, target, held.author_id, kept || traces_of(kind, target), action);

  DELETE FROM user_activity a WHERE a.target_id = target;
  IF kind = 'post' THEN
    DELETE FROM notifications n WHERE n.post_id = target AND n.comment_id IS NULL;
    -- Before the labels, which would put it there anew one by one.
    DELETE FROM post_search s WHERE s.post_id = target;
    DELETE FROM post_categories pc WHERE pc.post_id = target;
    UPDATE posts p SET removed_at = now(), removal_id = action, title = 'Removed post',
      content = '<p>This post was removed by a moderator.</p>', content_text = 'This post was removed by a moderator.',
      format = 'plain', is_pinned = false, edited_at = NULL, updated_at = now()
    WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    DELETE FROM notifications n WHERE n.comment_id = target;
    UPDATE comments c SET removed_at = now(), removal_id = action, edited_at = NULL, updated_at = now(),
      content = 'This comment was removed by a moderator.'
    WHERE c.id = target;
  ELSE
    DELETE FROM notifications n WHERE n.note_id = target;
    UPDATE notes o SET removed_at = now(), removal_id = action, edited_at = NULL, updated_at = now(),
      content = 'This note was removed by a moderator.'
    WHERE o.id = target;
  END IF;
  -- Its author hears that it was removed and under which rule, and never by whom.
  INSERT INTO notifications (user_id, type, post_id, comment_id, note_id, dedupe_key)
  SELECT held.author_id, 'removal', held.post_id, CASE kind WHEN 'comment' THEN target END,
    CASE kind WHEN 'note' THEN target END, 'removal:' || action
  WHERE held.author_id IS NOT NULL;
END $$;

-- The reverse. What is gone since, such as a concept or who voted, stays away. `action` restores; the removal is over.
CREATE FUNCTION restore_content(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
  kept jsonb;
  post posts;
  comment comments;
  note notes;
BEGIN
  SELECT * INTO held FROM hold_content(kind, target);
  IF NOT FOUND THEN
    PERFORM refuse('removed_content_not_found', 'There is no such thing to restore');
  ELSIF held.removal_id IS NULL THEN
    PERFORM refuse('removed_content_not_removed', 'It is not removed');
  END IF;
  DELETE FROM removed_content r WHERE r.kind = restore_content.kind AND r.id = target RETURNING r.content INTO kept;
  IF kept IS NULL THEN
    PERFORM refuse('removed_content_erased', 'Its words were erased');
  END IF;
  DELETE FROM notifications n WHERE n.user_id = held.author_id AND n.dedupe_key = 'removal:' || held.removal_id;
  -- Its place in the index comes first; the triggers below fill it.
  IF kind = 'post' THEN
    post := jsonb_populate_record(NULL::posts, kept -> 'row');
    INSERT INTO post_search (post_id, n, search_vector)
    SELECT target, place, '' FROM (SELECT (kept ->> 'n')::bigint AS place) AS former WHERE place IS NOT NULL;
    UPDATE posts p SET removed_at = NULL, removal_id = NULL, title = post.title, content = post.content,
      content_text = post.content_text, format = post.format, is_pinned = post.is_pinned, edited_at = post.edited_at,
      updated_at = post.updated_at
    WHERE p.id = target;
    INSERT INTO post_categories (post_id, category_id, position)
    SELECT target, c.id, row_number() OVER (ORDER BY label.place) - 1
    FROM jsonb_array_elements_text(kept -> 'categories') WITH ORDINALITY AS label (id, place)
    JOIN categories c ON c.id = label.id::uuid;
  ELSIF kind = 'comment' THEN
    comment := jsonb_populate_record(NULL::comments, kept -> 'row');
    INSERT INTO comment_search (id, n, search_vector)
    SELECT target, coalesce((kept ->> 'n')::bigint, nextval(pg_get_serial_sequence('comment_search', 'n'))), '';
    UPDATE comments c SET removed_at = NULL, removal_id = NULL, content = comment.content,
      edited_at = comment.edited_at, updated_at = comment.updated_at
    WHERE c.id = target;
  ELSE
    note := jsonb_populate_record(NULL::notes, kept -> 'row');
    INSERT INTO note_search (id, n, search_vector)
    SELECT target, coalesce((kept ->> 'n')::bigint, nextval(pg_get_serial_sequence('note_search', 'n'))), '';
    UPDATE notes o SET removed_at = NULL, removal_id = NULL, content = note.content,
      edited_at = note.edited_at, updated_at = note.updated_at
    WHERE o.id = target;
  END IF;
  INSERT INTO user_activity
  SELECT former.* FROM jsonb_populate_recordset(NULL::user_activity, kept -> 'activity') AS former
  JOIN profiles ON profiles.id = former.user_id
  ON CONFLICT DO NOTHING;
  INSERT INTO notifications
  SELECT (former).* FROM (
    SELECT jsonb_populate_record(n, CASE WHEN n.related_user_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM profiles WHERE id = n.related_user_id) THEN '{"related_user_id": null}'::jsonb ELSE '{}' END) AS former
    FROM jsonb_populate_recordset(NULL::notifications, kept -> 'notifications') AS n
    JOIN profiles ON profiles.id = n.user_id) AS rows
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION erase_removed_content(size integer) RETURNS bigint
LANGUAGE sql AS $$
  -- Not while a case waits to be decided about it: it is erased the day after.
  WITH erased AS (
    DELETE FROM removed_content WHERE (kind, id) IN (
      SELECT r.kind, r.id FROM removed_content r
      WHERE r.erase_at <= now() AND NOT EXISTS (
        SELECT FROM moderation_cases c
        WHERE c.closed_at IS NULL
          AND (c.kind = r.kind AND c.target_id = r.id OR c.kind = 'action' AND c.target_id = r.action_id))
      ORDER BY r.erase_at LIMIT size)
    RETURNING 1)
  SELECT count(*) FROM erased
$$;

-- Audits.

CREATE OR REPLACE FUNCTION counter_drift_of_last_comments() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'posts.last_comment_at', p.id, extract(epoch FROM p.last_comment_at)::bigint, extract(epoch FROM c.latest)::bigint
  FROM posts p LEFT JOIN (
    SELECT post_id, max(created_at) AS latest FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.post_id = p.id
  WHERE p.last_comment_at IS DISTINCT FROM c.latest
  UNION ALL
  SELECT 'post_rankings.active_at', p.id, extract(epoch FROM r.active_at)::bigint,
    extract(epoch FROM coalesce(p.last_comment_at, p.created_at))::bigint
  FROM post_rankings r JOIN posts p ON p.id = r.post_id
  WHERE r.active_at IS DISTINCT FROM coalesce(p.last_comment_at, p.created_at)
$$;

CREATE OR REPLACE FUNCTION counter_drift_of_search() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'comment_search', coalesce(c.id, s.id), NULL::bigint, NULL::bigint
  FROM (SELECT id FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL) c FULL JOIN comment_search s ON s.id = c.id
  WHERE c.id IS NULL OR s.id IS NULL
  UNION ALL
  SELECT 'note_search', coalesce(n.id, s.id), NULL, NULL
  FROM (SELECT id FROM notes WHERE deleted_at IS NULL AND removed_at IS NULL) n FULL JOIN note_search s ON s.id = n.id
  WHERE n.id IS NULL OR s.id IS NULL
$$;

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
    SELECT post_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.post_id = p.id
  WHERE p.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'profiles.post_count', m.id, m.post_count, coalesce(p.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM posts WHERE removed_at IS NULL GROUP BY 1) p ON p.author_id = m.id
  WHERE m.post_count <> coalesce(p.counted, 0)
  UNION ALL
  SELECT 'profiles.comment_count', m.id, m.comment_count, coalesce(c.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.author_id = m.id
  WHERE m.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'posts.category_id', p.id, NULL, NULL
  FROM posts p LEFT JOIN (
    SELECT DISTINCT ON (post_id) post_id, category_id FROM post_categories ORDER BY post_id, position) c ON c.post_id = p.id
  WHERE p.category_id IS DISTINCT FROM c.category_id
  UNION ALL
  -- Every post in its scopes, with its own numbers, and nothing else; a stub and what was removed in none.
  SELECT 'post_rankings', coalesce(r.post_id, p.post_id), NULL, NULL
  FROM post_rankings r
  FULL JOIN (
    SELECT s.scope, posts.id AS post_id, posts.created_at, votes_score, comment_count, view_count
    FROM posts CROSS JOIN LATERAL (
      SELECT whole_forum() AS scope UNION ALL
      SELECT category_id FROM post_categories WHERE post_id = posts.id) AS s
    WHERE posts.deleted_at IS NULL AND posts.removed_at IS NULL) p
    ON p.scope = r.scope AND p.post_id = r.post_id
  WHERE ROW(r.created_at, r.votes_score, r.comment_count, r.view_count)
    IS DISTINCT FROM ROW(p.created_at, p.votes_score, p.comment_count, p.view_count)
  UNION ALL
  SELECT 'post_search', p.id, NULL, NULL
  FROM posts p LEFT JOIN post_search s ON s.post_id = p.id
  WHERE (s.post_id IS NULL) <> (p.deleted_at IS NOT NULL OR p.removed_at IS NOT NULL)
  UNION ALL
  -- A stub is there for the words of others below it.
  SELECT 'posts.deleted_at', p.id, 0, 1
  FROM posts p WHERE p.deleted_at IS NOT NULL AND NOT has_comments_of_others(p.id, p.deleted_by)
$$;
