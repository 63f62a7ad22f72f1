-- What waits for a moderator before it is published. It is in no other table: no list, search, feed, count or notification
-- can show what it cannot find (docs/decisions/0025). Approval inserts it as its author's sending would have.
CREATE TABLE pending_content (
  kind text NOT NULL CONSTRAINT pending_content_kind_check CHECK (kind IN ('post', 'comment', 'note')),
  -- Which it will have once it is published; the author's browser chose it.
  id uuid NOT NULL,
  author_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- What the create operation takes, as it was sent: title, content, where it belongs.
  payload jsonb NOT NULL CONSTRAINT pending_content_payload_check
    CHECK (jsonb_typeof(payload) = 'object' AND char_length(payload->>'content') BETWEEN 1 AND 300000),
  reasons text[] NOT NULL CONSTRAINT pending_content_reasons_check
    CHECK (cardinality(reasons) BETWEEN 1 AND 20 AND array_position(reasons, NULL) IS NULL),
  -- Says whether it still waits; what was not approved stays for its author to copy until 90 days after the decision.
  case_id uuid NOT NULL UNIQUE REFERENCES moderation_cases ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, id)
);
CREATE INDEX pending_content_author_index ON pending_content (author_id, created_at DESC, id DESC);

-- Withdrawn, or gone with its author: nobody has to decide any more, and nobody keeps the words.
CREATE FUNCTION close_case_of_withdrawn() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_cases SET closed_at = now(), outcome = 'moot', snapshot = NULL, claimed_by = NULL, claimed_until = NULL
  WHERE id = OLD.case_id AND closed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER pending_content_close_case AFTER DELETE ON pending_content
  FOR EACH ROW EXECUTE FUNCTION close_case_of_withdrawn();

-- Whether there is still what it was written for: the post with the comment that it answers, or the note.
CREATE FUNCTION has_place(of_kind text, payload jsonb) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE of_kind
    WHEN 'comment' THEN EXISTS (
      SELECT FROM posts WHERE id = (payload->>'post_id')::uuid AND deleted_at IS NULL AND removed_at IS NULL)
      AND (payload->>'parent_id' IS NULL OR EXISTS (
        SELECT FROM comments WHERE id = (payload->>'parent_id')::uuid AND deleted_at IS NULL AND removed_at IS NULL))
    WHEN 'note' THEN payload->>'parent_id' IS NULL OR EXISTS (
      SELECT FROM notes WHERE id = (payload->>'parent_id')::uuid AND deleted_at IS NULL AND removed_at IS NULL)
    ELSE true
  END
$$;

-- The queue has all that waits, whatever it comes from. These indexes take the place of those for reports
-- (0094_reports.sql); for what is decided, of all kinds, 0091_moderation.sql has one.
DROP INDEX moderation_cases_queue_index, moderation_cases_queue_kind_index, moderation_cases_waiting_index,
  moderation_cases_decided_index, moderation_cases_decided_kind_index;
CREATE INDEX moderation_cases_queue_index ON moderation_cases ((-weight), id)
  WHERE closed_at IS NULL;
CREATE INDEX moderation_cases_queue_kind_index ON moderation_cases (kind, (-weight), id)
  WHERE closed_at IS NULL;
CREATE INDEX moderation_cases_waiting_index ON moderation_cases (created_at)
  WHERE closed_at IS NULL;
CREATE INDEX moderation_cases_decided_kind_index ON moderation_cases (kind, closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL;
-- One in a thousand of the open ones may wait for approval; and these have no reports, so that they come last.
CREATE INDEX moderation_cases_queue_pending_index ON moderation_cases ((-weight), id)
  WHERE closed_at IS NULL AND source = 'pending';
CREATE INDEX moderation_cases_decided_pending_index ON moderation_cases (closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL AND source = 'pending';

-- Its author hears of the decision, in the statement that closes the case. Approval adds where it stands now.
ALTER TABLE notifications ADD COLUMN case_id uuid REFERENCES moderation_cases ON DELETE CASCADE;
CREATE INDEX notifications_case_id_index ON notifications (case_id) WHERE case_id IS NOT NULL;

-- Whatever kinds there are by now, and this one.
DO $$
DECLARE
  kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conname = 'notifications_type_check' AND conrelid = 'notifications'::regclass);
BEGIN
  ALTER TABLE notifications DROP CONSTRAINT notifications_type_check;
  EXECUTE 'ALTER TABLE notifications ADD CONSTRAINT notifications_type_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''approval_outcome''::text, ');
END $$;

CREATE FUNCTION tell_author_of_pending() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (user_id, type, case_id, dedupe_key)
  VALUES (NEW.member_id, 'approval_outcome', NEW.id, 'approval:' || NEW.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
-- Who withdraws knows.
CREATE TRIGGER moderation_cases_tell_author AFTER UPDATE OF outcome ON moderation_cases
  FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome IS NOT NULL AND NEW.source = 'pending'
    AND NEW.member_id IS NOT NULL AND NEW.closed_by IS NOT NULL) EXECUTE FUNCTION tell_author_of_pending();
