-- Acts are recorded where they happen. A vote is one call of the database: it sets the vote, the triggers keep the
-- score, and the entry and the notification follow, in one transaction and one round trip.

-- What somebody did to one thing is one entry, however often they changed their mind.
CREATE UNIQUE INDEX user_activity_target_key ON user_activity (target_id, user_id, action);

-- A gathered notification whose last vote was taken back is kept, unseen, to remember whom it has announced.
ALTER TABLE notifications DROP CONSTRAINT notifications_actor_count_check,
  ADD CONSTRAINT notifications_actor_count_check CHECK (actor_count >= 0);

-- A title within a sentence; with the longest name it still fits a notification.
CREATE FUNCTION quoted(title text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '“' || CASE WHEN char_length(title) > 120 THEN rtrim(left(title, 119)) || '…' ELSE title END || '”'
$$;

-- 'Ada Lin and 4 others voted for “Title”'; with a comment 'voted for your comment on “Title”'.
CREATE FUNCTION vote_notice(voter text, voters integer, comment uuid, post_title text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT voter
    || CASE voters WHEN 1 THEN '' WHEN 2 THEN ' and 1 other' ELSE ' and ' || voters - 1 || ' others' END
    || ' voted for ' || CASE WHEN comment IS NULL THEN '' ELSE 'your comment on ' END || quoted(post_title)
$$;

CREATE FUNCTION vote_notice_key(post uuid, comment uuid) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN comment IS NULL THEN 'vote:post:' || post ELSE 'vote:comment:' || comment END
$$;

-- An entry for the feeds, and a line in the author's gathered notification. A vote against is a matter of the score,
-- not of two people: it tells nobody.
CREATE FUNCTION record_vote(
  voter uuid, author uuid, post uuid, comment uuid, post_title text, previous smallint, wanted smallint
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
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
    PERFORM announce_vote(voter, author, post, comment, post_title);
  ELSIF author <> voter AND previous = 1 THEN
    PERFORM withdraw_vote_notice(author, post, comment, post_title);
  END IF;
END $$;

-- One notification for an item, however many vote for it. It is news (unread, on top) when somebody joins whom it has
-- not announced before, so voting, taking it back and voting again tells the author once; and while it is unread at
-- most once an hour: the votes between touch no index. The caller holds the item's row, so nobody else writes here.
CREATE FUNCTION announce_vote(voter uuid, author uuid, post uuid, comment uuid, post_title text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  key text := vote_notice_key(post, comment);
  notice notifications;
  is_news boolean;
  first_name text;
BEGIN
  SELECT * INTO notice FROM notifications WHERE user_id = author AND dedupe_key = key;
  is_news := notice.id IS NULL OR notice.related_user_id IS NULL OR voter <> ALL (notice.actor_ids)
    AND (notice.is_read OR notice.actor_count = 0 OR notice.created_at < now() - interval '1 hour');
  SELECT coalesce(full_name, username) INTO first_name FROM profiles
  WHERE id = CASE WHEN is_news OR notice.actor_count = 0 THEN voter ELSE notice.related_user_id END;
  IF notice.id IS NULL THEN
    INSERT INTO notifications (user_id, type, title, related_user_id, actor_ids, post_id, comment_id, dedupe_key)
    VALUES (author, 'vote', vote_notice(first_name, 1, comment, post_title), voter, ARRAY[voter], post, comment, key);
    RETURN;
  END IF;
  UPDATE notifications SET
    title = vote_notice(first_name, actor_count + 1, comment, post_title),
    actor_count = actor_count + 1,
    -- Whom it has announced, the latest first, also those who took their vote back.
    actor_ids = (voter || array_remove(actor_ids, voter))[:20]
  WHERE id = notice.id;
  IF is_news OR notice.actor_count = 0 THEN
    UPDATE notifications SET related_user_id = voter,
      is_read = is_read AND NOT is_news,
      created_at = CASE WHEN is_news THEN now() ELSE created_at END
    WHERE id = notice.id;
  END IF;
END $$;

-- The caller has taken the vote back already.
CREATE FUNCTION withdraw_vote_notice(author uuid, post uuid, comment uuid, post_title text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  notice notifications;
  latest record;
BEGIN
  SELECT * INTO notice FROM notifications WHERE user_id = author AND dedupe_key = vote_notice_key(post, comment);
  SELECT p.id, coalesce(p.full_name, p.username) AS name INTO latest
  FROM unnest(notice.actor_ids) WITH ORDINALITY AS actor (id, place)
  JOIN votes v ON v.user_id = actor.id AND v.vote_type = 1
    AND (v.comment_id = comment OR comment IS NULL AND v.post_id = post)
  JOIN profiles p ON p.id = actor.id
  ORDER BY actor.place LIMIT 1;
  UPDATE notifications SET
    actor_count = greatest(actor_count - 1, 0),
    related_user_id = coalesce(latest.id, related_user_id),
    title = CASE WHEN latest.id IS NULL THEN title
      ELSE vote_notice(latest.name, greatest(actor_count - 1, 1), comment, post_title) END
  WHERE id = notice.id;
END $$;

-- Sets a member's vote on a post: 1, -1, or 0 for none. Answers the score afterwards and whether anything changed;
-- a null score when there is no such post.
CREATE FUNCTION vote_on_post(
  voter uuid, target uuid, wanted smallint, OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean
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
  PERFORM record_vote(voter, author, target, NULL, post_title, previous, wanted);
  SELECT posts.votes_score INTO votes_score FROM posts WHERE id = target;
END $$;

-- The same for a comment that is not deleted, and the post it belongs to.
CREATE FUNCTION vote_on_comment(
  voter uuid, target uuid, wanted smallint, OUT votes_score integer, OUT post_id uuid, OUT has_changed boolean
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
  PERFORM record_vote(voter, author, post_id, target, post_title, previous, wanted);
  SELECT comments.votes_score INTO votes_score FROM comments WHERE id = target;
END $$;

-- What is gone is not news: an entry goes with the post or the comment it leads to.
CREATE FUNCTION forget_activity() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_activity WHERE target_id IN (SELECT id FROM deleted);
  RETURN NULL;
END $$;

CREATE TRIGGER posts_forget_activity AFTER DELETE ON posts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_activity();
CREATE TRIGGER comments_forget_activity AFTER DELETE ON comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_activity();

CREATE FUNCTION forget_activity_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_activity WHERE target_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER comments_forget_activity_of_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_activity_of_stub();
