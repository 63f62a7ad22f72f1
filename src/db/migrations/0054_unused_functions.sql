-- What only tests called. The forum deletes comments by itself (features/comments/sql.server.ts), and asks for the terms
-- of a search once for all that it found.
DROP FUNCTION delete_comment(uuid);
DROP FUNCTION search_headline(text, text, boolean);

-- The audit of conversations is one of counter_drift()'s, which finds all there are by their name (0025).
DROP FUNCTION conversation_drift();
CREATE FUNCTION counter_drift_of_conversations() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'conversations', coalesce(c.user_id, m.user_id), c.unread_count::bigint, m.unread_count
  FROM conversations c
  FULL JOIN (
    SELECT user_id, with_id, (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS last_message_id,
      max(created_at) AS last_message_at, count(*) FILTER (WHERE is_unread) AS unread_count
    FROM (
      SELECT sender_id AS user_id, recipient_id AS with_id, id, created_at, false AS is_unread FROM messages
      UNION ALL
      SELECT recipient_id, sender_id, id, created_at, NOT is_read FROM messages) AS of_each_side
    GROUP BY user_id, with_id) AS m ON m.user_id = c.user_id AND m.with_id = c.with_id
  WHERE ROW(c.last_message_id, c.last_message_at, c.unread_count)
    IS DISTINCT FROM ROW(m.last_message_id, m.last_message_at, m.unread_count::integer)
$$;
