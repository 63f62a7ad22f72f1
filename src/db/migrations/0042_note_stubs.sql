-- A note that others have replied to is not theirs to lose with it: deleted, it leaves a stub without words and author,
-- as a comment does. With nobody's replies but the author's own it goes, and they with it.

ALTER TABLE notes ADD COLUMN deleted_at timestamptz;
ALTER TABLE notes DROP CONSTRAINT notes_content_check;
ALTER TABLE notes ADD CONSTRAINT notes_content_check CHECK (
  CASE WHEN deleted_at IS NULL
    THEN char_length(content) <= 500 AND content ~ '\S' AND content = btrim(content, E' \t\r\n')
  ELSE content = '' AND author_id IS NULL AND parent_id IS NULL END);
-- Counting a like of a stub breaks this, so there is none.
ALTER TABLE notes ADD CONSTRAINT notes_stub_likes CHECK (deleted_at IS NULL OR likes_count = 0);

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
  END IF;
  RETURN NEW; -- no parent at all: the foreign key says so
END $$;

CREATE TRIGGER notes_forget_activity_of_stub AFTER UPDATE OF deleted_at ON notes
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_activity_of_stub();

-- Deletes one note as the forum does, and answers what is gone: itself, its replies, the stub above it whose last reply
-- it was; nothing where a stub stays, or where there is no such note any more. Who may is the application's matter.
CREATE FUNCTION delete_note(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  note notes;
BEGIN
  -- The note above it first; held, nobody replies to it or likes it before the commit.
  SELECT * INTO note FROM hold_note(target) WHERE deleted_at IS NULL;
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

CREATE OR REPLACE FUNCTION counter_drift_of_notes() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'notes.likes_count', n.id, n.likes_count::bigint, coalesce(l.counted, 0)
  FROM notes n LEFT JOIN (SELECT note_id, count(*) AS counted FROM note_likes GROUP BY 1) l ON l.note_id = n.id
  WHERE n.likes_count <> coalesce(l.counted, 0)
  UNION ALL
  SELECT 'notes.replies_count', n.id, n.replies_count, coalesce(r.counted, 0)
  FROM notes n LEFT JOIN (SELECT parent_id, count(*) AS counted FROM notes GROUP BY 1) r ON r.parent_id = n.id
  WHERE n.replies_count <> coalesce(r.counted, 0)
  UNION ALL
  -- A stub is there for the replies below it.
  SELECT 'notes.deleted_at', n.id, 0, 1 FROM notes n WHERE n.deleted_at IS NOT NULL AND n.replies_count = 0
$$;
