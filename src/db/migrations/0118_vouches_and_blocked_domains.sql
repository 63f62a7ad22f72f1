-- A moderator who vouches for a member can take that back; and a domain knows the entry of the log that blocked it, so that the
-- one which unblocks it can say what it takes back.
ALTER TABLE moderation_actions
  DROP CONSTRAINT moderation_actions_action_check,
  ADD CONSTRAINT moderation_actions_action_check CHECK (action IN (
    'remove', 'restore', 'lock', 'unlock', 'pin', 'unpin', 'classify', 'mark_duplicate', 'unmark_duplicate',
    'warn', 'require_approval', 'rate_limit', 'suspend', 'lift', 'vouch', 'withdraw_vouch', 'purge', 'undo_purge',
    'block_domain', 'unblock_domain', 'redact', 'reject_report', 'approve', 'reject', 'grant_appeal', 'reject_appeal'));

-- Null: blocked before there were entries.
ALTER TABLE blocked_domains ADD COLUMN action_id uuid REFERENCES moderation_actions;
CREATE INDEX blocked_domains_action_index ON blocked_domains (action_id) WHERE action_id IS NOT NULL;

-- The vouch by which a member is established: none that was taken back, or that spam has undone since.
CREATE FUNCTION vouch_in_force(member uuid) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT m.id FROM moderation_actions m JOIN profiles p ON p.id = m.member_id
  WHERE m.member_id = member AND m.action = 'vouch' AND p.established_at IS NOT NULL
    AND m.created_at >= coalesce(p.new_since, '-infinity')
    AND NOT EXISTS (SELECT FROM moderation_actions r WHERE r.reverts = m.id)
  ORDER BY m.number DESC LIMIT 1
$$;
