-- Short notes with one level of replies, and their likes.
--
-- Order of locks: a note, then its reply (lock_note), then likes and notifications.
--
-- If other members have replied, deleting a note leaves a stub without author and text.

CREATE TABLE notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Null: the author has left. The note stays without a name.
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
  -- Refuses likes of a deleted note's stub: a like would increment the counter and so violate this check.
  CONSTRAINT notes_stub_likes CHECK (deleted_at IS NULL OR likes_count = 0)
) WITH (fillfactor = 90);
-- For deleting an account. Unlike notes_author_index, this index includes replies.
CREATE INDEX notes_author_id_index ON notes (author_id);
CREATE INDEX notes_author_index ON notes (author_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_parent_index ON notes (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX notes_recent_index ON notes (created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_removal_index ON notes (removal_id) WHERE removal_id IS NOT NULL;
CREATE INDEX notes_trending_index ON notes (likes_count DESC, id DESC) WHERE parent_id IS NULL;

-- Refuses a reply if its parent is a reply, a stub or a removed note, or if the parent's author has blocked the
-- replying member. Locks the parent until the commit, so that its replies are counted one at a time.
CREATE FUNCTION notes_before_insert() RETURNS trigger
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
  IF parent.author_id <> NEW.author_id THEN
    PERFORM lock_relation(parent.author_id, NEW.author_id, false);
    -- A note that is sent again is not refused here, because the primary key refuses it as a duplicate.
    IF is_blocked(parent.author_id, NEW.author_id) AND NOT EXISTS (SELECT FROM notes WHERE id = NEW.id) THEN
      PERFORM refuse('notes_reply_blocked', 'The author of the note has blocked the member');
    END IF;
  END IF;
  RETURN NEW; -- if the parent does not exist, the foreign key refuses the reply
END $$;
CREATE TRIGGER notes_before_insert BEFORE INSERT ON notes
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION notes_before_insert();

CREATE FUNCTION notes_before_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_edit boolean := OLD.content <> NEW.content AND NEW.deleted_at IS NULL;
BEGIN
  IF OLD.parent_id IS DISTINCT FROM NEW.parent_id THEN
    PERFORM refuse('notes_stay', 'A note cannot be moved');
  ELSIF is_edit AND OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL THEN
    PERFORM refuse('notes_edit_removed', 'Removed content cannot be edited');
  END IF;
  -- A removal or restoration by a moderator does not count as an edit.
  IF is_edit AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN
    PERFORM refuse_redacted(NEW.id, NEW.content);
    NEW.updated_at := now();
    NEW.edited_at := CASE WHEN is_redacting() THEN OLD.edited_at ELSE now() END;
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL THEN
    PERFORM delete_removal_of_stub('note', NEW.id, OLD.author_id, OLD.removal_id);
    NEW.removed_at := NULL;
    NEW.removal_id := NULL;
  END IF;
  RETURN NEW;
END $$;
-- Lists the columns, so that likes and replies do not fire this trigger.
CREATE TRIGGER notes_before_update BEFORE UPDATE OF content, parent_id, deleted_at ON notes
  FOR EACH ROW EXECUTE FUNCTION notes_before_update();

CREATE FUNCTION notes_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notes SET replies_count = replies_count + more.replies
  FROM (SELECT parent_id, count(*) AS replies FROM added WHERE parent_id IS NOT NULL GROUP BY parent_id) AS more
  WHERE notes.id = more.parent_id;
  INSERT INTO note_search (id, n, search_vector)
  SELECT id, n, short_text_document(n, content)
  FROM (
    SELECT id, content, nextval(pg_get_serial_sequence('note_search', 'n')) AS n
    FROM added WHERE deleted_at IS NULL ORDER BY created_at, id) AS these;
  PERFORM count_new_words(ARRAY(SELECT content FROM added WHERE deleted_at IS NULL));
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER notes_after_insert AFTER INSERT ON notes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notes_after_insert();

CREATE FUNCTION notes_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  was_visible boolean := OLD.deleted_at IS NULL AND OLD.removed_at IS NULL;
  is_visible boolean := NEW.deleted_at IS NULL AND NEW.removed_at IS NULL;
BEGIN
  IF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
    DELETE FROM user_activity WHERE target_id = NEW.id;
    DELETE FROM redacted_texts WHERE note_id = NEW.id;
  END IF;
  IF NOT is_visible THEN
    DELETE FROM note_search WHERE id = NEW.id;
  ELSIF OLD.content <> NEW.content OR NOT was_visible THEN
    UPDATE note_search SET search_vector = short_text_document(n, NEW.content) WHERE id = NEW.id;
  END IF;
  IF OLD.content <> NEW.content OR was_visible <> is_visible THEN
    PERFORM count_words(CASE WHEN was_visible THEN OLD.content END, CASE WHEN is_visible THEN NEW.content END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notes_after_update AFTER UPDATE OF content, deleted_at, removed_at ON notes
  FOR EACH ROW EXECUTE FUNCTION notes_after_update();

CREATE FUNCTION notes_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notes SET replies_count = replies_count - gone.replies
  FROM (SELECT parent_id, count(*) AS replies FROM deleted WHERE parent_id IS NOT NULL GROUP BY parent_id) AS gone
  WHERE notes.id = gone.parent_id;
  DELETE FROM user_activity WHERE target_id IN (SELECT id FROM deleted);
  IF EXISTS (SELECT FROM deleted WHERE removed_at IS NOT NULL) THEN
    PERFORM delete_removed_content('note', ARRAY(SELECT id FROM deleted WHERE removed_at IS NOT NULL));
  END IF;
  PERFORM count_words(content, NULL) FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER notes_after_delete AFTER DELETE ON notes
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION notes_after_delete();

-- Locks a note until the commit, after its parent. Deletions and likes use this function, so that simultaneous
-- changes of a note and its reply do not deadlock.
CREATE FUNCTION lock_note(target uuid) RETURNS SETOF notes
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notes WHERE id = (SELECT parent_id FROM notes WHERE id = target) FOR NO KEY UPDATE;
  RETURN QUERY SELECT * FROM notes WHERE id = target FOR NO KEY UPDATE;
END $$;

-- Deletes a note, or replaces it with a stub if others replied. Returns the deleted ids: the note, its replies, and the
-- stub above if the note was its last reply. The application checks permission.
CREATE FUNCTION delete_note(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  note notes;
BEGIN
  -- This lock prevents new replies and likes until the commit.
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

CREATE TABLE note_likes (
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (note_id, user_id)
);
CREATE INDEX note_likes_user_id_index ON note_likes (user_id);

-- Runs once per statement, because imports and deleted accounts change many likes at once. Locks notes by id.
CREATE FUNCTION note_likes_after_change() RETURNS trigger
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
CREATE TRIGGER note_likes_after_insert AFTER INSERT ON note_likes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_likes_after_change();
CREATE TRIGGER note_likes_after_delete AFTER DELETE ON note_likes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_likes_after_change();

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
  -- Reports a deleted note's stub without replies, which should have been deleted with the last reply.
  SELECT 'notes.deleted_at', n.id, 0, 1 FROM notes n WHERE n.deleted_at IS NOT NULL AND n.replies_count = 0
$$;
