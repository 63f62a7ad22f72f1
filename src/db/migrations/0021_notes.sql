-- Short notes, and replies one level deep. A reply belongs to its note and goes with it.
--
-- Order of locks: a note, then its reply (hold_note), then what hangs on them.

CREATE TABLE notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Null: the author has left; the note stays ("unknown").
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  parent_id uuid CONSTRAINT notes_parent_id_fkey REFERENCES notes ON DELETE CASCADE,
  content text NOT NULL CONSTRAINT notes_content_check
    CHECK (char_length(content) <= 500 AND content ~ '\S' AND content = btrim(content, E' \t\r\n')),
  likes_count integer NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  replies_count integer NOT NULL DEFAULT 0 CHECK (replies_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT notes_reply_to_itself CHECK (parent_id <> id)
) WITH (fillfactor = 90);

CREATE INDEX notes_recent_index ON notes (created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_trending_index ON notes (likes_count DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX notes_parent_index ON notes (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX notes_author_index ON notes (author_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
-- For the account that goes, which is looked for in all notes.
CREATE INDEX notes_author_id_index ON notes (author_id);

CREATE TABLE note_likes (
  note_id uuid NOT NULL CONSTRAINT note_likes_note_id_fkey REFERENCES notes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT note_likes_pkey PRIMARY KEY (note_id, user_id)
);
CREATE INDEX note_likes_user_id_index ON note_likes (user_id);

-- The note above a reply stays and is held until the commit, so that replies to it are counted one by one.
CREATE FUNCTION check_note_reply() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent notes;
BEGIN
  SELECT * INTO parent FROM notes WHERE id = NEW.parent_id FOR NO KEY UPDATE;
  IF parent.parent_id IS NOT NULL THEN
    PERFORM refuse('notes_reply_depth', 'Replies are one level deep');
  END IF;
  RETURN NEW; -- no parent at all: the foreign key says so
END $$;

CREATE TRIGGER notes_check_reply BEFORE INSERT ON notes
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION check_note_reply();

CREATE TRIGGER notes_stay BEFORE UPDATE OF parent_id ON notes
  FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION refuse_move();
CREATE TRIGGER note_likes_stay BEFORE UPDATE OF note_id, user_id ON note_likes
  FOR EACH ROW EXECUTE FUNCTION refuse_move();

-- Holds a note until the commit; of a reply the note above it first. Whoever deletes or likes goes through here, so a
-- reply and its note, changed at once, never wait for each other in a circle.
CREATE FUNCTION hold_note(target uuid) RETURNS SETOF notes
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notes WHERE id = (SELECT parent_id FROM notes WHERE id = target) FOR NO KEY UPDATE;
  RETURN QUERY SELECT * FROM notes WHERE id = target FOR NO KEY UPDATE;
END $$;

-- Per statement: an import, a member who leaves, a note with a thousand replies. Notes in order of id, see hold_note().
CREATE FUNCTION count_note_likes() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM notes WHERE id IN (SELECT note_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE notes SET likes_count = likes_count + direction * more.likes
  FROM (SELECT note_id, count(*) AS likes FROM changed GROUP BY note_id) AS more
  WHERE notes.id = more.note_id;
  RETURN NULL;
END $$;

CREATE TRIGGER note_likes_count_new AFTER INSERT ON note_likes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_likes();
CREATE TRIGGER note_likes_count_deleted AFTER DELETE ON note_likes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_likes();

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

CREATE TRIGGER notes_count_new_replies AFTER INSERT ON notes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_replies();
CREATE TRIGGER notes_count_deleted_replies AFTER DELETE ON notes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_note_replies();

CREATE TRIGGER notes_forget_activity AFTER DELETE ON notes
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_activity();

ALTER TABLE notifications
  ADD CONSTRAINT notifications_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes ON DELETE CASCADE;
CREATE INDEX notifications_note_id_index ON notifications (note_id) WHERE note_id IS NOT NULL;

CREATE FUNCTION counter_drift_of_notes() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'notes.likes_count', n.id, n.likes_count::bigint, coalesce(l.counted, 0)
  FROM notes n LEFT JOIN (SELECT note_id, count(*) AS counted FROM note_likes GROUP BY 1) l ON l.note_id = n.id
  WHERE n.likes_count <> coalesce(l.counted, 0)
  UNION ALL
  SELECT 'notes.replies_count', n.id, n.replies_count, coalesce(r.counted, 0)
  FROM notes n LEFT JOIN (SELECT parent_id, count(*) AS counted FROM notes GROUP BY 1) r ON r.parent_id = n.id
  WHERE n.replies_count <> coalesce(r.counted, 0)
$$;

CREATE OR REPLACE FUNCTION counter_drift() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT * FROM counter_drift_of_posts()
  UNION ALL
  SELECT * FROM counter_drift_of_follows()
  UNION ALL
  SELECT * FROM counter_drift_of_notes()
$$;
