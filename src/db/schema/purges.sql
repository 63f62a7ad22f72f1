-- Purges. A purge removes everything that a member wrote and did, in batches.
--
-- Posts, comments and notes are removed as usual (removals.sql), each by an action that is part of the purge's
-- action. Everything else moves to purged_content until the purge is undone or expires.
--
-- Order of locks: the purge, then content as in removals.sql, then profiles by id.

CREATE TABLE purges (
  -- The moderation action of the whole purge. The actions that remove single texts refer to it with part_of.
  id uuid PRIMARY KEY REFERENCES moderation_actions,
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'purging'
    CONSTRAINT purges_state_check CHECK (state IN ('purging', 'purged', 'restoring', 'restored')),
  -- Number of rows of each kind before the purge.
  counts jsonb NOT NULL CONSTRAINT purges_counts_check CHECK (jsonb_typeof(counts) = 'object'),
  total integer NOT NULL CONSTRAINT purges_total_check CHECK (total > 0),
  -- Number of rows processed by the purge, or by undoing it.
  done integer NOT NULL DEFAULT 0 CONSTRAINT purges_done_check CHECK (done >= 0),
  undo_id uuid UNIQUE REFERENCES moderation_actions,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  erase_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  CONSTRAINT purges_undo_check CHECK ((undo_id IS NOT NULL) = (state IN ('restoring', 'restored')))
);
CREATE INDEX purges_member_index ON purges (member_id, id DESC);
CREATE UNIQUE INDEX purges_under_way_key ON purges (member_id) WHERE state IN ('purging', 'restoring');

CREATE TABLE purged_content (
  purge_id uuid NOT NULL REFERENCES purges ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT purged_content_kind_check CHECK (kind IN ('pending', 'profile', 'message', 'vote', 'like',
      'follow', 'concept_follow', 'post_follow')),
  -- The id of the deleted row, or of its target, for example the post that a vote was for.
  id uuid NOT NULL,
  -- `row`: the deleted row. `activity`: its row of user_activity. `before`, `after`: the notification before and after.
  content jsonb NOT NULL,
  -- The moderation action about this row alone, if it is a text.
  action_id uuid REFERENCES moderation_actions,
  PRIMARY KEY (purge_id, kind, id)
);
CREATE INDEX purged_content_action_index ON purged_content (action_id) WHERE action_id IS NOT NULL;
-- For the job that deletes unused picture files: those of a purged profile are kept as long as they can be restored.
CREATE INDEX purged_content_profile_index ON purged_content (id) WHERE kind = 'profile';

-- Returns the member's votes on visible posts and comments. Votes on deleted or removed ones are not withdrawn.
CREATE FUNCTION standing_votes(member uuid) RETURNS SETOF votes
LANGUAGE sql STABLE AS $$
  SELECT v.* FROM votes v
  LEFT JOIN posts p ON p.id = v.post_id LEFT JOIN comments c ON c.id = v.comment_id
  WHERE v.user_id = member AND coalesce(p.deleted_at, p.removed_at, c.deleted_at, c.removed_at) IS NULL
$$;

CREATE FUNCTION standing_likes(member uuid) RETURNS SETOF note_likes
LANGUAGE sql STABLE AS $$
  SELECT l.* FROM note_likes l JOIN notes n ON n.id = l.note_id
  WHERE l.user_id = member AND n.deleted_at IS NULL AND n.removed_at IS NULL
$$;

CREATE FUNCTION notification_state(recipient uuid, key text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'actor_count', actor_count, 'related_user_id', related_user_id)
  FROM notifications WHERE user_id = recipient AND dedupe_key = key
$$;

CREATE FUNCTION store_withdrawn(
  purge uuid, of_kind text, target uuid, stored jsonb, activity jsonb, before jsonb, after jsonb
) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO purged_content (purge_id, kind, id, content)
  VALUES (purge, of_kind, target, jsonb_build_object('row', stored, 'activity', activity)
    || CASE WHEN before IS DISTINCT FROM after THEN jsonb_build_object('before', before, 'after', after) ELSE '{}' END)
$$;

-- Withdraws up to `size` of the member's votes, as if the member withdrew them. Stores each vote with its activity and
-- notification. withdraw_likes() and withdraw_follows() do the same for likes and follows.
CREATE FUNCTION withdraw_votes(purge uuid, member uuid, moment timestamptz, size integer)
RETURNS TABLE(id uuid, post_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  vote record;
  before jsonb;
  trace jsonb;
BEGIN
  FOR vote IN
    SELECT to_jsonb(v) AS stored, coalesce(c.post_id, v.post_id) AS post, v.comment_id AS comment,
      coalesce(v.comment_id, v.post_id) AS target, coalesce(c.author_id, p.author_id) AS author,
      vote_notification_key(coalesce(c.post_id, v.post_id), v.comment_id) AS key
    FROM standing_votes(member) v LEFT JOIN posts p ON p.id = v.post_id LEFT JOIN comments c ON c.id = v.comment_id
    WHERE v.created_at <= moment ORDER BY 2, 3 NULLS FIRST LIMIT size
  LOOP
    before := notification_state(vote.author, vote.key);
    trace := (SELECT to_jsonb(a) FROM user_activity a
      WHERE a.target_id = vote.target AND a.user_id = member AND a.action = 'vote_cast');
    IF vote.comment IS NULL THEN
      notified_user_id := (SELECT v.notified_user_id FROM vote_on_post(member, vote.post, 0::smallint) v);
    ELSE
      notified_user_id := (SELECT v.notified_user_id FROM vote_on_comment(member, vote.comment, 0::smallint) v);
    END IF;
    PERFORM store_withdrawn(purge, 'vote', vote.target, vote.stored, trace, before, notification_state(vote.author, vote.key));
    id := vote.target;
    post_id := vote.post;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION withdraw_likes(purge uuid, member uuid, moment timestamptz, size integer)
RETURNS TABLE(id uuid, parent_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  liked record;
  before jsonb;
BEGIN
  FOR liked IN
    SELECT to_jsonb(l) AS stored, l.note_id AS note, n.parent_id AS parent, n.author_id AS author,
      'note_like:' || l.note_id AS key
    FROM standing_likes(member) l JOIN notes n ON n.id = l.note_id
    WHERE l.created_at <= moment ORDER BY l.note_id LIMIT size
  LOOP
    before := notification_state(liked.author, liked.key);
    DELETE FROM note_likes l WHERE l.note_id = liked.note AND l.user_id = member;
    notified_user_id := notify_of_note_like(liked.note, member, false);
    PERFORM store_withdrawn(purge, 'like', liked.note, liked.stored, NULL, before, notification_state(liked.author, liked.key));
    id := liked.note;
    parent_id := liked.parent;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION withdraw_follows(purge uuid, member uuid, moment timestamptz, size integer)
RETURNS TABLE(id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  follow record;
  before jsonb;
  trace jsonb;
  batch uuid[] := ARRAY(
    SELECT f.following_id FROM user_follows f
    WHERE f.follower_id = member AND f.created_at <= moment ORDER BY f.following_id LIMIT size);
BEGIN
  -- Locks the whole batch first in order of id, because set_follow() orders only the two profiles of each call.
  PERFORM FROM profiles WHERE profiles.id = member OR profiles.id = ANY (batch) ORDER BY profiles.id FOR NO KEY UPDATE;
  FOR follow IN
    SELECT to_jsonb(f) AS stored, f.following_id AS followed FROM user_follows f
    WHERE f.follower_id = member AND f.created_at <= moment AND f.following_id = ANY (batch) ORDER BY f.following_id
  LOOP
    before := notification_state(follow.followed, 'follow:' || member);
    trace := (SELECT to_jsonb(a) FROM user_activity a
      WHERE a.target_id = follow.followed AND a.user_id = member AND a.action = 'member_followed');
    notified_user_id := (SELECT f.notified_user_id FROM set_follow(member, follow.followed, false) f);
    PERFORM store_withdrawn(purge, 'follow', follow.followed, follow.stored, trace, before,
      notification_state(follow.followed, 'follow:' || member));
    id := follow.followed;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION restore_traces(stored jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  before notifications := jsonb_populate_record(NULL::notifications, stored -> 'before');
  after notifications := jsonb_populate_record(NULL::notifications, stored -> 'after');
BEGIN
  INSERT INTO user_activity
  SELECT (jsonb_populate_record(NULL::user_activity, stored -> 'activity')).*
  WHERE jsonb_typeof(stored -> 'activity') = 'object'
  ON CONFLICT DO NOTHING;
  -- Adds what the purge subtracted. Restores the named member only if the notification still names the same member as
  -- after the purge.
  UPDATE notifications n SET actor_count = n.actor_count + before.actor_count - after.actor_count,
    related_user_id = CASE WHEN n.related_user_id IS NOT DISTINCT FROM after.related_user_id
      THEN (SELECT id FROM profiles WHERE id = before.related_user_id) ELSE n.related_user_id END
  WHERE n.id = before.id;
END $$;

-- Reverses withdraw_votes(). Skips votes that the member has cast again, and votes on posts and comments that were
-- deleted or removed since.
CREATE FUNCTION restore_votes(purge uuid, size integer) RETURNS TABLE(id uuid, post_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  vote record;
BEGIN
  FOR vote IN
    WITH taken AS (
      DELETE FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'vote' AND k.id IN (
        SELECT k.id FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'vote' ORDER BY k.id LIMIT size)
      RETURNING k.id, k.content)
    SELECT t.id, t.content, coalesce(c.post_id, p.id) AS post, coalesce(c.author_id, p.author_id) AS author
    FROM taken t LEFT JOIN posts p ON p.id = t.id LEFT JOIN comments c ON c.id = t.id
    WHERE coalesce(p.id, c.id) IS NOT NULL
      AND coalesce(p.deleted_at, p.removed_at, c.deleted_at, c.removed_at) IS NULL
    ORDER BY 3, c.id NULLS FIRST
  LOOP
    PERFORM FROM posts WHERE posts.id = vote.post FOR NO KEY UPDATE;
    INSERT INTO votes SELECT (jsonb_populate_record(NULL::votes, vote.content -> 'row')).* ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM restore_traces(vote.content);
      id := vote.id;
      post_id := vote.post;
      notified_user_id := CASE WHEN vote.content ? 'before' THEN vote.author END;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

-- Reverses withdraw_likes(), with the same exceptions.
CREATE FUNCTION restore_likes(purge uuid, size integer) RETURNS TABLE(id uuid, parent_id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  liked record;
BEGIN
  FOR liked IN
    WITH taken AS (
      DELETE FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'like' AND k.id IN (
        SELECT k.id FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'like' ORDER BY k.id LIMIT size)
      RETURNING k.id, k.content)
    SELECT t.id, t.content, n.parent_id AS parent, n.author_id AS author FROM taken t JOIN notes n ON n.id = t.id
    WHERE n.deleted_at IS NULL AND n.removed_at IS NULL ORDER BY t.id
  LOOP
    INSERT INTO note_likes SELECT (jsonb_populate_record(NULL::note_likes, liked.content -> 'row')).*
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM restore_traces(liked.content);
      id := liked.id;
      parent_id := liked.parent;
      notified_user_id := CASE WHEN liked.content ? 'before' THEN liked.author END;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

-- Reverses withdraw_follows(). Skips members who are followed again or blocked.
CREATE FUNCTION restore_follows(purge uuid, size integer) RETURNS TABLE(id uuid, notified_user_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  follow record;
  batch uuid[] := ARRAY(
    SELECT k.id FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'follow' ORDER BY k.id LIMIT size);
BEGIN
  -- Locks the whole batch in order of id first, and before lock_relation(), as set_block() does.
  PERFORM FROM profiles
  WHERE profiles.id = ANY (batch) OR profiles.id = (SELECT p.member_id FROM purges p WHERE p.id = purge)
  ORDER BY profiles.id FOR NO KEY UPDATE;
  FOR follow IN
    WITH taken AS (
      DELETE FROM purged_content k WHERE k.purge_id = purge AND k.kind = 'follow' AND k.id = ANY (batch)
      RETURNING k.id, k.content)
    SELECT t.id, t.content, (t.content -> 'row' ->> 'follower_id')::uuid AS follower
    FROM taken t JOIN profiles p ON p.id = t.id ORDER BY t.id
  LOOP
    PERFORM lock_relation(follow.follower, follow.id, false);
    CONTINUE WHEN is_blocked(follow.follower, follow.id) OR is_blocked(follow.id, follow.follower);
    INSERT INTO user_follows SELECT (jsonb_populate_record(NULL::user_follows, follow.content -> 'row')).*
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM restore_traces(follow.content);
      id := follow.id;
      notified_user_id := CASE WHEN follow.content ? 'before' THEN follow.id END;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;
