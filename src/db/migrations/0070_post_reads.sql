-- How far each member has read a discussion: what others have written there later is new to them. It is counted when it is
-- asked for (comments_post_index), so writing and deleting comments costs nothing for it, and no number can go wrong.
CREATE TABLE post_reads (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- When the newest comment was written that was on screen; of the post where there was none.
  read_until timestamptz NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, post_id),
  -- Nobody has read what is still to be written.
  CONSTRAINT post_reads_until_check CHECK (read_until <= read_at)
);
CREATE INDEX post_reads_post_id_index ON post_reads (post_id);
CREATE INDEX post_reads_recent_index ON post_reads (user_id, read_at DESC);

-- What members have looked at so far is on record for some weeks.
INSERT INTO post_reads (user_id, post_id, read_until, read_at)
SELECT user_id, post_id, max(created_at), max(created_at) FROM post_views GROUP BY user_id, post_id;
