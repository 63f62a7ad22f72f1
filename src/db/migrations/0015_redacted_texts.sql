-- Redaction of passages, and the notification of the author.
ALTER TABLE moderation_actions DROP CONSTRAINT moderation_actions_action_check;
ALTER TABLE moderation_actions ADD CONSTRAINT moderation_actions_action_check CHECK (action IN ('remove', 'restore',
  'lock', 'unlock', 'pin', 'unpin', 'classify', 'mark_duplicate', 'unmark_duplicate', 'warn', 'require_approval',
  'rate_limit', 'suspend', 'lift', 'vouch', 'withdraw_vouch', 'purge', 'undo_purge', 'block_domain',
  'unblock_domain', 'redact', 'reject_report', 'approve', 'reject', 'grant_appeal', 'reject_appeal',
  'redact_passage', 'restore_passage'));
ALTER TABLE notifications DROP CONSTRAINT notifications_type_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_type_check CHECK (type IN ('appeal_outcome',
  'approval_outcome', 'comment', 'follow', 'followed_post', 'mention', 'note_like', 'note_reply', 'post_classified',
  'redaction', 'removal', 'report_outcome', 'sanction', 'vote'));

-- Texts from which moderators redacted a passage: a post, comment or note, its earlier versions, and comments that quote
-- it. Holds the original for moderators for 90 days. Meanwhile, edits that contain the passage are refused.
CREATE TABLE redacted_texts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  action_id uuid NOT NULL REFERENCES moderation_actions,
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  note_id uuid REFERENCES notes ON DELETE CASCADE,
  revision_id uuid REFERENCES revisions ON DELETE CASCADE,
  author_id uuid REFERENCES profiles ON DELETE CASCADE,
  passage text NOT NULL CONSTRAINT redacted_texts_passage_check CHECK (char_length(passage) BETWEEN 3 AND 500),
  -- The original. Only posts have a title.
  title text,
  content text NOT NULL,
  -- Digest of the text after the redaction. The original is restored only if the text is still the same.
  digest bytea NOT NULL CONSTRAINT redacted_texts_digest_check CHECK (octet_length(digest) = 32),
  erase_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  CONSTRAINT redacted_texts_item_check CHECK (num_nonnulls(post_id, comment_id, note_id, revision_id) = 1)
);
CREATE INDEX redacted_texts_action_index ON redacted_texts (action_id);
CREATE INDEX redacted_texts_author_index ON redacted_texts (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX redacted_texts_comment_index ON redacted_texts (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX redacted_texts_erase_index ON redacted_texts (erase_at);
CREATE INDEX redacted_texts_note_index ON redacted_texts (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX redacted_texts_post_index ON redacted_texts (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX redacted_texts_revision_index ON redacted_texts (revision_id) WHERE revision_id IS NOT NULL;
