-- Short notes with one level of replies, and their likes.
--
-- Order of locks: a note, then its reply (lock_note), then likes and notifications.
--
-- A deleted note with replies of others leaves a stub without author and text.
--
-- Further triggers on notes: notifications.sql (activity), search_index.sql, spelling.sql, removals.sql,
-- sanctions.sql.

CREATE TABLE notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Null: the author has left. The note stays.
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  parent_id uuid REFERENCES notes ON DELETE CASCADE,
  content text NOT NULL CONSTRAINT notes_content_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN char_length(content) <= 500 AND content ~ '\S' AND content = btrim(content, E' \t\r\n')
      ELSE content = '' AND author_id IS NULL AND parent_id IS NULL
    END),
  likes_count integer NOT NULL DEFAULT 0 CONSTRAINT notes_likes_count_check CHECK (likes_count >= 0),
  replies_count integer NOT NULL DEFAULT 0 CONSTRAINT notes_replies_count_check CHECK (replies_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  edited_at timestamptz,
  removed_at timestamptz,
  removal_id uuid,
  CONSTRAINT notes_removed_check CHECK ((removed_at IS NULL) = (removal_id IS NULL) AND (removed_at IS NULL
    OR deleted_at IS NULL AND content = 'This note was removed by a moderator.')),
  CONSTRAINT notes_reply_to_itself CHECK (parent_id <> id),
  -- A stub cannot be liked, since counting the like would break this.
  CONSTRAINT notes_stub_likes CHECK (deleted_at IS NULL OR likes_count = 0)
) WITH (fillfactor = 90);
-- For a deleted account, whose notes include replies.
CREATE INDEX notes_author_id_index ON notes (author_id);
CREATE INDEX notes_author_index ON notes (author_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_parent_index ON notes (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX notes_recent_index ON notes (created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_removal_index ON notes (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX notes_trending_index ON notes (likes_count DESC, id DESC) WHERE parent_id IS NULL;
CREATE TRIGGER notes_mark_edited BEFORE UPDATE OF content ON notes
  FOR EACH ROW WHEN (OLD.content <> NEW.content AND NEW.deleted_at IS NULL
    AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION mark_edited();
CREATE TRIGGER notes_stay BEFORE UPDATE OF parent_id ON notes
  FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION refuse_move();

-- Refuses a reply to a reply, to a stub and to a removed note. Locks the parent until the commit, so that its
-- replies are counted one at a time.
CREATE FUNCTION check_note_reply() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent notes;
BEGIN
  SELECT * INTO parent FROM notes WHERE id = NEW.parent_id FOR NO KEY UPDATE;
  IF parent.parent_id IS NOT NULL THEN
    PERFORM refuse('notes_reply_depth', 'Replies are one level deep');
  ELSIF parent.deleted_at IS NOT NULL THEN
    PERFORM refuse('notes_reply_deleted', 'A deleted note cannot be replied to');
  ELSIF parent.removed_at IS NOT NULL THEN
    PERFORM refuse('notes_reply_removed', 'A removed note cannot be replied to');
  END IF;
  RETURN NEW; -- without a parent, the foreign key refuses it
END $$;
CREATE TRIGGER notes_check_reply BEFORE INSERT ON notes
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION check_note_reply();

CREATE FUNCTION refuse_blocked_reply() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  answered uuid;
BEGIN
  SELECT author_id INTO answered FROM notes WHERE id = NEW.parent_id;
  IF answered IS NULL OR answered = NEW.author_id THEN
    RETURN NEW;
  END IF;
  PERFORM lock_relation(answered, NEW.author_id, false);
  IF is_blocked(answered, NEW.author_id) AND NOT EXISTS (SELECT FROM notes WHERE id = NEW.id) THEN
    PERFORM refuse('notes_reply_blocked', 'The author of the note has blocked the member');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notes_refuse_blocked_reply BEFORE INSERT ON notes
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION refuse_blocked_reply();

-- Locks a note until the commit, its parent first. Deletions and likes lock through this function, so that a
-- note and its reply, changed at once, do not deadlock.
CREATE FUNCTION lock_note(target uuid) RETURNS SETOF notes
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notes WHERE id = (SELECT parent_id FROM notes WHERE id = target) FOR NO KEY UPDATE;
  RETURN QUERY SELECT * FROM notes WHERE id = target FOR NO KEY UPDATE;
END $$;

-- Deletes a note, or leaves a stub if others replied. Returns the deleted ids: the note, its replies, and the
-- stub above whose last reply it was. The application checks permission.
CREATE FUNCTION delete_note(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  note notes;
BEGIN
  -- Locked, so that nobody replies to it or likes it before the commit.
  SELECT * INTO note FROM lock_note(target) WHERE deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM notes WHERE parent_id = target AND author_id IS DISTINCT FROM note.author_id) THEN
    DELETE FROM note_likes WHERE note_id = target;
    DELETE FROM notifications WHERE note_id = target;
    UPDATE notes SET deleted_at = now(), content = '', author_id = NULL WHERE id = target;
    RETURN;
  END IF;
  RETURN QUERY SELECT id FROM notes WHERE id = target OR parent_id = target;
  DELETE FROM notes WHERE id = target;
  RETURN QUERY DELETE FROM notes
  WHERE id = note.parent_id AND deleted_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM notes reply WHERE reply.parent_id = note.parent_id)
  RETURNING id;
END $$;

CREATE FUNCTION count_note_replies() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE notes SET replies_count = replies_count + direction * more.replies
  FROM (SELECT parent_id, count(*) AS replies FROM changed WHERE parent_id IS NOT NULL GROUP BY parent_id) AS more
  WHERE notes.id = more.parent_id;
  RETURN NULL;
END $$;
CREATE TRIGGER notes_count_deleted_replies AFTER DELETE ON notes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_replies();
CREATE TRIGGER notes_count_new_replies AFTER INSERT ON notes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_replies();

CREATE TABLE note_likes (
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (note_id, user_id)
);
CREATE INDEX note_likes_user_id_index ON note_likes (user_id);
CREATE TRIGGER note_likes_stay BEFORE UPDATE OF note_id, user_id ON note_likes
  FOR EACH ROW EXECUTE FUNCTION refuse_move();

-- Per statement: imports, deleted accounts, notes with a thousand replies. Locks in order of id.
CREATE FUNCTION count_note_likes() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM notes WHERE id IN (SELECT note_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM notes WHERE id IN (SELECT note_id FROM changed) AND removed_at IS NOT NULL)
  THEN
    PERFORM refuse('note_likes_note_removed', 'A removed note cannot be liked');
  END IF;
  UPDATE notes SET likes_count = likes_count + direction * more.likes
  FROM (SELECT note_id, count(*) AS likes FROM changed GROUP BY note_id) AS more
  WHERE notes.id = more.note_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_likes_count_deleted AFTER DELETE ON note_likes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_likes();
CREATE TRIGGER note_likes_count_new AFTER INSERT ON note_likes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_likes();

CREATE FUNCTION counter_drift_of_notes() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'notes.likes_count', n.id, n.likes_count::bigint, coalesce(l.counted, 0)
  FROM notes n LEFT JOIN (SELECT note_id, count(*) AS counted FROM note_likes GROUP BY 1) l ON l.note_id = n.id
  WHERE n.likes_count <> coalesce(l.counted, 0)
  UNION ALL
  SELECT 'notes.replies_count', n.id, n.replies_count, coalesce(r.counted, 0)
  FROM notes n LEFT JOIN (SELECT parent_id, count(*) AS counted FROM notes GROUP BY 1) r ON r.parent_id = n.id
  WHERE n.replies_count <> coalesce(r.counted, 0)
  UNION ALL
  -- A stub without replies should be gone.
  SELECT 'notes.deleted_at', n.id, 0, 1 FROM notes n WHERE n.deleted_at IS NOT NULL AND n.replies_count = 0
$$;
