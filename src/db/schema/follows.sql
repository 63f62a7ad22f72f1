-- Follows, mutes and blocks.
--
-- Follows of members are public. Follows of posts and concepts are private. Cached pages are the same for all readers,
-- so the reader's browser hides muted members' texts. For notifications, follows, messages and counts, the database
-- applies mutes and blocks.
--
-- Order of locks: profiles by id, then lock_relation(), then notifications. A post comes before its follows.

-- Members who follow other members.
CREATE TABLE user_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  following_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (follower_id, following_id),
  CONSTRAINT user_follows_not_oneself CHECK (follower_id <> following_id)
);
CREATE INDEX user_follows_follower_index ON user_follows (follower_id, created_at DESC, id DESC);
CREATE INDEX user_follows_following_index ON user_follows (following_id, created_at DESC, id DESC);

-- Makes `follower` follow or unfollow `followed`. Returns the new number of followers, whether anything changed, and
-- the followed member if their notifications changed.
CREATE FUNCTION set_follow(
  follower uuid, followed uuid, wanted boolean, OUT followers_count integer, OUT has_changed boolean,
  OUT notified_user_id uuid
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  is_notified boolean;
BEGIN
  -- Concurrent calls for the same two members wait here, so that each sees the result of the previous one.
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
    is_notified := notify_of_follow(follower, followed, true);
  ELSIF has_changed THEN
    DELETE FROM user_activity WHERE target_id = followed AND user_id = follower AND action = 'member_followed';
    is_notified := notify_of_follow(follower, followed, false);
  END IF;
  notified_user_id := CASE WHEN is_notified THEN followed END;
  SELECT profiles.followers_count INTO followers_count FROM profiles WHERE id = followed;
END $$;

-- Locks both profiles in order of id, as set_block() does, so that two members who follow each other simultaneously
-- do not deadlock.
CREATE FUNCTION user_follows_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  follow user_follows := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  difference integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM profiles WHERE id IN (follow.follower_id, follow.following_id) ORDER BY id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND (
    is_blocked(NEW.following_id, NEW.follower_id) OR is_blocked(NEW.follower_id, NEW.following_id)) THEN
    PERFORM refuse('user_follows_blocked', 'One of the two has blocked the other');
  END IF;
  UPDATE profiles SET following_count = following_count + difference WHERE id = follow.follower_id;
  UPDATE profiles SET followers_count = followers_count + difference WHERE id = follow.following_id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_follows_after_change AFTER INSERT OR DELETE ON user_follows
  FOR EACH ROW EXECUTE FUNCTION user_follows_after_change();

CREATE FUNCTION counter_drift_of_follows() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
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

-- Members who follow concepts.
CREATE TABLE concept_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  concept_id uuid NOT NULL REFERENCES concepts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (follower_id, concept_id)
);
CREATE INDEX concept_follows_concept_index ON concept_follows (concept_id);

-- Members who follow discussions. A discussion is a post with its comments.
CREATE TABLE post_follows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  follower_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Copy of posts.created_at, because a member's list is sorted by it.
  posted_at timestamptz NOT NULL,
  UNIQUE (follower_id, post_id)
);
CREATE INDEX post_follows_follower_index ON post_follows (follower_id, created_at DESC, id DESC)
  INCLUDE (post_id);
CREATE INDEX post_follows_post_index ON post_follows (post_id, follower_id);
CREATE INDEX post_follows_posted_index ON post_follows (follower_id, posted_at DESC, post_id DESC);

CREATE FUNCTION post_follows_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM refuse('post_follows_stay', 'A follow cannot be moved');
  END IF;
  -- FOR KEY SHARE waits for a running deletion of the post, and later deletions wait for this transaction. If there is
  -- no such post, posted_at becomes null and its NOT NULL constraint fails. set_post_follow() checks for the post
  -- first, to avoid that error.
  NEW.posted_at := (SELECT created_at FROM posts WHERE id = NEW.post_id FOR KEY SHARE);
  PERFORM refuse_unless_post_visible('post_follows', ARRAY[NEW.post_id]);
  -- Following a discussion unmutes it.
  DELETE FROM post_mutes WHERE member_id = NEW.follower_id AND post_id = NEW.post_id;
  RETURN NEW;
END $$;
CREATE TRIGGER post_follows_before_write BEFORE INSERT OR UPDATE OF id, follower_id, post_id, created_at ON post_follows
  FOR EACH ROW EXECUTE FUNCTION post_follows_before_write();

-- Follows or unfollows a discussion. Unfollowing also deletes an unread notification about the discussion. Returns
-- whether the post exists and whether an unread notification was deleted.
CREATE FUNCTION set_post_follow(
  follower uuid, followed uuid, wanted boolean, OUT is_found boolean, OUT has_less boolean
)
LANGUAGE plpgsql AS $$
BEGIN
  has_less := false;
  PERFORM FROM posts WHERE id = followed AND (deleted_at IS NULL AND removed_at IS NULL OR NOT wanted) FOR KEY SHARE;
  is_found := FOUND;
  IF is_found AND wanted THEN
    INSERT INTO post_follows (follower_id, post_id) VALUES (follower, followed) ON CONFLICT DO NOTHING;
  ELSIF is_found THEN
    DELETE FROM post_follows WHERE follower_id = follower AND post_id = followed;
    DELETE FROM notifications
    WHERE user_id = follower AND dedupe_key = 'followed_post:' || followed AND NOT is_read;
    has_less := FOUND;
  END IF;
END $$;

-- Muted discussions, of which the member receives no notifications. A member can either follow or mute a discussion,
-- not both.
CREATE TABLE post_mutes (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, post_id)
);
CREATE INDEX post_mutes_post_id_index ON post_mutes (post_id);

-- Mutes or unmutes a discussion. Muting unfollows it. Notifications that were already unread are hidden during the
-- mute and shown again afterwards. New notifications during the mute are dropped, except those of votes. Unmuting is
-- always possible, also for a stub or a removed post.
CREATE FUNCTION set_post_mute(
  member uuid, target uuid, wanted boolean, OUT is_found boolean, OUT has_changed boolean
)
LANGUAGE plpgsql AS $$
BEGIN
  has_changed := false;
  PERFORM FROM posts WHERE id = target AND (deleted_at IS NULL AND removed_at IS NULL OR NOT wanted) FOR KEY SHARE;
  is_found := FOUND;
  IF is_found AND wanted THEN
    PERFORM set_post_follow(member, target, false);
    INSERT INTO post_mutes (member_id, post_id) VALUES (member, target) ON CONFLICT DO NOTHING;
    has_changed := FOUND;
  ELSIF is_found THEN
    DELETE FROM post_mutes WHERE member_id = member AND post_id = target;
    has_changed := FOUND;
  END IF;
END $$;

CREATE FUNCTION is_post_muted(reader uuid, post uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM post_mutes WHERE member_id = reader AND post_id = post)
$$;

-- Members whom other members muted. A member receives no notifications of muted members' actions.
CREATE TABLE mutes (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  muted_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, muted_id),
  CONSTRAINT mutes_not_oneself CHECK (member_id <> muted_id)
);
CREATE INDEX mutes_muted_id_index ON mutes (muted_id);
CREATE INDEX mutes_newest_index ON mutes (member_id, created_at DESC, muted_id DESC);

-- Blocked members. Blocking includes muting. Neither member can message or follow the other, and the blocked member
-- cannot reply to the blocking member's notes.
CREATE TABLE blocks (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, blocked_id),
  CONSTRAINT blocks_not_oneself CHECK (member_id <> blocked_id)
);
CREATE INDEX blocks_blocked_id_index ON blocks (blocked_id);
CREATE INDEX blocks_newest_index ON blocks (member_id, created_at DESC, blocked_id DESC);

CREATE FUNCTION is_blocked(member uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM blocks WHERE member_id = member AND blocked_id = other)
$$;

-- Returns whether `reader` muted or blocked `other`.
CREATE FUNCTION ignores(reader uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM mutes WHERE member_id = reader AND muted_id = other) OR is_blocked(reader, other)
$$;

CREATE FUNCTION ignored_by(reader uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT muted_id FROM mutes WHERE member_id = reader
  UNION SELECT blocked_id FROM blocks WHERE member_id = reader
$$;

-- Takes an advisory lock on a pair of members: exclusive to block, shared to send a text. So no text can arrive after a
-- block is committed. Callers that also lock the two profiles lock those first. The seed 96 distinguishes this lock
-- from others.
CREATE FUNCTION lock_relation(one uuid, other uuid, is_exclusive boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  key bigint := hashtextextended(least(one, other)::text || greatest(one, other)::text, 96);
BEGIN
  IF is_exclusive THEN
    PERFORM pg_advisory_xact_lock(key);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(key);
  END IF;
END $$;

-- Mutes or unmutes a member. Notifications that were already unread are hidden during the mute and shown again
-- afterwards. New notifications during the mute are dropped, except those of votes and likes.
CREATE FUNCTION set_mute(reader uuid, other uuid, wanted boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = reader FOR NO KEY UPDATE;
  IF wanted THEN
    INSERT INTO mutes (member_id, muted_id) VALUES (reader, other) ON CONFLICT DO NOTHING;
    -- The limit exists because a browser loads the whole list on every visit.
    IF (SELECT count(*) FROM mutes WHERE member_id = reader) > 1000 THEN
      PERFORM refuse('mutes_most', 'A member can mute at most 1000 members');
    END IF;
    PERFORM ignore_in_notifications(reader, other);
  ELSE
    DELETE FROM mutes WHERE member_id = reader AND muted_id = other;
  END IF;
END $$;

-- Blocks or unblocks a member. Blocking ends follows in both directions. Returns whether it ended a follow.
CREATE FUNCTION set_block(member uuid, other uuid, wanted boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  was_followed boolean := false;
BEGIN
  PERFORM FROM profiles WHERE id IN (member, other) ORDER BY id FOR NO KEY UPDATE;
  PERFORM lock_relation(member, other, true);
  IF wanted THEN
    INSERT INTO blocks (member_id, blocked_id) VALUES (member, other) ON CONFLICT DO NOTHING;
    IF (SELECT count(*) FROM blocks WHERE member_id = member) > 1000 THEN
      PERFORM refuse('blocks_most', 'A member can block at most 1000 members');
    END IF;
    SELECT bool_or(ended.has_changed) INTO was_followed
    FROM (VALUES (member, other), (other, member)) AS pair (one, two)
    CROSS JOIN LATERAL set_follow(pair.one, pair.two, false) AS ended;
    PERFORM ignore_in_notifications(member, other);
  ELSE
    DELETE FROM blocks WHERE member_id = member AND blocked_id = other;
  END IF;
  RETURN was_followed;
END $$;
