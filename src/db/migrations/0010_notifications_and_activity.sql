-- What the application tells members, and what members did. Rows here are made by the application.

CREATE TABLE notifications (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  type text NOT NULL CONSTRAINT notifications_type_check
    CHECK (type IN ('comment', 'reply', 'vote', 'follow', 'note_like', 'note_reply')),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  content text CHECK (char_length(content) <= 500),
  is_read boolean NOT NULL DEFAULT false,
  -- The latest member who caused it, and for gathered ones ("Ada and 3 others") the latest hundred.
  related_user_id uuid REFERENCES profiles ON DELETE SET NULL,
  actor_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(actor_ids) <= 100),
  actor_count integer NOT NULL DEFAULT 1 CHECK (actor_count >= 1),
  -- What it leads to; it goes with it.
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  note_id uuid,
  -- One notification for what can be done, undone and done again: 'vote:post:ID', 'follow:USER_ID'.
  -- Null where each is its own.
  dedupe_key text CHECK (char_length(dedupe_key) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT notifications_not_own_act CHECK (related_user_id <> user_id)
) WITH (fillfactor = 90);

CREATE INDEX notifications_user_index ON notifications (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread_index ON notifications (user_id) WHERE NOT is_read;
CREATE UNIQUE INDEX notifications_dedupe_key ON notifications (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL;
CREATE INDEX notifications_related_user_id_index ON notifications (related_user_id) WHERE related_user_id IS NOT NULL;
CREATE INDEX notifications_post_id_index ON notifications (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notifications_comment_id_index ON notifications (comment_id) WHERE comment_id IS NOT NULL;

CREATE TABLE user_activity (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  action text NOT NULL CONSTRAINT user_activity_action_check CHECK (action ~ '^[a-z][a-z_]{0,49}$'),
  target_type text CONSTRAINT user_activity_target_type_check CHECK (target_type ~ '^[a-z][a-z_]{0,29}$'),
  -- No foreign key: a target can be of any kind, and what somebody did stays done.
  target_id uuid,
  metadata jsonb CONSTRAINT user_activity_metadata_check
    CHECK (jsonb_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_activity_user_index ON user_activity (user_id, created_at DESC, id DESC);
CREATE INDEX user_activity_newest_index ON user_activity (created_at DESC, id DESC);

-- Deletes one comment as the forum does: with replies it leaves a stub without words, author and votes;
-- without, it is removed, and so is the stub above it when this was its last reply.
-- Answers 'removed', 'stub', or null when there is no such living comment. Who may is the application's matter.
CREATE FUNCTION delete_comment(target uuid) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  comment comments;
BEGIN
  PERFORM FROM posts WHERE id = (SELECT post_id FROM comments WHERE id = target) FOR NO KEY UPDATE;
  SELECT * INTO comment FROM comments WHERE id = target AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM comments WHERE parent_id = target) THEN
    DELETE FROM votes WHERE comment_id = target;
    DELETE FROM notifications WHERE comment_id = target;
    UPDATE comments SET deleted_at = now(), content = '', author_id = NULL WHERE id = target;
    RETURN 'stub';
  END IF;
  DELETE FROM comments WHERE id = target;
  DELETE FROM comments
  WHERE id = comment.parent_id AND deleted_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM comments reply WHERE reply.parent_id = comment.parent_id);
  RETURN 'removed';
END $$;
