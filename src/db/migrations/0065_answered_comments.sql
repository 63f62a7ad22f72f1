-- Which reply a reply answers. Threads stay one level deep; a reply to a reply says whom it is for, and tells them.
-- NULL: it answers the comment above it, or what it answered is gone.
ALTER TABLE comments
  ADD COLUMN answered_id uuid CONSTRAINT comments_answered_id_fkey REFERENCES comments (id) ON DELETE SET NULL,
  ADD CONSTRAINT comments_answered_check CHECK (answered_id IS NULL OR parent_id IS NOT NULL);
CREATE INDEX comments_answered_index ON comments (answered_id) WHERE answered_id IS NOT NULL;

-- Held under the lock of the post, as by whoever deletes a comment (0006): what is answered does not go meanwhile. One
-- that is gone, or of another thread, is no reason to refuse the words: they stand below the same comment.
CREATE OR REPLACE FUNCTION check_reply() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent comments;
BEGIN
  PERFORM FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  SELECT * INTO parent FROM comments WHERE id = NEW.parent_id;
  IF parent.parent_id IS NOT NULL THEN
    PERFORM refuse('comments_reply_depth', 'Replies are one level deep');
  ELSIF parent.post_id <> NEW.post_id THEN
    PERFORM refuse('comments_reply_post', 'A reply belongs to the post of its parent');
  ELSIF parent.deleted_at IS NOT NULL THEN
    PERFORM refuse('comments_reply_deleted', 'A deleted comment takes no replies');
  END IF;
  IF NEW.answered_id IS NOT NULL THEN
    NEW.answered_id := (SELECT id FROM comments WHERE id = NEW.answered_id AND parent_id = NEW.parent_id);
  END IF;
  RETURN NEW; -- no parent at all: the foreign key says so
END $$;

-- Tells whoever is answered, the author of the comment above and that of the post. Nobody hears of their own act, and
-- nobody hears of one comment twice. Answers who has something to read.
CREATE OR REPLACE FUNCTION notify_of_comments(comment_ids uuid[]) RETURNS SETOF uuid
LANGUAGE sql AS $$
  INSERT INTO notifications (user_id, type, is_reply, related_user_id, post_id, comment_id)
  SELECT reader.id, 'comment', reader.is_reply, c.author_id, p.id, c.id
  FROM comments c
  JOIN posts p ON p.id = c.post_id
  LEFT JOIN comments parent ON parent.id = c.parent_id
  LEFT JOIN comments answered ON answered.id = c.answered_id
  CROSS JOIN LATERAL (
    SELECT told.id, bool_or(told.is_reply) AS is_reply
    FROM (VALUES
      (answered.author_id, true), (parent.author_id, answered.id IS NULL), (p.author_id, false)
    ) AS told (id, is_reply)
    WHERE told.id IS NOT NULL GROUP BY told.id) AS reader
  WHERE c.id = ANY(comment_ids) AND reader.id <> c.author_id
  RETURNING user_id
$$;

-- With what it answers. The one without, which a node of the version before calls, becomes a case of it.
CREATE FUNCTION write_comment(
  given uuid, post uuid, parent uuid, answered uuid, author uuid, words text, OUT id uuid, OUT told uuid[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  written uuid;
BEGIN
  INSERT INTO comments (id, post_id, parent_id, answered_id, author_id, content)
  VALUES (coalesce(given, new_id()), post, parent, CASE WHEN parent IS NOT NULL THEN answered END, author, words)
  ON CONFLICT (id) DO NOTHING RETURNING comments.id INTO written;
  id := written;
  IF written IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
  VALUES (author, 'comment_created', 'comment', written, jsonb_build_object('is_reply', parent IS NOT NULL))
  ON CONFLICT (target_id, user_id, action) DO NOTHING;
  told := ARRAY(SELECT notify_of_comments(ARRAY[written]));
END $$;

CREATE OR REPLACE FUNCTION write_comment(
  given uuid, post uuid, parent uuid, author uuid, words text, OUT id uuid, OUT told uuid[]
) LANGUAGE sql AS $$
  SELECT id, told FROM write_comment(given, post, parent, NULL::uuid, author, words)
$$;
