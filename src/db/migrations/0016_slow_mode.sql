-- Locks that open at a time, and slow mode.
ALTER TABLE posts ADD COLUMN locked_until timestamptz;
ALTER TABLE posts ADD COLUMN slow_mode_seconds integer
  CONSTRAINT posts_slow_mode_seconds_check CHECK (slow_mode_seconds BETWEEN 60 AND 86400);
ALTER TABLE posts ADD CONSTRAINT posts_locked_until_check CHECK (locked_until IS NULL OR locked_at IS NOT NULL);
ALTER TABLE moderation_actions DROP CONSTRAINT moderation_actions_action_check;
ALTER TABLE moderation_actions ADD CONSTRAINT moderation_actions_action_check CHECK (action IN ('remove', 'restore',
  'lock', 'unlock', 'pin', 'unpin', 'classify', 'mark_duplicate', 'unmark_duplicate', 'warn', 'require_approval',
  'rate_limit', 'suspend', 'lift', 'vouch', 'withdraw_vouch', 'purge', 'undo_purge', 'block_domain',
  'unblock_domain', 'redact', 'reject_report', 'approve', 'reject', 'grant_appeal', 'reject_appeal',
  'redact_passage', 'restore_passage', 'slow_down', 'end_slow_mode'));
