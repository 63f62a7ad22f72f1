-- A followed discussion has one notification, and while it is unread none is made (0076). That of somebody whom its reader
-- ignores from now on is in no list any more, so it counts as read: what others write comes again.
CREATE OR REPLACE FUNCTION rename_gathered(reader uuid, other uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE notifications n SET related_user_id = coalesce(CASE n.type
    WHEN 'note_like' THEN latest_liker(reader, n.dedupe_key, n.note_id)
    ELSE latest_voter(reader, n.dedupe_key, n.post_id, n.comment_id) END, related_user_id)
  WHERE user_id = reader AND related_user_id = other AND type IN ('vote', 'note_like');
  UPDATE notifications SET is_read = true
  WHERE user_id = reader AND related_user_id = other AND type = 'followed_post' AND NOT is_read
$$;

-- Of whom somebody ignored before this migration.
UPDATE notifications SET is_read = true
WHERE type = 'followed_post' AND NOT is_read AND ignores(user_id, related_user_id);
