-- What several established members report is hidden until a moderator looks, where a new member wrote it; and revisions whose
-- words a moderator takes away say under which rule.

-- Since when somebody is an established member. Whichever migration comes first makes it; while nobody is, nothing is hidden.
ALTER TABLE profiles ADD COLUMN IF NOT EXISTS established_at timestamptz;

-- Whether so many established members, of together such weight, have reported something of a new member that no moderator has
-- ever looked at. Of an established member nothing is hidden by counting.
CREATE FUNCTION is_hidden_by_reports(of_case uuid, reporters integer, least_weight real) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM moderation_cases c JOIN profiles author ON author.id = c.member_id
    WHERE c.id = of_case AND c.closed_at IS NULL AND c.kind IN ('post', 'comment', 'note')
      AND author.established_at IS NULL AND NOT EXISTS (SELECT FROM user_roles WHERE user_id = author.id)
      AND NOT EXISTS (
        SELECT FROM moderation_actions a WHERE a.kind = c.kind AND a.target_id = c.target_id AND a.action = 'remove')
      AND NOT EXISTS (
        SELECT FROM moderation_cases e
        WHERE e.kind = c.kind AND e.target_id = c.target_id AND e.outcome IN ('upheld', 'rejected'))
      AND (
        SELECT count(*) >= reporters AND sum(r.weight) >= least_weight
        FROM reports r JOIN profiles p ON p.id = r.reporter_id
        WHERE r.case_id = c.id AND p.established_at IS NOT NULL))
$$;

-- As in 0094, but what the forum has hidden for a case waits for a moderator.
DROP TRIGGER moderation_actions_close_case ON moderation_actions;
CREATE TRIGGER moderation_actions_close_case AFTER INSERT ON moderation_actions
  FOR EACH ROW WHEN (NEW.action = 'remove' AND (NEW.acted_as <> 'system' OR NEW.case_id IS NULL))
  EXECUTE FUNCTION close_case_of_removed();

CREATE OR REPLACE FUNCTION close_removed_cases() RETURNS SETOF uuid
LANGUAGE sql AS $$
  UPDATE moderation_cases c SET closed_at = now(), closed_by = removal.acted_by, outcome = 'upheld',
    claimed_by = NULL, claimed_until = NULL
  FROM removed_content r JOIN moderation_actions removal ON removal.id = r.action_id
  WHERE c.closed_at IS NULL AND c.source IN ('report', 'automatic') AND r.kind = c.kind AND r.id = c.target_id
    AND r.kind <> 'profile' AND removal.created_at > c.created_at
    AND (removal.acted_as <> 'system' OR removal.case_id IS NULL)
  RETURNING c.id
$$;

-- A moderator decides that what was hidden stays away: from now on it is their removal, and its author hears of it anew.
CREATE FUNCTION confirm_removal(kind text, target uuid, action uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  held record;
BEGIN
  SELECT * INTO held FROM hold_content(kind, target);
  IF held.removal_id IS NULL THEN
    PERFORM refuse('removed_content_not_removed', 'It is not removed');
  END IF;
  UPDATE removed_content r SET action_id = action, removed_at = now(), erase_at = now() + interval '90 days'
  WHERE r.kind = confirm_removal.kind AND r.id = target;
  IF kind = 'post' THEN
    UPDATE posts p SET removal_id = action WHERE p.id = target;
  ELSIF kind = 'comment' THEN
    UPDATE comments c SET removal_id = action WHERE c.id = target;
  ELSE
    UPDATE notes o SET removal_id = action WHERE o.id = target;
  END IF;
  DELETE FROM notifications n WHERE n.user_id = held.author_id AND n.dedupe_key = 'removal:' || held.removal_id;
  INSERT INTO notifications (user_id, type, post_id, comment_id, note_id, dedupe_key)
  SELECT held.author_id, 'removal', held.post_id, CASE kind WHEN 'comment' THEN target END,
    CASE kind WHEN 'note' THEN target END, 'removal:' || action
  WHERE held.author_id IS NOT NULL;
END $$;

ALTER TABLE revisions ADD COLUMN redaction_id uuid REFERENCES moderation_actions;
ALTER TABLE revisions ADD CONSTRAINT revisions_redaction_check CHECK (redaction_id IS NULL OR redacted_at IS NOT NULL);
CREATE INDEX revisions_redaction_index ON revisions (redaction_id) WHERE redaction_id IS NOT NULL;
