-- Comments with one level of replies, and revisions of posts and comments. Posts and profiles count comments
-- that are neither deleted nor removed.
--
-- Order of locks: post, comment, post_rankings, then profiles by id. Adding a reply and deleting a comment
-- lock the post first, which also keeps "the parent exists" and "it has no replies" true until the commit.
--
-- Deleting a comment (deleteComment in features/comments/write-sql.server.ts):
--   * With replies it leaves a stub: a row without author and text that holds the replies together. Triggers on
--     deleted_at subtract it from the counters and delete its votes, notifications, activity, revisions, search
--     entry and, if a moderator had removed it, the original text.
--   * Without replies the row is deleted. Foreign keys and triggers delete the same things. Deleting the last
--     reply also deletes the stub above.
--   * Deleting the last comment of others below a stub of a post also deletes that stub.
--
-- A removed comment is one that a moderator took down (removals.sql).
--
-- Further triggers on comments: votes.sql, notifications.sql (activity, notifications), search_index.sql,
-- spelling.sql, removals.sql, sanctions.sql.

CREATE TABLE comments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- No action on delete: a comment with replies leaves a stub, and deleting a post deletes both at once.
  parent_id uuid REFERENCES comments,
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  content text NOT NULL CONSTRAINT comments_content_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN char_length(content) <= 10000 AND content ~ '\S'
      ELSE content = '' AND author_id IS NULL AND parent_id IS NULL
    END),
  votes_score integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- Set: a stub.
  deleted_at timestamptz,
  -- The reply that this reply answers. Null: it answers the comment above, or the answered reply was deleted.
  answered_id uuid REFERENCES comments ON DELETE SET NULL,
  removed_at timestamptz,
  removal_id uuid,
  CONSTRAINT comments_answered_check CHECK (answered_id IS NULL OR parent_id IS NOT NULL),
  CONSTRAINT comments_removed_check CHECK ((removed_at IS NULL) = (removal_id IS NULL) AND (removed_at IS NULL
    OR deleted_at IS NULL AND content = 'This comment was removed by a moderator.'))
) WITH (fillfactor = 90);
CREATE INDEX comments_answered_index ON comments (answered_id) WHERE answered_id IS NOT NULL;
CREATE INDEX comments_author_index ON comments (author_id, created_at DESC, id DESC);
CREATE INDEX comments_parent_index ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_post_index ON comments (post_id, created_at, id);
CREATE INDEX comments_removal_index ON comments (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX comments_top_level_index ON comments (post_id, created_at, id) WHERE parent_id IS NULL;
CREATE TRIGGER comments_mark_edited BEFORE UPDATE OF content ON comments
  FOR EACH ROW WHEN (OLD.content <> NEW.content AND NEW.deleted_at IS NULL
    AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION mark_edited();
CREATE TRIGGER comments_refuse_on_stub AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_post_stub();
CREATE TRIGGER comments_stay BEFORE UPDATE OF post_id, parent_id ON comments
  FOR EACH ROW WHEN (OLD.post_id <> NEW.post_id OR OLD.parent_id IS DISTINCT FROM NEW.parent_id)
  EXECUTE FUNCTION refuse_move();

-- Refuses a reply to a reply, to a comment of another post, to a stub and to a removed comment. The lock on
-- the post keeps the parent as it is until the commit.
--
-- If the answered reply was deleted or belongs to another thread, the text is accepted without it.
CREATE FUNCTION check_reply() RETURNS trigger
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
    PERFORM refuse('comments_reply_deleted', 'A deleted comment cannot be replied to');
  ELSIF parent.removed_at IS NOT NULL THEN
    PERFORM refuse('comments_reply_removed', 'A removed comment cannot be replied to');
  END IF;
  IF NEW.answered_id IS NOT NULL THEN
    NEW.answered_id := (SELECT id FROM comments WHERE id = NEW.answered_id AND parent_id = NEW.parent_id);
  END IF;
  RETURN NEW; -- without a parent, the foreign key refuses it
END $$;
CREATE TRIGGER comments_check_reply BEFORE INSERT ON comments
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION check_reply();

-- Moderators and admins may still comment. Locks the post, as counting the comment will: a lock in progress
-- was waited for, and none commits before us.
CREATE FUNCTION refuse_on_locked_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM added) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM added JOIN posts ON posts.id = added.post_id
    WHERE (posts.locked_at IS NOT NULL OR posts.duplicate_of IS NOT NULL) AND NOT EXISTS (
      SELECT FROM user_roles WHERE user_id = added.author_id AND role IN ('moderator', 'admin'))) THEN
    PERFORM refuse('comments_post_locked', 'A locked post accepts no comments');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_refuse_on_locked AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_locked_post();

-- Saves a comment with the id from its author's browser, or a new id, in one round trip. Returns whom it
-- notified. A null id means that the comment exists already: the primary key decides, so sending it twice
-- creates one comment.
CREATE FUNCTION write_comment(
  given uuid, post uuid, parent uuid, answered uuid, author uuid, words text, OUT id uuid, OUT notified_user_ids uuid[]
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  written uuid;
BEGIN
  INSERT INTO comments (id, post_id, parent_id, answered_id, author_id, content)
  VALUES (coalesce(given, new_id()), post, parent, CASE WHEN parent IS NOT NULL THEN answered END, author, words)
  ON CONFLICT (id) DO NOTHING RETURNING comments.id INTO written;
  id := written;
  IF written IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
  VALUES (author, 'comment_created', 'comment', written, jsonb_build_object('is_reply', parent IS NOT NULL))
  ON CONFLICT (target_id, user_id, action) DO NOTHING;
  notified_user_ids := ARRAY(SELECT notify_of_comments(ARRAY[written]));
END $$;

-- Looks for the newest comment only when that one is deleted. The caller holds the post's row and asks in a
-- later statement, so a comment that was added meanwhile is seen.
CREATE FUNCTION last_comment_without(gone timestamptz, last timestamptz, post uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN gone < last THEN last ELSE (
    SELECT created_at FROM comments
    WHERE post_id = post AND deleted_at IS NULL AND removed_at IS NULL ORDER BY created_at DESC LIMIT 1) END
$$;

-- Once per statement, as in count_deleted_posts(): importing 10,000 comments on one post takes 0.2 s, row by
-- row 37 s.
CREATE FUNCTION count_new_comments() RETURNS trigger
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
CREATE TRIGGER comments_count_new AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_comments();

-- Once per statement, as in count_deleted_posts().
CREATE FUNCTION count_deleted_comments() RETURNS trigger
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
CREATE TRIGGER comments_count_deleted AFTER DELETE ON comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_comments();

CREATE FUNCTION count_stub() RETURNS trigger
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
CREATE TRIGGER comments_count_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION count_stub();

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

-- A member who has left counts as somebody else.
CREATE FUNCTION has_comments_of_others(post uuid, author uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM comments WHERE post_id = post AND deleted_at IS NULL AND (author_id = author) IS NOT TRUE)
$$;

-- Deletes post stubs whose last comment of others is gone. `leavers` wrote what was just deleted: their rows
-- change in the same statement, so they are locked here, in order of id with the others.
CREATE FUNCTION delete_empty_post_stubs(candidates uuid[], leavers uuid[]) RETURNS void
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

CREATE FUNCTION delete_empty_post_stubs_of_deleted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM delete_empty_post_stubs(
    ARRAY(SELECT DISTINCT post_id FROM deleted), ARRAY(SELECT DISTINCT author_id FROM deleted WHERE author_id IS NOT NULL));
  RETURN NULL;
END $$;
-- Its name sorts before the triggers that count.
CREATE TRIGGER comments_bare_post AFTER DELETE ON comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_empty_post_stubs_of_deleted();

CREATE FUNCTION delete_empty_post_stub_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM delete_empty_post_stubs(ARRAY[NEW.post_id], ARRAY[OLD.author_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER comments_bare_post_of_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION delete_empty_post_stub_of_stub();

-- Earlier versions of posts and comments. A row is an edit: the replaced text, who replaced it and when.
-- Texts that were never edited are not copied.
--
-- Two foreign keys instead of a kind and an id delete the rows along with the post or comment.
CREATE TABLE revisions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  -- Number of the version, from 1. The version that replaced it has the next.
  number integer NOT NULL CONSTRAINT revisions_number_check CHECK (number >= 1),
  title text,
  content text,
  format text CONSTRAINT revisions_format_check CHECK (format IN ('rich', 'plain')),
  -- Null: unknown, or the member has left.
  edited_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time at which a moderator erased the text.
  redacted_at timestamptz,
  redaction_id uuid,
  CONSTRAINT revisions_item_check CHECK (num_nonnulls(post_id, comment_id) = 1),
  CONSTRAINT revisions_redaction_check CHECK (redaction_id IS NULL OR redacted_at IS NOT NULL),
  CONSTRAINT revisions_words_check CHECK (
    CASE
      WHEN redacted_at IS NOT NULL THEN num_nonnulls(title, content, format) = 0
      WHEN post_id IS NOT NULL THEN num_nulls(title, content, format) = 0
      ELSE content IS NOT NULL AND num_nonnulls(title, format) = 0
    END)
);
CREATE UNIQUE INDEX revisions_comment_key ON revisions (comment_id, number) WHERE comment_id IS NOT NULL;
CREATE INDEX revisions_edited_by_index ON revisions (edited_by) WHERE edited_by IS NOT NULL;
-- Two edits at once cannot both be the third.
CREATE UNIQUE INDEX revisions_post_key ON revisions (post_id, number) WHERE post_id IS NOT NULL;
CREATE INDEX revisions_redaction_index ON revisions (redaction_id) WHERE redaction_id IS NOT NULL;

-- Whether anyone has visibly reacted. Then the first version is part of the discussion.
CREATE FUNCTION has_reactions(post uuid, comment uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN comment IS NULL THEN
    EXISTS (SELECT FROM comments WHERE post_id = post) OR EXISTS (SELECT FROM votes WHERE post_id = post)
    OR EXISTS (SELECT FROM moderation_cases WHERE kind = 'post' AND target_id = post)
  ELSE
    EXISTS (SELECT FROM comments WHERE parent_id = comment) OR EXISTS (SELECT FROM comments WHERE answered_id = comment)
    OR EXISTS (SELECT FROM votes WHERE comment_id = comment)
    OR EXISTS (SELECT FROM moderation_cases WHERE kind = 'comment' AND target_id = comment)
  END
$$;

-- Corrections in the first five minutes are not stored.
CREATE FUNCTION is_edit_stored(post uuid, comment uuid, written_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT written_at <= now() - interval '5 minutes' OR has_reactions(post, comment)
$$;

-- The application names the editor for its transaction (noteEditor). The update holds the row, so edits are
-- numbered one at a time.
CREATE FUNCTION store_post_revision() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_edit_stored(OLD.id, NULL, OLD.created_at) THEN
    INSERT INTO revisions (post_id, number, title, content, format, edited_by)
    SELECT OLD.id, coalesce(max(number), 0) + 1, OLD.title, OLD.content, OLD.format,
      nullif(current_setting('threshold.editor', true), '')::uuid
    FROM revisions WHERE post_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_store_revision AFTER UPDATE OF title, content ON posts
  FOR EACH ROW WHEN ((OLD.title <> NEW.title OR OLD.content <> NEW.content) AND OLD.deleted_at IS NULL
    AND NEW.deleted_at IS NULL AND OLD.removed_at IS NULL AND NEW.removed_at IS NULL)
  EXECUTE FUNCTION store_post_revision();

CREATE FUNCTION store_comment_revision() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_edit_stored(OLD.post_id, OLD.id, OLD.created_at) THEN
    INSERT INTO revisions (comment_id, number, content, edited_by)
    SELECT OLD.id, coalesce(max(number), 0) + 1, OLD.content,
      nullif(current_setting('threshold.editor', true), '')::uuid
    FROM revisions WHERE comment_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_store_revision AFTER UPDATE OF content ON comments
  FOR EACH ROW WHEN (OLD.content <> NEW.content AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL
    AND OLD.removed_at IS NULL AND NEW.removed_at IS NULL)
  EXECUTE FUNCTION store_comment_revision();

CREATE FUNCTION delete_revisions_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'posts' THEN
    DELETE FROM revisions WHERE post_id = NEW.id;
  ELSE
    DELETE FROM revisions WHERE comment_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_delete_revisions_of_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION delete_revisions_of_stub();
CREATE TRIGGER posts_delete_revisions_of_stub AFTER UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION delete_revisions_of_stub();
