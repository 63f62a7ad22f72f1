-- Follows are one call of the database, as votes are (0014): the row, its entry in the feeds and the notification, in
-- one transaction and one round trip. What gathers votes now gathers likes of notes too, and every call that makes
-- news of something answers whom it is for, so that the application can tell them at once.

-- 'Ada Lin and 4 others' before what they did.
CREATE FUNCTION gathered(actor text, actors integer, news text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT actor || CASE actors WHEN 1 THEN '' WHEN 2 THEN ' and 1 other' ELSE ' and ' || actors - 1 || ' others' END || news
$$;

-- The beginning of what somebody wrote, on one line.
CREATE FUNCTION opening(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length(line) > 140 THEN rtrim(left(line, 139)) || '…' ELSE line END
  FROM btrim(regexp_replace(left(words, 500), '\s+', ' ', 'g')) AS line
$$;

-- One notification for a thing, however many act on it. It is news (unread, on top) when somebody joins whom it has
-- not announced before, so liking, taking it back and liking again tells once; and while it is unread at most once an
-- hour: the acts between touch no index. What was taken back before it was read is unread when it returns.
-- The caller holds the thing's row, so nobody else writes here. Answers whether there is more to read than before.
CREATE FUNCTION announce(
  actor uuid, recipient uuid, key text, kind text, news text, words text, post uuid, comment uuid, note uuid
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  notice notifications;
  is_news boolean;
  first_name text;
BEGIN
  SELECT * INTO notice FROM notifications WHERE user_id = recipient AND dedupe_key = key;
  is_news := notice.id IS NULL OR notice.related_user_id IS NULL OR actor <> ALL (notice.actor_ids)
    AND (notice.is_read OR notice.actor_count = 0 OR notice.created_at < now() - interval '1 hour');
  SELECT coalesce(full_name, username) INTO first_name FROM profiles
  WHERE id = CASE WHEN is_news OR notice.actor_count = 0 THEN actor ELSE notice.related_user_id END;
  IF notice.id IS NULL THEN
    INSERT INTO notifications (user_id, type, title, content, related_user_id, actor_ids, post_id, comment_id, note_id, dedupe_key)
    VALUES (recipient, kind, gathered(first_name, 1, news), words, actor, ARRAY[actor], post, comment, note, key);
    RETURN true;
  END IF;
  UPDATE notifications SET
    title = gathered(first_name, actor_count + 1, news),
    actor_count = actor_count + 1,
    -- Whom it has announced, the latest first, also those who took their act back.
    actor_ids = (actor || array_remove(actor_ids, actor))[:20]
  WHERE id = notice.id;
  IF is_news OR notice.actor_count = 0 THEN
    UPDATE notifications SET related_user_id = actor,
      is_read = is_read AND NOT is_news,
      created_at = CASE WHEN is_news THEN now() ELSE created_at END
    WHERE id = notice.id;
  END IF;
  RETURN is_news OR notice.actor_count = 0 AND NOT notice.is_read;
END $$;

-- The caller has taken the act back already; `latest` is one of those who still stand by theirs. Answers whether there
-- is less to read than before.
CREATE FUNCTION withdraw(recipient uuid, key text, news text, latest uuid) RETURNS boolean
LANGUAGE sql AS $$
  UPDATE notifications SET
    actor_count = greatest(actor_count - 1, 0),
    related_user_id = coalesce(latest, related_user_id),
    title = CASE WHEN latest IS NULL THEN title
      ELSE gathered((SELECT coalesce(full_name, username) FROM profiles WHERE id = latest), greatest(actor_count - 1, 1), news) END
  WHERE user_id = recipient AND dedupe_key = key AND actor_count > 0
  RETURNING actor_count = 0 AND NOT is_read
$$;

-- Votes.

CREATE FUNCTION vote_news(comment uuid, post_title text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ' voted for ' || CASE WHEN comment IS NULL THEN '' ELSE 'your comment on ' END || quoted(post_title)
$$;

DROP FUNCTION vote_on_post(uuid, uuid, smallint);
DROP FUNCTION vote_on_comment(uuid, uuid, smallint);
DROP FUNCTION record_vote(uuid, uuid, uuid, uuid, text, smallint, smallint);
DROP FUNCTION announce_vote(uuid, uuid, uuid, uuid, text);
DROP FUNCTION withdraw_vote_notice(uuid, uuid, uuid, text);
DROP FUNCTION vote_notice(text, integer, uuid, text);

-- An entry for the feeds, and a line in the author's gathered notification. A vote against is a matter of the score,
-- not of two people: it tells nobody. Answers the author if they have something to look at.
CREATE FUNCTION record_vote(
  voter uuid, author uuid, post uuid, comment uuid, post_title text, previous smallint, wanted smallint
) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
  key text := vote_notice_key(post, comment);
  news text := vote_news(comment, post_title);
  is_told boolean := false;
BEGIN
  IF wanted = 0 THEN
    DELETE FROM user_activity WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  ELSE
    INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
    VALUES (voter, 'vote_cast', CASE WHEN comment IS NULL THEN 'post' ELSE 'comment' END, target,
      CASE WHEN wanted = 1 THEN '{"vote_type": 1}'::jsonb ELSE '{"vote_type": -1}'::jsonb END)
    ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata;
  END IF;
  IF author <> voter AND wanted = 1 THEN
    is_told := announce(voter, author, key, 'vote', news, NULL, post, comment, NULL);
  ELSIF author <> voter AND previous = 1 THEN
    is_told := withdraw(author, key, news, latest_voter(author, key, post, comment));
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

-- Of those announced the latest who still votes for it, else anybody who does.
CREATE FUNCTION latest_voter(author uuid, key text, post uuid, comment uuid) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
  latest uuid;
BEGIN
  SELECT actor.id INTO latest
  FROM notifications n
  CROSS JOIN unnest(n.actor_ids) WITH ORDINALITY AS actor (id, place)
  JOIN votes v ON v.user_id = actor.id AND v.vote_type = 1
    AND (v.comment_id = comment OR comment IS NULL AND v.post_id = post)
  WHERE n.user_id = author AND n.dedupe_key = key
  ORDER BY actor.place LIMIT 1;
  IF latest IS NULL AND comment IS NULL THEN
    SELECT user_id INTO latest FROM votes WHERE post_id = post AND vote_type = 1 AND user_id <> author LIMIT 1;
  ELSIF latest IS NULL THEN
    SELECT user_id INTO latest FROM votes WHERE comment_id = comment AND vote_type = 1 AND user_id <> author LIMIT 1;
  END IF;
  RETURN latest;
END $$;

-- Sets a member's vote on a post: 1, -1, or 0 for none. Answers the score afterwards, whether anything changed, and
-- who has something to look at; a null score when there is no such post.
CREATE FUNCTION vote_on_post(
  voter uuid, target uuid, wanted smallint,
  OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  post_title text;
  previous smallint;
BEGIN
  -- Votes on one item queue here, so what follows sees each other's outcome.
  SELECT id, author_id, title, posts.votes_score INTO post_id, author, post_title, votes_score
  FROM posts WHERE id = target FOR NO KEY UPDATE;
  SELECT vote_type INTO previous FROM votes WHERE votes.post_id = target AND user_id = voter;
  has_changed := votes_score IS NOT NULL AND coalesce(previous, 0) <> wanted;
  IF NOT has_changed THEN
    RETURN;
  ELSIF wanted = 0 THEN
    DELETE FROM votes WHERE votes.post_id = target AND user_id = voter;
  ELSIF previous IS NULL THEN
    INSERT INTO votes (user_id, post_id, vote_type) VALUES (voter, target, wanted);
  ELSE
    UPDATE votes SET vote_type = wanted WHERE votes.post_id = target AND user_id = voter;
  END IF;
  told := record_vote(voter, author, target, NULL, post_title, previous, wanted);
  SELECT posts.votes_score INTO votes_score FROM posts WHERE id = target;
END $$;

-- The same for a comment that is not deleted, and the post it belongs to.
CREATE FUNCTION vote_on_comment(
  voter uuid, target uuid, wanted smallint,
  OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  post_title text;
  previous smallint;
BEGIN
  -- The post before its comment, as everywhere (0006): who deletes the post waits for us, never in a circle.
  PERFORM FROM posts WHERE id = (SELECT c.post_id FROM comments c WHERE c.id = target) FOR KEY SHARE;
  SELECT c.post_id, c.author_id, p.title, c.votes_score INTO post_id, author, post_title, votes_score
  FROM comments c JOIN posts p ON p.id = c.post_id
  WHERE c.id = target AND c.deleted_at IS NULL FOR NO KEY UPDATE OF c;
  SELECT vote_type INTO previous FROM votes WHERE comment_id = target AND user_id = voter;
  has_changed := votes_score IS NOT NULL AND coalesce(previous, 0) <> wanted;
  IF NOT has_changed THEN
    RETURN;
  ELSIF wanted = 0 THEN
    DELETE FROM votes WHERE comment_id = target AND user_id = voter;
  ELSIF previous IS NULL THEN
    INSERT INTO votes (user_id, comment_id, vote_type) VALUES (voter, target, wanted);
  ELSE
    UPDATE votes SET vote_type = wanted WHERE comment_id = target AND user_id = voter;
  END IF;
  told := record_vote(voter, author, post_id, target, post_title, previous, wanted);
  SELECT comments.votes_score INTO votes_score FROM comments WHERE id = target;
END $$;

-- Follows. One notification for each follower, ever; unfollowed before it was read it is kept, unseen, and unread again
-- when the follow returns: on top at most once an hour.

CREATE FUNCTION set_follow(
  follower uuid, followed uuid, wanted boolean,
  OUT followers_count integer, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  is_told boolean;
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
    INSERT INTO notifications AS notice (user_id, type, title, related_user_id, actor_ids, dedupe_key)
    SELECT followed, 'follow', coalesce(full_name, username) || ' started following you', id, ARRAY[id], 'follow:' || id
    FROM profiles WHERE id = follower
    ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
      actor_count = 1, title = excluded.title,
      created_at = CASE WHEN notice.created_at < now() - interval '1 hour' THEN now() ELSE notice.created_at END
    WHERE notice.actor_count = 0;
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

-- What leads to a member goes with the member.
CREATE TRIGGER profiles_forget_activity AFTER DELETE ON profiles
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_activity();

CREATE FUNCTION forget_follow_notices() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications WHERE related_user_id = OLD.id AND type = 'follow';
  RETURN OLD;
END $$;

CREATE TRIGGER profiles_forget_follow_notices BEFORE DELETE ON profiles
  FOR EACH ROW EXECUTE FUNCTION forget_follow_notices();

-- Notes. Their table comes later (0021): these read it when they are called.

-- After the like is set or taken back, in its transaction, and only if that changed something. Answers the note's
-- author if they have something to look at.
CREATE FUNCTION notify_of_note_like(target uuid, liker uuid, is_liked boolean) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
  words text;
  key text := 'note_like:' || target;
  latest uuid;
  is_told boolean;
BEGIN
  SELECT author_id, content INTO author, words FROM notes WHERE id = target FOR NO KEY UPDATE;
  IF author IS NULL OR author = liker THEN
    RETURN NULL;
  ELSIF is_liked THEN
    is_told := announce(liker, author, key, 'note_like', ' liked your note', opening(words), NULL, NULL, target);
  ELSE
    SELECT actor.id INTO latest
    FROM notifications n
    CROSS JOIN unnest(n.actor_ids) WITH ORDINALITY AS actor (id, place)
    JOIN note_likes l ON l.user_id = actor.id AND l.note_id = target
    WHERE n.user_id = author AND n.dedupe_key = key
    ORDER BY actor.place LIMIT 1;
    IF latest IS NULL THEN
      SELECT user_id INTO latest FROM note_likes WHERE note_id = target AND user_id <> author LIMIT 1;
    END IF;
    is_told := withdraw(author, key, ' liked your note', latest);
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

-- In the transaction that saves the reply. Answers the author of the note that is replied to, unless they wrote both.
CREATE FUNCTION notify_of_note_reply(reply uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  told uuid;
BEGIN
  INSERT INTO notifications (user_id, type, title, content, related_user_id, note_id)
  SELECT parent.author_id, 'note_reply', coalesce(a.full_name, a.username) || ' replied to your note', opening(n.content), a.id, n.id
  FROM notes n JOIN notes parent ON parent.id = n.parent_id JOIN profiles a ON a.id = n.author_id
  WHERE n.id = reply AND parent.author_id <> n.author_id
  RETURNING user_id INTO told;
  RETURN told;
END $$;

-- Each feature audits its own counters; counter_drift() is all of them.
ALTER FUNCTION counter_drift() RENAME TO counter_drift_of_posts;

CREATE FUNCTION counter_drift_of_follows() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'profiles.followers_count', m.id, m.followers_count::bigint, coalesce(f.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT following_id, count(*) AS counted FROM user_follows GROUP BY 1) f ON f.following_id = m.id
  WHERE m.followers_count <> coalesce(f.counted, 0)
  UNION ALL
  SELECT 'profiles.following_count', m.id, m.following_count, coalesce(f.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT follower_id, count(*) AS counted FROM user_follows GROUP BY 1) f ON f.follower_id = m.id
  WHERE m.following_count <> coalesce(f.counted, 0)
$$;

CREATE FUNCTION counter_drift() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT * FROM counter_drift_of_posts()
  UNION ALL
  SELECT * FROM counter_drift_of_follows()
$$;
