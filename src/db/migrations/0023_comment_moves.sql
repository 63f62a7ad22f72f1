-- Comments that moderators moved, and posts that they merged.
CREATE TABLE comment_moves (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Has no foreign key, because a merged post no longer exists. posts_after_delete() deletes the moves from other posts.
  from_id uuid NOT NULL,
  to_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- 'split': the post in to_id was made of the comments. 'merge': the post in from_id became a comment below to_id.
  kind text NOT NULL CONSTRAINT comment_moves_kind_check CHECK (kind IN ('split', 'move', 'merge')),
  comment_count integer NOT NULL CONSTRAINT comment_moves_comment_count_check CHECK (comment_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT comment_moves_posts_check CHECK (from_id <> to_id)
);
CREATE INDEX comment_moves_from_index ON comment_moves (from_id);
CREATE UNIQUE INDEX comment_moves_merge_key ON comment_moves (from_id) WHERE kind = 'merge';
CREATE INDEX comment_moves_to_index ON comment_moves (to_id);

ALTER TABLE moderation_actions DROP CONSTRAINT moderation_actions_action_check;
ALTER TABLE moderation_actions ADD CONSTRAINT moderation_actions_action_check CHECK (action IN ('remove', 'restore',
  'lock', 'unlock', 'pin', 'unpin', 'classify', 'mark_duplicate', 'unmark_duplicate', 'warn', 'require_approval',
  'rate_limit', 'suspend', 'lift', 'vouch', 'withdraw_vouch', 'purge', 'undo_purge', 'block_domain',
  'unblock_domain', 'redact', 'reject_report', 'approve', 'reject', 'grant_appeal', 'reject_appeal',
  'redact_passage', 'restore_passage', 'slow_down', 'end_slow_mode', 'split_comments', 'move_comments',
  'merge_post'));
ALTER TABLE notifications DROP CONSTRAINT notifications_type_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_type_check CHECK (type IN ('appeal_outcome',
  'approval_outcome', 'case_assigned', 'comment', 'comments_moved', 'follow', 'followed_post', 'mention',
  'note_like', 'note_reply', 'post_classified', 'post_merged', 'redaction', 'removal', 'report_outcome',
  'sanction', 'vote'));
