-- As in 0049, but following again notifies again, at most once a day for each pair. Within the day, a notification that was withdrawn
-- unread comes back in its old place.
CREATE OR REPLACE FUNCTION set_follow(
  follower uuid, followed uuid, wanted boolean,
  OUT followers_count integer, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  is_told boolean;
  a_day_ago timestamptz := now() - interval '1 day';
BEGIN
  -- In order of id, as everywhere. Toggles of one follow queue here, so each sees the outcome of the one before.
  PERFORM FROM profiles WHERE id IN (follower, followed) ORDER BY id FOR NO KEY UPDATE;
  IF wanted THEN
    INSERT INTO user_follows (follower_id, following_id) VALUES (follower, followed) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM user_follows WHERE follower_id = follower AND following_id = followed;
  END IF;
  has_changed := FOUND;
  IF has_changed AND wanted THEN
    INSERT INTO user_activity (user_id, action, target_type, target_id)
    VALUES (follower, 'member_followed', 'profile', followed)
    ON CONFLICT (target_id, user_id, action) DO NOTHING;
    INSERT INTO notifications AS notice (user_id, type, related_user_id, actor_ids, dedupe_key)
    VALUES (followed, 'follow', follower, ARRAY[follower], 'follow:' || follower)
    ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
      actor_count = 1,
      is_read = notice.is_read AND notice.created_at > a_day_ago,
      created_at = CASE WHEN notice.created_at > a_day_ago THEN notice.created_at ELSE now() END
    WHERE notice.actor_count = 0 OR notice.created_at <= a_day_ago;
    is_told := FOUND;
  ELSIF has_changed THEN
    DELETE FROM user_activity WHERE target_id = followed AND user_id = follower AND action = 'member_followed';
    UPDATE notifications SET actor_count = 0
    WHERE user_id = followed AND dedupe_key = 'follow:' || follower AND NOT is_read;
    is_told := FOUND;
  END IF;
  told := CASE WHEN is_told THEN followed END;
  SELECT profiles.followers_count INTO followers_count FROM profiles WHERE id = followed;
END $$;
