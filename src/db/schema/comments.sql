-- Comments with one level of replies, and revisions of posts and comments. The counters of posts and profiles
-- include only comments that are neither deleted nor removed.
--
-- Order of locks: post, comment, post_rankings, then profiles by id. Adding a reply and deleting a comment both lock
-- the post first. Until the commit, nobody can delete the parent of a new reply, or reply to a comment that is being
-- deleted.
--
-- Deletion of a comment (deleteComment in content/comments/write-sql.server.ts):
--   * A comment with replies leaves a stub: a row without author and text that holds the replies together.
--     comments_after_update() subtracts it from the counters and deletes its votes, notifications, activity,
--     revisions, search entry and, if a moderator had removed it, the saved original text.
--   * The row of a comment without replies is deleted. Foreign keys delete its votes, notifications, revisions and
--     search entry. comments_after_delete() subtracts it from the counters and deletes its activity and, if a
--     moderator had removed it, the saved original text. Deleting the last reply also deletes the stub above it.
--   * Deleting the last comment by another member below a stub of a post also deletes that stub.
--
-- "Deleted" means by the author, "removed" means taken down by a moderator (removals.sql).

CREATE TABLE comments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- No ON DELETE action is needed: a comment with replies becomes a stub, and deleting a post deletes a comment and
  -- its replies in one statement.
  parent_id uuid REFERENCES comments,
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- The application accepts 10,000 characters; imported comments may be longer.
  content text NOT NULL CONSTRAINT comments_content_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN char_length(content) <= 200000 AND content ~ '\S'
      ELSE content = '' AND author_id IS NULL AND parent_id IS NULL
    END),
  votes_score integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- Set if the comment was deleted but has replies, so that only a stub of it remains.
  deleted_at timestamptz,
  -- The reply that this reply responds to. Null: it responds to the parent comment, or the other reply was deleted.
  answered_id uuid REFERENCES comments ON DELETE SET NULL,
  removed_at timestamptz,
  removal_id uuid,
  CONSTRAINT comments_answered_check CHECK (answered_id IS NULL OR parent_id IS NOT NULL),
  -- Needed because a comment that is its own parent passes both the insert trigger and the foreign key.
  CONSTRAINT comments_reply_to_itself CHECK (parent_id <> id),
  CONSTRAINT comments_removed_check CHECK ((removed_at IS NULL) = (removal_id IS NULL) AND (removed_at IS NULL
    OR deleted_at IS NULL AND content = 'This comment was removed by a moderator.'))
) WITH (fillfactor = 90);
CREATE INDEX comments_answered_index ON comments (answered_id) WHERE answered_id IS NOT NULL;
CREATE INDEX comments_author_index ON comments (author_id, created_at DESC, id DESC);
CREATE INDEX comments_parent_index ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_post_index ON comments (post_id, created_at, id);
CREATE INDEX comments_removal_index ON comments (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX comments_top_level_index ON comments (post_id, created_at, id) WHERE parent_id IS NULL;

-- Refuses a reply if its parent is a reply, a stub, a removed comment or a comment on another post. The lock on the
-- post prevents changes of the parent until the commit.
--
-- If the reply in answered_id was deleted or belongs to another thread, the comment is accepted and answered_id is
-- set to null.
CREATE FUNCTION comments_before_insert() RETURNS trigger
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
  RETURN NEW; -- if the parent does not exist, the foreign key refuses the reply
END $$;
CREATE TRIGGER comments_before_insert BEFORE INSERT ON comments
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION comments_before_insert();

-- Returns whether a moderator moves comments in this transaction (staff/comment-moves).
CREATE FUNCTION is_moving_comments() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('threshold.moves_comments', true) = 'on', false)
$$;

CREATE FUNCTION comments_before_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_edit boolean := OLD.content <> NEW.content AND NEW.deleted_at IS NULL;
BEGIN
  IF (OLD.post_id <> NEW.post_id OR OLD.parent_id IS DISTINCT FROM NEW.parent_id) AND NOT is_moving_comments() THEN
    PERFORM refuse('comments_stay', 'A comment cannot be moved');
  ELSIF is_edit AND OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL THEN
    PERFORM refuse('comments_edit_removed', 'Removed content cannot be edited');
  END IF;
  -- A removal or restoration by a moderator does not count as an edit.
  IF is_edit AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN
    PERFORM refuse_redacted(NEW.id, NEW.content);
    NEW.updated_at := now();
    NEW.edited_at := CASE WHEN is_redacting() THEN OLD.edited_at ELSE now() END;
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL THEN
    PERFORM delete_removal_of_stub('comment', NEW.id, OLD.author_id, OLD.removal_id);
    NEW.removed_at := NULL;
    NEW.removal_id := NULL;
  END IF;
  RETURN NEW;
END $$;
-- Lists the columns, so that votes do not fire this trigger.
CREATE TRIGGER comments_before_update BEFORE UPDATE OF content, post_id, parent_id, deleted_at ON comments
  FOR EACH ROW EXECUTE FUNCTION comments_before_update();

-- Checks moved comments at the commit, when their replies have moved too.
CREATE FUNCTION comments_at_commit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM comments reply JOIN comments parent ON parent.id = reply.parent_id
    WHERE NEW.id IN (reply.id, parent.id) AND (parent.post_id <> reply.post_id OR parent.parent_id IS NOT NULL)) THEN
    PERFORM refuse('comments_reply_post', 'A reply belongs to the post of its parent');
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER comments_at_commit AFTER UPDATE OF post_id, parent_id ON comments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.post_id <> NEW.post_id OR OLD.parent_id IS DISTINCT FROM NEW.parent_id)
  EXECUTE FUNCTION comments_at_commit();

-- Returns the seconds until a member may comment again on a post in slow mode, or 0. Ignores the comment `beside`.
CREATE FUNCTION slow_mode_wait(post uuid, member uuid, beside uuid) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT greatest(0, ceil(extract(epoch FROM max(c.created_at) - now()) + p.slow_mode_seconds))::integer
  FROM posts p LEFT JOIN comments c ON c.post_id = p.id AND c.author_id = member AND c.id IS DISTINCT FROM beside
  WHERE p.id = post GROUP BY p.slow_mode_seconds
$$;

-- Runs once per statement: importing 10,000 comments on one post takes 0.2 s, but 37 s with a trigger for each row.
CREATE FUNCTION comments_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- This lock waits for a moderator who is locking the discussion (locked_at), and a moderator who locks it later
  -- waits for this transaction. Moderators and admins may comment on a locked post and merge posts into it, and imports
  -- bring its comments.
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM added) ORDER BY id FOR NO KEY UPDATE;
  IF NOT is_import() AND NOT is_moving_comments() AND EXISTS (
    SELECT FROM added JOIN posts ON posts.id = added.post_id
    WHERE (is_locked(posts) OR posts.duplicate_of IS NOT NULL) AND NOT is_staff(added.author_id)) THEN
    PERFORM refuse('comments_post_locked', 'A locked post accepts no comments');
  END IF;
  PERFORM refuse_unless_post_visible('comments', ARRAY(SELECT post_id FROM added));
  -- A comment that a moderator approves was sent earlier.
  IF coalesce(current_setting('threshold.publishes_for_others', true), '') <> 'on' AND EXISTS (
    SELECT FROM added JOIN posts ON posts.id = added.post_id
    WHERE posts.slow_mode_seconds IS NOT NULL AND NOT is_staff(added.author_id)
      AND slow_mode_wait(added.post_id, added.author_id, added.id) > 0) THEN
    PERFORM refuse('comments_slow_mode', 'Slow mode limits how often a member comments on the post');
  END IF;
  UPDATE posts SET comment_count = comment_count + more.comments,
    last_comment_at = greatest(last_comment_at, more.latest)
  FROM (
    SELECT post_id, count(*) AS comments, max(created_at) AS latest
    FROM added WHERE deleted_at IS NULL GROUP BY post_id) AS more
  WHERE posts.id = more.post_id;
  UPDATE profiles SET comment_count = comment_count + more.comments
  FROM (SELECT author_id, count(*) AS comments FROM added WHERE deleted_at IS NULL GROUP BY author_id) AS more
  WHERE profiles.id = more.author_id;
  INSERT INTO comment_search (id, n, search_vector)
  SELECT id, n, short_text_document(n, content)
  FROM (
    SELECT id, content, nextval(pg_get_serial_sequence('comment_search', 'n')) AS n
    FROM added WHERE deleted_at IS NULL ORDER BY created_at, id) AS these;
  PERFORM count_new_words(ARRAY(SELECT content FROM added WHERE deleted_at IS NULL));
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  PERFORM record_webhook_events('comment.created', ARRAY(SELECT id FROM added WHERE deleted_at IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER comments_after_insert AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION comments_after_insert();

CREATE FUNCTION comments_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_new_stub boolean := OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL;
  is_toggled boolean := (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL);
BEGIN
  IF is_new_stub THEN
    -- Must run first, because it locks all affected profiles in order of id.
    PERFORM delete_empty_post_stubs(ARRAY[NEW.post_id], ARRAY[OLD.author_id]);
    IF OLD.removed_at IS NULL THEN
      PERFORM change_comment_count(NEW.post_id, OLD.author_id, OLD.created_at, -1);
    END IF;
    DELETE FROM user_activity WHERE target_id = NEW.id;
    DELETE FROM notifications WHERE comment_id = NEW.id;
    DELETE FROM revisions WHERE comment_id = NEW.id;
    DELETE FROM redacted_texts WHERE comment_id = NEW.id;
    DELETE FROM votes WHERE comment_id = NEW.id;
  ELSIF is_toggled AND NEW.deleted_at IS NULL THEN
    PERFORM change_comment_count(
      NEW.post_id, NEW.author_id, NEW.created_at, CASE WHEN NEW.removed_at IS NULL THEN 1 ELSE -1 END);
  ELSIF OLD.content <> NEW.content AND NEW.deleted_at IS NULL AND NEW.removed_at IS NULL THEN
    PERFORM store_revision(NULL, NEW.id, OLD.created_at, NULL, OLD.content, NULL);
  END IF;
  IF OLD.content <> NEW.content OR is_toggled THEN
    PERFORM delete_original(NEW.id);
    PERFORM index_changed_comment(NEW.id, NEW.post_id,
      CASE WHEN OLD.removed_at IS NULL THEN OLD.content END,
      CASE WHEN NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN NEW.content END);
    IF NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN
      PERFORM record_webhook_events('comment.updated', ARRAY[NEW.id]);
    ELSIF OLD.removed_at IS NULL AND OLD.deleted_at IS NULL THEN
      PERFORM record_webhook_events('comment.deleted', ARRAY[NEW.id]);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_after_update AFTER UPDATE OF content, deleted_at, removed_at ON comments
  FOR EACH ROW EXECUTE FUNCTION comments_after_update();

-- Runs once per statement, because updating a row repeatedly in one transaction is slow (posts_after_delete).
CREATE FUNCTION comments_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Must run first, because it locks all affected profiles in order of id.
  PERFORM delete_empty_post_stubs(
    ARRAY(SELECT DISTINCT post_id FROM deleted), ARRAY(SELECT DISTINCT author_id FROM deleted WHERE author_id IS NOT NULL));
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
  DELETE FROM user_activity WHERE target_id IN (SELECT id FROM deleted);
  PERFORM delete_original(id) FROM deleted;
  IF EXISTS (SELECT FROM deleted WHERE removed_at IS NOT NULL) THEN
    PERFORM delete_removed_content('comment', ARRAY(SELECT id FROM deleted WHERE removed_at IS NOT NULL));
  END IF;
  -- search_words does not count words of comments below a removed post, so they are not subtracted.
  PERFORM count_words(content, NULL) FROM deleted
  WHERE deleted_at IS NULL AND removed_at IS NULL
    AND NOT EXISTS (SELECT FROM posts WHERE id = deleted.post_id AND removed_at IS NOT NULL);
  PERFORM record_webhook_events('comment.deleted',
    ARRAY(SELECT id FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER comments_after_delete AFTER DELETE ON comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION comments_after_delete();

-- Saves a comment in one round trip, with the id from its author's browser or a new id. `names`: mentioned usernames.
-- Returns the notified members. If the returned id is null, a comment with the given id already exists and nothing
-- was written.
CREATE FUNCTION write_comment(
  given uuid, post uuid, parent uuid, answered uuid, author uuid, body text, names text[], OUT id uuid,
  OUT notified_user_ids uuid[]
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  written uuid;
BEGIN
  INSERT INTO comments (id, post_id, parent_id, answered_id, author_id, content)
  VALUES (coalesce(given, new_id()), post, parent, CASE WHEN parent IS NOT NULL THEN answered END, author, body)
  ON CONFLICT (id) DO NOTHING RETURNING comments.id INTO written;
  id := written;
  IF written IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
  VALUES (author, 'comment_created', 'comment', written, jsonb_build_object('is_reply', parent IS NOT NULL))
  ON CONFLICT (target_id, user_id, action) DO NOTHING;
  notified_user_ids := ARRAY(SELECT notify_of_comment(written, names));
END $$;

-- Returns the time of the newest remaining comment. Searches only if the deleted comment was the newest. The caller
-- has locked the post, so no new comment is missed.
CREATE FUNCTION last_comment_without(gone timestamptz, last timestamptz, post uuid) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN gone < last THEN last ELSE (
    SELECT created_at FROM comments
    WHERE post_id = post AND deleted_at IS NULL AND removed_at IS NULL ORDER BY created_at DESC LIMIT 1) END
$$;

-- Adds a visible comment to the counters (`change` is 1) or subtracts one (-1).
CREATE FUNCTION change_comment_count(post uuid, author uuid, written_at timestamptz, change integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = post FOR NO KEY UPDATE;
  UPDATE posts SET comment_count = comment_count + change, last_comment_at = CASE change
    WHEN 1 THEN greatest(last_comment_at, written_at) ELSE last_comment_without(written_at, last_comment_at, id) END
  WHERE id = post;
  UPDATE profiles SET comment_count = comment_count + change WHERE id = author;
END $$;

-- Returns whether anyone but `author` has commented. Comments of deleted accounts count as other members' comments.
CREATE FUNCTION has_comments_of_others(post uuid, author uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM comments WHERE post_id = post AND deleted_at IS NULL AND (author_id = author) IS NOT TRUE)
$$;

-- Deletes those `candidates` that are stubs of deleted posts without other members' comments. The caller also changes
-- the counters of `authors`, who wrote the comments just deleted. Their profiles are locked here together with the
-- others, in order of id.
CREATE FUNCTION delete_empty_post_stubs(candidates uuid[], authors uuid[]) RETURNS void
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
  WHERE id = ANY (authors) OR id IN (SELECT author_id FROM comments WHERE post_id = ANY (bare))
  ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM posts WHERE id = ANY (bare);
END $$;

-- Comments that moderators moved from one post to another, for the links between both posts and for redirects. A comment
-- that becomes a post, or a post that becomes a comment, keeps its id.
CREATE TABLE comment_moves (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Has no foreign key, because a merged post no longer exists. posts_after_delete() deletes the moves from other posts.
  from_id uuid NOT NULL,
  to_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- 'split': the post in to_id was made of the comments. 'merge': the post in from_id became a comment below to_id.
  kind text NOT NULL CONSTRAINT comment_moves_kind_check CHECK (kind IN ('split', 'move', 'merge')),
  comment_count integer NOT NULL CONSTRAINT comment_moves_comment_count_check CHECK (comment_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT comment_moves_posts_check CHECK (from_id <> to_id)
);
CREATE INDEX comment_moves_from_index ON comment_moves (from_id);
CREATE UNIQUE INDEX comment_moves_merge_key ON comment_moves (from_id) WHERE kind = 'merge';
CREATE INDEX comment_moves_to_index ON comment_moves (to_id);

-- Former versions of posts and comments. Each row is an edit: the replaced text, the member who replaced it, and the
-- time. The current text is not stored here.
--
-- post_id and comment_id are separate columns, so that foreign keys can delete revisions with their post or comment.
CREATE TABLE revisions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  -- Number of this version, starting at 1. The version that replaced it has the next number.
  number integer NOT NULL CONSTRAINT revisions_number_check CHECK (number >= 1),
  title text,
  content text,
  format text CONSTRAINT revisions_format_check CHECK (format IN ('rich', 'plain')),
  -- Null: the editor is unknown or has left.
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
-- Also prevents two simultaneous edits from getting the same number.
CREATE UNIQUE INDEX revisions_post_key ON revisions (post_id, number) WHERE post_id IS NOT NULL;
CREATE INDEX revisions_redaction_index ON revisions (redaction_id) WHERE redaction_id IS NOT NULL;

-- Returns whether an edit is stored as a revision. Edits in the first five minutes are stored only if there are
-- replies, votes or reports, because those refer to the earlier version.
CREATE FUNCTION is_edit_stored(post uuid, comment uuid, written_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT written_at <= now() - interval '5 minutes' OR CASE WHEN comment IS NULL THEN
    EXISTS (SELECT FROM comments WHERE post_id = post) OR EXISTS (SELECT FROM votes WHERE post_id = post)
    OR EXISTS (SELECT FROM moderation_cases WHERE kind = 'post' AND target_id = post)
  ELSE
    EXISTS (SELECT FROM comments WHERE parent_id = comment) OR EXISTS (SELECT FROM comments WHERE answered_id = comment)
    OR EXISTS (SELECT FROM votes WHERE comment_id = comment)
    OR EXISTS (SELECT FROM moderation_cases WHERE kind = 'comment' AND target_id = comment)
  END
$$;

-- Stores the replaced text. The editor's id comes from a setting of the transaction (setEditor). The update has
-- locked the row of the post or comment, so edits are numbered one at a time.
CREATE FUNCTION store_revision(
  post uuid, comment uuid, written_at timestamptz, old_title text, old_content text, old_format text
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  last integer;
BEGIN
  IF is_redacting() OR NOT is_edit_stored(post, comment, written_at) THEN
    RETURN;
  END IF;
  IF comment IS NULL THEN
    SELECT max(number) INTO last FROM revisions WHERE post_id = post;
  ELSE
    SELECT max(number) INTO last FROM revisions WHERE comment_id = comment;
  END IF;
  INSERT INTO revisions (post_id, comment_id, number, title, content, format, edited_by)
  VALUES (post, comment, coalesce(last, 0) + 1, old_title, old_content, old_format,
    nullif(current_setting('threshold.editor', true), '')::uuid);
END $$;
