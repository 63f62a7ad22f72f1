-- A comment is one call of the database, like a vote: it is saved, entered in the feeds and told of in one
-- transaction and one round trip instead of five.

-- Tells the author of the post, and of the comment that is replied to. Nobody hears of their own act, and nobody
-- hears of one comment twice. Answers who has something to read.
CREATE FUNCTION notify_of_comments(comment_ids uuid[]) RETURNS SETOF uuid
LANGUAGE sql AS $$
  INSERT INTO notifications (user_id, type, title, content, related_user_id, post_id, comment_id)
  SELECT reader.id, 'comment', coalesce(a.full_name, a.username) || reader.news || quoted(p.title),
    opening(c.content), c.author_id, p.id, c.id
  FROM comments c
  JOIN posts p ON p.id = c.post_id
  JOIN profiles a ON a.id = c.author_id
  LEFT JOIN comments parent ON parent.id = c.parent_id
  CROSS JOIN LATERAL (
    SELECT parent.author_id AS id, ' replied to your comment on ' AS news
    UNION ALL
    SELECT p.author_id, ' commented on ' WHERE p.author_id IS DISTINCT FROM parent.author_id) AS reader
  WHERE c.id = ANY(comment_ids) AND reader.id <> c.author_id
  RETURNING user_id
$$;

-- Saves a comment under the id that its sender gave it, or one of ours. A null id: a comment of this id is there
-- already, which the primary key decides, so two calls at once make one comment.
CREATE FUNCTION write_comment(
  given uuid, post uuid, parent uuid, author uuid, words text, OUT id uuid, OUT told uuid[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  written uuid;
BEGIN
  INSERT INTO comments (id, post_id, parent_id, author_id, content)
  VALUES (coalesce(given, new_id()), post, parent, author, words)
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
