CREATE INDEX notifications_group_index ON notifications (user_id, post_id, type, is_read, created_at DESC, id DESC)
  WHERE type IN ('comment', 'mention') AND comment_id IS NOT NULL;

CREATE TABLE post_visitors (
  day date NOT NULL,
  visitor uuid NOT NULL,
  PRIMARY KEY (day, visitor)
);
