-- A notification keeps facts: who did what to which thing, and how many. Its words are read from what exists when it
-- is read (features/notifications/words.server.ts), so what was deleted, edited or renamed is in nobody's list.

-- Whether the comment is a reply to one of the reader's, who may have deleted theirs since.
ALTER TABLE notifications ADD COLUMN is_reply boolean NOT NULL DEFAULT false;

UPDATE notifications n SET is_reply = true
FROM comments c LEFT JOIN comments parent ON parent.id = c.parent_id
WHERE n.type IN ('comment', 'reply') AND c.id = n.comment_id AND c.parent_id IS NOT NULL
  AND (parent.author_id = n.user_id OR parent.author_id IS NULL AND n.title LIKE '% replied to your comment on “%');
UPDATE notifications SET type = 'comment' WHERE type = 'reply';

-- A comment that became a stub was forgotten by hand, and once not: the trigger below takes its entries along.
DELETE FROM notifications n USING comments c WHERE c.id = n.comment_id AND c.deleted_at IS NOT NULL;

ALTER TABLE notifications DROP COLUMN title, DROP COLUMN content,
  DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check CHECK (type IN ('comment', 'vote', 'follow', 'note_like', 'note_reply'));

CREATE FUNCTION forget_notifications_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications WHERE comment_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER comments_forget_notifications_of_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_notifications_of_stub();

-- What follows is 0019 and 0024 without their words.

DROP FUNCTION announce(uuid, uuid, text, text, text, text, uuid, uuid, uuid);
DROP FUNCTION withdraw(uuid, text, text, uuid);
DROP FUNCTION record_vote(uuid, uuid, uuid, uuid, text, smallint, smallint);
DROP FUNCTION vote_news(uuid, text);
DROP FUNCTION gathered(text, integer, text);
DROP FUNCTION quoted(text);

-- One notification for a thing, however many act on it. It is news (unread, on top) when somebody joins whom it has
-- not announced before, so liking, taking it back and liking again tells once; and while it is unread at most once an
-- hour: the acts between touch no index. What was taken back before it was read is unread when it returns.
-- The caller holds the thing's row, so nobody else writes here. Answers whether there is more to read than before.
CREATE FUNCTION announce(
  actor uuid, recipient uuid, key text, kind text, post uuid, comment uuid, note uuid
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  notice notifications;
  is_news boolean;
BEGIN
  SELECT * INTO notice FROM notifications WHERE user_id = recipient AND dedupe_key = key;
  IF notice.id IS NULL THEN
    INSERT INTO notifications (user_id, type, related_user_id, actor_ids, post_id, comment_id, note_id, dedupe_key)
    VALUES (recipient, kind, actor, ARRAY[actor], post, comment, note, key);
    RETURN true;
  END IF;
  is_news := notice.related_user_id IS NULL OR actor <> ALL (notice.actor_ids)
    AND (notice.is_read OR notice.actor_count = 0 OR notice.created_at < now() - interval '1 hour');
  UPDATE notifications SET
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
CREATE FUNCTION withdraw(recipient uuid, key text, latest uuid) RETURNS boolean
LANGUAGE sql AS $$
  UPDATE notifications SET
    actor_count = greatest(actor_count - 1, 0),
    related_user_id = coalesce(latest, related_user_id)
  WHERE user_id = recipient AND dedupe_key = key AND actor_count > 0
  RETURNING actor_count = 0 AND NOT is_read
$$;

-- An entry for the feeds, and a line in the author's gathered notification. A vote against is a matter of the score,
-- not of two people: it tells nobody. Answers the author if they have something to look at.
CREATE FUNCTION record_vote(
  voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint
) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
  key text := vote_notice_key(post, comment);
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
    is_told := announce(voter, author, key, 'vote', post, comment, NULL);
  ELSIF author <> voter AND previous = 1 THEN
    is_told := withdraw(author, key, latest_voter(author, key, post, comment));
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

-- Sets a member's vote on a post: 1, -1, or 0 for none. Answers the score afterwards, whether anything changed, and
-- who has something to look at; a null score when there is no such post.
CREATE OR REPLACE FUNCTION vote_on_post(
  voter uuid, target uuid, wanted smallint,
  OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- Votes on one item queue here, so what follows sees each other's outcome.
  SELECT id, author_id, posts.votes_score INTO post_id, author, votes_score
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
  told := record_vote(voter, author, target, NULL, previous, wanted);
  SELECT posts.votes_score INTO votes_score FROM posts WHERE id = target;
END $$;

-- The same for a comment that is not deleted, and the post it belongs to.
CREATE OR REPLACE FUNCTION vote_on_comment(
  voter uuid, target uuid, wanted smallint,
  OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean, OUT told uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  author uuid;
  previous smallint;
BEGIN
  -- The post before its comment, as everywhere (0006): who deletes the post waits for us, never in a circle.
  PERFORM FROM posts WHERE id = (SELECT c.post_id FROM comments c WHERE c.id = target) FOR KEY SHARE;
  SELECT c.post_id, c.author_id, c.votes_score INTO post_id, author, votes_score
  FROM comments c WHERE c.id = target AND c.deleted_at IS NULL FOR NO KEY UPDATE;
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
  told := record_vote(voter, author, post_id, target, previous, wanted);
  SELECT comments.votes_score INTO votes_score FROM comments WHERE id = target;
END $$;

-- One notification for each follower, ever; unfollowed before it was read it is kept, unseen, and unread again when
-- the follow returns: on top at most once an hour.
CREATE OR REPLACE FUNCTION set_follow(
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
    INSERT INTO notifications AS notice (user_id, type, related_user_id, actor_ids, dedupe_key)
    VALUES (followed, 'follow', follower, ARRAY[follower], 'follow:' || follower)
    ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
      actor_count = 1,
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

-- After the like is set or taken back, in its transaction, and only if that changed something. Answers the note's
-- author if they have something to look at.
CREATE OR REPLACE FUNCTION notify_of_note_like(target uuid, liker uuid, is_liked boolean) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
  key text := 'note_like:' || target;
  latest uuid;
  is_told boolean;
BEGIN
  SELECT author_id INTO author FROM notes WHERE id = target FOR NO KEY UPDATE;
  IF author IS NULL OR author = liker THEN
    RETURN NULL;
  ELSIF is_liked THEN
    is_told := announce(liker, author, key, 'note_like', NULL, NULL, target);
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
    is_told := withdraw(author, key, latest);
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

-- In the transaction that saves the reply. Answers the author of the note that is replied to, unless they wrote both.
CREATE OR REPLACE FUNCTION notify_of_note_reply(reply uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  told uuid;
BEGIN
  INSERT INTO notifications (user_id, type, related_user_id, note_id)
  SELECT parent.author_id, 'note_reply', n.author_id, n.id
  FROM notes n JOIN notes parent ON parent.id = n.parent_id
  WHERE n.id = reply AND parent.author_id <> n.author_id
  RETURNING user_id INTO told;
  RETURN told;
END $$;

-- Tells the author of the post, and of the comment that is replied to. Nobody hears of their own act, and nobody
-- hears of one comment twice. Answers who has something to read.
CREATE OR REPLACE FUNCTION notify_of_comments(comment_ids uuid[]) RETURNS SETOF uuid
LANGUAGE sql AS $$
  INSERT INTO notifications (user_id, type, is_reply, related_user_id, post_id, comment_id)
  SELECT reader.id, 'comment', reader.is_reply, c.author_id, p.id, c.id
  FROM comments c
  JOIN posts p ON p.id = c.post_id
  LEFT JOIN comments parent ON parent.id = c.parent_id
  CROSS JOIN LATERAL (
    SELECT parent.author_id AS id, true AS is_reply
    UNION ALL
    SELECT p.author_id, false WHERE p.author_id IS DISTINCT FROM parent.author_id) AS reader
  WHERE c.id = ANY(comment_ids) AND reader.id <> c.author_id
  RETURNING user_id
$$;
