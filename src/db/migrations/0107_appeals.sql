-- Whom a moderator acted on asks once that somebody else looks at it. An appeal opens a case of its own (0091_moderation.sql).

CREATE TABLE appeals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Once an action, whatever becomes of it.
  action_id uuid NOT NULL CONSTRAINT appeals_action_key UNIQUE REFERENCES moderation_actions,
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  words text NOT NULL CONSTRAINT appeals_words_check CHECK (is_text(words, 2000)),
  case_id uuid NOT NULL CONSTRAINT appeals_case_key UNIQUE REFERENCES moderation_cases ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- Moot: it was taken back before anybody decided.
  outcome text CONSTRAINT appeals_outcome_check CHECK (outcome IN ('granted', 'rejected', 'moot')),
  -- To the member.
  answer text CONSTRAINT appeals_answer_check CHECK (is_text(answer, 1000)),
  CONSTRAINT appeals_decided_check CHECK (
    (decided_at IS NULL) = (outcome IS NULL) AND (answer IS NULL OR outcome IS NOT NULL))
);
CREATE INDEX appeals_member_index ON appeals (member_id, created_at DESC, id DESC);

ALTER TABLE notifications ADD COLUMN appeal_id uuid REFERENCES appeals ON DELETE CASCADE;
CREATE INDEX notifications_appeal_id_index ON notifications (appeal_id) WHERE appeal_id IS NOT NULL;

-- One more type beside those that there are, whichever migrations have named them.
DO $$
DECLARE
  types text;
BEGIN
  SELECT string_agg(DISTINCT quote_literal(type), ', ') INTO types FROM (
    SELECT (regexp_matches(pg_get_constraintdef(oid), '''(\w+)''::text', 'g'))[1] AS type
    FROM pg_constraint WHERE conname = 'notifications_type_check' AND conrelid = 'notifications'::regclass
    UNION SELECT 'appeal_outcome') AS known;
  EXECUTE format('ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
    ADD CONSTRAINT notifications_type_check CHECK (type IN (%s))', types);
END $$;

-- Who appealed hears of it in the statement that decides, whoever does that.
CREATE FUNCTION tell_appellant() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (user_id, type, appeal_id, dedupe_key)
  VALUES (NEW.member_id, 'appeal_outcome', NEW.id, 'appeal:' || NEW.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER appeals_tell_appellant AFTER UPDATE OF outcome ON appeals
  FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome IS NOT NULL) EXECUTE FUNCTION tell_appellant();

-- What is taken back on another path needs no decision any more. As in 0094 a case that is held is decided by who holds it.
CREATE FUNCTION close_appeal_of_reverted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_cases SET closed_at = now(), closed_by = NEW.acted_by, outcome = 'moot',
    claimed_by = NULL, claimed_until = NULL
  WHERE id IN (
    SELECT id FROM moderation_cases
    WHERE kind = 'action' AND target_id = NEW.reverts AND closed_at IS NULL FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_actions_close_appeal AFTER INSERT ON moderation_actions
  FOR EACH ROW WHEN (NEW.reverts IS NOT NULL) EXECUTE FUNCTION close_appeal_of_reverted();

CREATE FUNCTION close_appeal_of_case() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE appeals SET outcome = 'moot', decided_at = now() WHERE case_id = NEW.id AND outcome IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_cases_close_appeal AFTER UPDATE OF outcome ON moderation_cases
  FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome IS NOT NULL AND NEW.source = 'appeal')
  EXECUTE FUNCTION close_appeal_of_case();

-- Of a member who has left nobody decides anything.
CREATE FUNCTION close_case_of_appeal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_cases SET closed_at = now(), outcome = 'moot', claimed_by = NULL, claimed_until = NULL
  WHERE id = OLD.case_id AND closed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER appeals_close_case AFTER DELETE ON appeals
  FOR EACH ROW EXECUTE FUNCTION close_case_of_appeal();
