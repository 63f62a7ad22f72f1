-- What posts and comments said before they were edited. A row is one edit: the words that it replaced, who replaced them
-- and when. So nothing is kept of what nobody edited, and the newest words stand where they always stood.

-- Two keys instead of a kind and an id: the foreign keys take the rows along with the thing, whichever way it goes.
CREATE TABLE revisions (
  id uuid DEFAULT new_id() PRIMARY KEY,
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  -- Of the version, from 1; the one that replaced it has the next.
  number integer NOT NULL CHECK (number >= 1),
  title text,
  content text,
  format text CHECK (format IN ('rich', 'plain')),
  -- NULL: unknown, or their account is gone.
  edited_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Since when its words are taken away.
  redacted_at timestamptz,
  CONSTRAINT revisions_item_check CHECK (num_nonnulls(post_id, comment_id) = 1),
  CONSTRAINT revisions_words_check CHECK (
    CASE WHEN redacted_at IS NOT NULL THEN num_nonnulls(title, content, format) = 0
    WHEN post_id IS NOT NULL THEN num_nulls(title, content, format) = 0
    ELSE content IS NOT NULL AND num_nonnulls(title, format) = 0 END)
);
-- Two edits at once cannot both be the third.
CREATE UNIQUE INDEX revisions_post_key ON revisions (post_id, number) WHERE post_id IS NOT NULL;
CREATE UNIQUE INDEX revisions_comment_key ON revisions (comment_id, number) WHERE comment_id IS NOT NULL;
CREATE INDEX revisions_edited_by_index ON revisions (edited_by) WHERE edited_by IS NOT NULL;

-- Whether somebody has shown that they read it, or reported it: then also its first words are part of what was said.
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

-- Slips that are seen after sending are nobody's business for five minutes.
CREATE FUNCTION is_kept_when_edited(post uuid, comment uuid, written_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT written_at <= now() - interval '5 minutes' OR has_reactions(post, comment)
$$;

-- Who edits says so for the transaction (src/db/editor.server.ts); a node of the version before does not, nor who
-- changes words by SQL. The row of the thing is held by the update, so its edits are numbered one after the other.
CREATE FUNCTION keep_post_revision() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_kept_when_edited(OLD.id, NULL, OLD.created_at) THEN
    INSERT INTO revisions (post_id, number, title, content, format, edited_by)
    SELECT OLD.id, coalesce(max(number), 0) + 1, OLD.title, OLD.content, OLD.format,
      nullif(current_setting('threshold.editor', true), '')::uuid
    FROM revisions WHERE post_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_comment_revision() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_kept_when_edited(OLD.post_id, OLD.id, OLD.created_at) THEN
    INSERT INTO revisions (comment_id, number, content, edited_by)
    SELECT OLD.id, coalesce(max(number), 0) + 1, OLD.content,
      nullif(current_setting('threshold.editor', true), '')::uuid
    FROM revisions WHERE comment_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER posts_keep_revision AFTER UPDATE OF title, content ON posts
  FOR EACH ROW WHEN ((OLD.title <> NEW.title OR OLD.content <> NEW.content)
    AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION keep_post_revision();
CREATE TRIGGER comments_keep_revision AFTER UPDATE OF content ON comments
  FOR EACH ROW WHEN (OLD.content <> NEW.content AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION keep_comment_revision();

-- A stub has no words, and had none.
CREATE FUNCTION forget_revisions_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'posts' THEN
    DELETE FROM revisions WHERE post_id = NEW.id;
  ELSE
    DELETE FROM revisions WHERE comment_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER posts_forget_revisions_of_stub AFTER UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_revisions_of_stub();
CREATE TRIGGER comments_forget_revisions_of_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_revisions_of_stub();
