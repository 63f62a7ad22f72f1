-- Search for accounts by email address, and admins' changes of accounts in the log.

CREATE INDEX users_email_index ON users USING gin (email gin_trgm_ops) WITH (fastupdate = off);

ALTER TABLE content_changes DROP CONSTRAINT content_changes_kind_check,
  ADD CONSTRAINT content_changes_kind_check CHECK (kind IN ('concept', 'thinker', 'book', 'blog', 'event',
    'rule', 'site', 'job', 'webhook', 'saved reply', 'account'));
CREATE INDEX content_changes_account_index ON content_changes (item_id) WHERE kind = 'account';
