-- Whoever is named with @username in a post, a comment or a note is told of it, once for each of them.

ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check
  CHECK (type IN ('comment', 'vote', 'follow', 'note_like', 'note_reply', 'mention'));

-- In the statement or transaction that saves the text, and after whoever hears of it for another reason: the author of
-- the post or of what is replied to hears of it once. `names` are in small letters, also ones that nobody has. Nobody
-- hears of their own words, nor twice of the same thing, however often it is edited. Answers who has something to read.
CREATE FUNCTION notify_of_mentions(
  actor uuid, names text[], post uuid, comment uuid, note uuid
) RETURNS SETOF uuid
LANGUAGE sql AS $$
  INSERT INTO notifications (user_id, type, related_user_id, post_id, comment_id, note_id, dedupe_key)
  SELECT member.id, 'mention', actor, post, comment, note, 'mention:' || coalesce(comment, note, post)
  FROM (
    SELECT id FROM profiles WHERE lower(username) = ANY (names)
    UNION
    SELECT user_id FROM former_usernames WHERE username = ANY (names) AND is_former_username(username, NULL)
  ) AS member
  JOIN users u ON u.id = member.id AND u.email_verified
  WHERE member.id <> actor AND NOT EXISTS (
    SELECT FROM notifications told
    WHERE told.user_id = member.id AND told.related_user_id = actor AND told.type <> 'vote'
      AND (told.comment_id = comment OR told.note_id = note AND told.type <> 'note_like'))
  ORDER BY member.id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
  RETURNING user_id
$$;
