-- Activity and notifications.
--
-- A notification stores facts: who did what to which post, comment or note. Its text is made from what exists
-- when it is read (people/notifications/copy.server.ts), so it never quotes deleted, edited or former text.
--
--   event            notified                       taken back by                function
--   vote of 1        author of the post or comment  withdrawing or reversing it  notify_of_vote
--   comment          authors of the post, of the                                 notify_of_comment
--                      comment above and of the
--                      answered reply; named
--                      members; followers           unfollowing, while unread
--   mention          the named members                                           notify_of_mention
--   follow           the followed member            unfollowing, while unread    notify_of_follow
--   note liked       author of the note             withdrawing it               notify_of_note_like
--   note replied to  author of the note                                          notify_of_note_reply
--   post classified  author of the post                                          notifyOfClassification
--                                                           (staff/post-moderation/sql.server.ts)
--   removal          the author                     restoring the content        remove_content (removals.sql)
--   sanction         the member                     lifting it, which notifies   insertSanction
--                                                     anew                         (moderation/sanctions/sql.server.ts)
--   case decided     reporters, author of pending                                moderation_cases_after_update
--                      content                                                     (reports.sql)
--   appeal decided   the appellant                                               appeals_after_change (reports.sql)
--
-- Deleting or removing a post, comment or note deletes the notifications about it.
--
-- Votes and likes are grouped: notify_grouped() adds an actor, withdraw_notification() removes one.
--
-- Members aren't notified of their own acts, nor twice of the same comment. notifications_before_write() drops
-- notifications that the reader mutes or has turned off.
--
-- Order of locks: the post, comment or note, then notifications in order of user_id.

-- Acts of members, for activity feeds. One entry for each member, action and target, however often they
-- changed their mind. Entries about a deleted post, comment, note or member are deleted with it, by the
-- triggers of that table.
CREATE TABLE user_activity (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  action text NOT NULL CONSTRAINT user_activity_action_check CHECK (action ~ '^[a-z][a-z_]{0,49}$'),
  target_type text CONSTRAINT user_activity_target_type_check CHECK (target_type ~ '^[a-z][a-z_]{0,29}$'),
  -- No foreign key: targets are of any kind.
  target_id uuid,
  metadata jsonb
    CONSTRAINT user_activity_metadata_check CHECK (jsonb_typeof(metadata) = 'object'
      AND octet_length(metadata::text) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_activity_newest_index ON user_activity (created_at DESC, id DESC);
CREATE UNIQUE INDEX user_activity_target_key ON user_activity (target_id, user_id, action);
CREATE INDEX user_activity_user_index ON user_activity (user_id, created_at DESC, id DESC);
CREATE INDEX user_activity_writer_index ON user_activity (user_id, created_at)
  WHERE action IN ('post_created', 'comment_created', 'note_created');
-- Votes are most of the activity and are not in this index.
CREATE INDEX user_activity_written_index ON user_activity (created_at DESC, user_id)
  WHERE action IN ('post_created', 'comment_created', 'note_created');

CREATE TABLE notifications (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  type text NOT NULL
    CONSTRAINT notifications_type_check CHECK (type IN ('appeal_outcome', 'approval_outcome', 'comment',
      'follow', 'followed_post', 'mention', 'note_like', 'note_reply', 'post_classified', 'removal',
      'report_outcome', 'sanction', 'vote')),
  is_read boolean NOT NULL DEFAULT false,
  -- The latest member who caused it.
  related_user_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- The latest twenty members whom a grouped notification ("Ada and 3 others") has announced, newest first.
  actor_ids uuid[] NOT NULL DEFAULT '{}'
    CONSTRAINT notifications_actor_ids_check CHECK (cardinality(actor_ids) <= 20),
  -- 0: every vote was withdrawn. The row stays, hidden, to remember who was announced.
  actor_count integer NOT NULL DEFAULT 1 CONSTRAINT notifications_actor_count_check CHECK (actor_count >= 0),
  -- Target of the link. Deleting the post deletes the notification.
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  note_id uuid REFERENCES notes ON DELETE CASCADE,
  -- One notification for an act that can be undone and repeated: 'vote:post:ID', 'follow:ID'. Null: each act
  -- has its own.
  dedupe_key text CONSTRAINT notifications_dedupe_key_check CHECK (char_length(dedupe_key) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the comment answers one of the reader's comments, which may be deleted by now.
  is_reply boolean NOT NULL DEFAULT false,
  report_id uuid,
  sanction_id uuid,
  case_id uuid,
  appeal_id uuid,
  CONSTRAINT notifications_not_own_act CHECK (related_user_id <> user_id)
) WITH (fillfactor = 90);
CREATE INDEX notifications_appeal_id_index ON notifications (appeal_id) WHERE appeal_id IS NOT NULL;
CREATE INDEX notifications_case_id_index ON notifications (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX notifications_comment_id_index ON notifications (comment_id) WHERE comment_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_dedupe_key ON notifications (user_id, dedupe_key)
  WHERE dedupe_key IS NOT NULL;
CREATE INDEX notifications_note_id_index ON notifications (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX notifications_post_id_index ON notifications (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notifications_related_user_id_index ON notifications (related_user_id)
  WHERE related_user_id IS NOT NULL;
CREATE INDEX notifications_report_id_index ON notifications (report_id) WHERE report_id IS NOT NULL;
CREATE INDEX notifications_sanction_id_index ON notifications (sanction_id) WHERE sanction_id IS NOT NULL;
-- A member who never reads has many unread. Their page walks this index from the newest.
CREATE INDEX notifications_unread_index ON notifications (user_id, created_at DESC, id DESC) WHERE NOT is_read;
CREATE INDEX notifications_user_index ON notifications (user_id, created_at DESC, id DESC);

-- Kinds of notifications that a member wants in the bell and by mail. Without a row, CHOICE_DEFAULTS apply:
-- shown in the bell, mailed in the digest. Moderation of a member's own content cannot be turned off.
CREATE TABLE notification_choices (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT notification_choices_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow',
      'vote', 'note_like', 'note_reply')),
  in_app boolean NOT NULL DEFAULT true,
  email text NOT NULL DEFAULT 'digest'
    CONSTRAINT notification_choices_email_check CHECK (email IN ('off', 'soon', 'digest')),
  PRIMARY KEY (member_id, kind)
);

CREATE FUNCTION wants_notification(reader uuid, wanted text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM notification_choices WHERE member_id = reader AND kind = wanted AND NOT in_app)
$$;

-- Drops a notification caused by a member whom the reader muted or blocked, of a kind that the reader turned
-- off, or about a discussion that they muted. Applies to every insert, whichever function makes it. Votes and
-- likes are stored as read, so that their number is right; lists leave them out while muted. A dropped one does
-- not stop a second kind, for example a mention.
--
-- Each notification that is sent, or would be if the bell were on, is stored for the mail too (mail.sql).
CREATE FUNCTION notifications_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.is_read OR NOT OLD.is_read) THEN
    RETURN NEW; -- becomes read, or stays unread
  ELSIF TG_OP = 'INSERT' AND NOT NEW.is_read AND ignores(NEW.user_id, NEW.related_user_id) THEN
    RETURN NULL;
  END IF;
  IF NOT NEW.is_read AND NEW.type IN ('comment', 'mention', 'note_reply', 'follow', 'vote', 'note_like') THEN
    PERFORM add_mail_item(NEW.user_id, NEW.type, NEW.related_user_id, NEW.post_id, NEW.comment_id, NEW.note_id);
  END IF;
  IF wants_notification(NEW.user_id, NEW.type) AND NOT (
    NEW.type IN ('comment', 'followed_post', 'mention', 'vote') AND is_post_muted(NEW.user_id, NEW.post_id)
  ) THEN
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' AND NEW.type NOT IN ('vote', 'note_like') THEN
    RETURN NULL;
  END IF;
  NEW.is_read := true;
  RETURN NEW;
END $$;
CREATE TRIGGER notifications_before_write BEFORE INSERT OR UPDATE OF is_read ON notifications
  FOR EACH ROW EXECUTE FUNCTION notifications_before_write();

-- Adds an actor to a grouped notification. It becomes unread and moves to the top when the actor was not
-- announced before, so that liking, withdrawing and liking again notifies once; while it is unread, at most
-- once an hour. Other acts change only actor_count and actor_ids, which no index holds. If all votes were
-- withdrawn before it was read, the next vote shows it as unread again. A muted actor is counted, but named only
-- if there is no other actor.
--
-- The caller has locked the row of the post, comment or note, which prevents concurrent writes. Returns true if
-- there is more to read.
CREATE FUNCTION notify_grouped(actor uuid, recipient uuid, key text, kind text, post uuid, comment uuid, note uuid)
RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  notification notifications;
  is_ignored boolean := ignores(recipient, actor);
  is_named boolean;
  is_news boolean;
BEGIN
  SELECT * INTO notification FROM notifications WHERE user_id = recipient AND dedupe_key = key;
  IF notification.id IS NULL THEN
    INSERT INTO notifications
      (user_id, type, related_user_id, actor_ids, post_id, comment_id, note_id, dedupe_key, is_read)
    VALUES (recipient, kind, actor, ARRAY[actor], post, comment, note, key, is_ignored);
    RETURN NOT is_ignored;
  END IF;
  is_named := notification.actor_count > 0 AND NOT ignores(recipient, notification.related_user_id);
  IF is_ignored THEN
    UPDATE notifications SET
      actor_count = actor_count + 1,
      actor_ids = (array_remove(actor_ids, actor))[:19] || actor,
      related_user_id = CASE WHEN is_named THEN related_user_id ELSE actor END
    WHERE id = notification.id;
    RETURN false;
  END IF;
  is_news := notification.related_user_id IS NULL OR actor <> ALL (notification.actor_ids)
    AND (notification.is_read OR NOT is_named OR notification.created_at < now() - interval '1 hour');
  UPDATE notifications SET
    actor_count = actor_count + 1,
    -- Includes actors who withdrew.
    actor_ids = (actor || array_remove(actor_ids, actor))[:20]
  WHERE id = notification.id;
  IF is_news OR NOT is_named THEN
    UPDATE notifications SET related_user_id = actor,
      is_read = is_read AND NOT is_news,
      created_at = CASE WHEN is_news THEN now() ELSE created_at END
    WHERE id = notification.id;
  END IF;
  RETURN is_news OR NOT is_named AND NOT notification.is_read;
END $$;

-- Removes an actor after the vote or like was withdrawn. `latest` is a remaining actor. Returns whether there
-- is less to read.
CREATE FUNCTION withdraw_notification(recipient uuid, key text, latest uuid) RETURNS boolean
LANGUAGE sql AS $$
  UPDATE notifications SET
    actor_count = greatest(actor_count - 1, 0),
    related_user_id = coalesce(latest, related_user_id)
  WHERE user_id = recipient AND dedupe_key = key AND actor_count > 0
  RETURNING (actor_count = 0 OR ignores(user_id, related_user_id)) AND NOT is_read
$$;

CREATE FUNCTION vote_notification_key(post uuid, comment uuid) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN comment IS NULL THEN 'vote:post:' || post ELSE 'vote:comment:' || comment END
$$;

-- Members whose upvote or like of a post, comment or note stands.
CREATE FUNCTION actors_of(target uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT user_id FROM votes WHERE post_id = target AND vote_type = 1
  UNION ALL SELECT user_id FROM votes WHERE comment_id = target AND vote_type = 1
  UNION ALL SELECT user_id FROM note_likes WHERE note_id = target
$$;

-- The latest announced actor whose vote or like still stands, else any; members whom the author muted come
-- last.
CREATE FUNCTION latest_actor(author uuid, key text, target uuid) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
  latest uuid;
BEGIN
  SELECT announced.id INTO latest
  FROM notifications n
  CROSS JOIN unnest(n.actor_ids) WITH ORDINALITY AS announced (id, place)
  JOIN actors_of(target) AS actor (id) ON actor.id = announced.id
  WHERE n.user_id = author AND n.dedupe_key = key
  ORDER BY ignores(author, announced.id), announced.place LIMIT 1;
  IF latest IS NOT NULL AND NOT ignores(author, latest) THEN
    RETURN latest;
  END IF;
  RETURN coalesce(
    (SELECT id FROM actors_of(target) AS actor (id) WHERE id <> author AND NOT ignores(author, id) LIMIT 1),
    latest,
    (SELECT id FROM actors_of(target) AS actor (id) WHERE id <> author LIMIT 1));
END $$;

-- After a mute or block: names another actor in grouped notifications, and marks that of a followed
-- discussion as read, so that comments of others notify again.
CREATE FUNCTION ignore_in_notifications(reader uuid, other uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE notifications n
  SET related_user_id = coalesce(latest_actor(reader, dedupe_key, coalesce(comment_id, note_id, post_id)), related_user_id)
  WHERE user_id = reader AND related_user_id = other AND type IN ('vote', 'note_like');
  UPDATE notifications SET is_read = true
  WHERE user_id = reader AND related_user_id = other AND type = 'followed_post' AND NOT is_read
$$;

-- `previous` and `wanted`: 1, -1 or 0. A downvote does not notify. Returns the author if their notifications
-- changed. The caller holds the row of the post or comment.
CREATE FUNCTION notify_of_vote(voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint)
RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  key text := vote_notification_key(post, comment);
  is_notified boolean := false;
BEGIN
  IF author <> voter AND wanted = 1 THEN
    is_notified := notify_grouped(voter, author, key, 'vote', post, comment, NULL);
  ELSIF author <> voter AND previous = 1 THEN
    is_notified := withdraw_notification(author, key, latest_actor(author, key, coalesce(comment, post)));
  END IF;
  RETURN CASE WHEN is_notified THEN author END;
END $$;

-- Notifies, in this order and each member once: the authors of the answered reply, of the comment above and of
-- the post; the mentioned members (`names`: lower case, some may not exist); the followers of the discussion.
-- Returns who has something to read. A generic plan, because planning each time takes 0.4 ms of a comment.
CREATE FUNCTION notify_of_comment(written uuid, names text[]) RETURNS SETOF uuid
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  INSERT INTO notifications (user_id, type, is_reply, related_user_id, post_id, comment_id)
  SELECT reader.id, 'comment', reader.is_reply, c.author_id, p.id, c.id
  FROM comments c
  JOIN posts p ON p.id = c.post_id
  LEFT JOIN comments parent ON parent.id = c.parent_id
  LEFT JOIN comments answered ON answered.id = c.answered_id
  CROSS JOIN LATERAL (
    SELECT each.id, bool_or(each.is_reply) AS is_reply
    FROM (VALUES
      (answered.author_id, true), (parent.author_id, answered.id IS NULL), (p.author_id, false)
    ) AS each (id, is_reply)
    WHERE each.id IS NOT NULL GROUP BY each.id) AS reader
  WHERE c.id = written AND reader.id <> c.author_id
  RETURNING user_id;

  IF names <> '{}' THEN
    RETURN QUERY SELECT notify_of_mention(c.author_id, names, c.post_id, c.id, NULL) FROM comments c WHERE c.id = written;
  END IF;

  -- The mail contains every comment. In order of id, so that two simultaneous comments do not deadlock.
  PERFORM add_mail_item(f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, NULL)
  FROM comments c JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
  ORDER BY f.follower_id;
  -- A follower has one notification for a discussion: while unread it leads to the first new comment and
  -- nothing is written; once read, it becomes unread again.
  RETURN QUERY
  INSERT INTO notifications AS notification (user_id, type, related_user_id, post_id, comment_id, dedupe_key)
  SELECT f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, 'followed_post:' || c.post_id
  FROM comments c
  JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
    AND NOT EXISTS (SELECT FROM notifications sent WHERE sent.user_id = f.follower_id AND sent.comment_id = written)
    AND NOT EXISTS (
      SELECT FROM notifications waiting
      WHERE waiting.user_id = f.follower_id AND waiting.dedupe_key = 'followed_post:' || c.post_id
        AND NOT waiting.is_read)
  ORDER BY f.follower_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
    related_user_id = excluded.related_user_id, comment_id = excluded.comment_id,
    is_read = false, created_at = excluded.created_at
  WHERE notification.is_read
  RETURNING notification.user_id;
END $$;

-- Following again notifies again, at most once a day for each pair. Within the day, a notification that was
-- withdrawn unread returns to its old place. Returns whether the notifications of the followed member changed.
CREATE FUNCTION notify_of_follow(follower uuid, followed uuid, is_following boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  a_day_ago timestamptz := now() - interval '1 day';
BEGIN
  IF is_following THEN
    INSERT INTO notifications AS notification (user_id, type, related_user_id, actor_ids, dedupe_key)
    VALUES (followed, 'follow', follower, ARRAY[follower], 'follow:' || follower)
    ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
      actor_count = 1,
      is_read = notification.is_read AND notification.created_at > a_day_ago,
      created_at = CASE WHEN notification.created_at > a_day_ago THEN notification.created_at ELSE now() END
    WHERE notification.actor_count = 0 OR notification.created_at <= a_day_ago;
  ELSE
    UPDATE notifications SET actor_count = 0
    WHERE user_id = followed AND dedupe_key = 'follow:' || follower AND NOT is_read;
  END IF;
  RETURN FOUND;
END $$;

-- Runs in the transaction that saves the text, after everybody who is notified for another reason. `names`
-- are in lower case, and some may not exist. A member is notified once of a text, even if it is edited
-- repeatedly. A member who is named in a comment on their own post has one notification, about the comment. The mail
-- gets the mention too, because their mail choices may differ for comments and mentions.
CREATE FUNCTION notify_of_mention(actor uuid, names text[], post uuid, comment uuid, note uuid) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT add_mail_item(member_id, 'mention', actor, post, comment, note)
  FROM members_named(names) AS member_id
  WHERE member_id <> actor AND NOT EXISTS (
    SELECT FROM notifications WHERE user_id = member_id AND dedupe_key = 'mention:' || coalesce(comment, note, post))
  ORDER BY member_id;

  INSERT INTO notifications (user_id, type, related_user_id, post_id, comment_id, note_id, dedupe_key)
  SELECT member_id, 'mention', actor, post, comment, note, 'mention:' || coalesce(comment, note, post)
  FROM members_named(names) AS member_id
  WHERE member_id <> actor AND NOT EXISTS (
    SELECT FROM notifications sent
    WHERE sent.user_id = member_id AND sent.related_user_id = actor AND sent.type <> 'vote'
      AND (sent.comment_id = comment OR sent.note_id = note AND sent.type <> 'note_like'))
  ORDER BY member_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
  RETURNING user_id
$$;

-- Members with these names, including names that they released and that still lead to them.
CREATE FUNCTION members_named(names text[]) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT member.id
  FROM (
    SELECT id FROM profiles WHERE lower(username) = ANY (names)
    UNION
    SELECT user_id FROM former_usernames WHERE username = ANY (names) AND is_former_username(username, NULL)
  ) AS member
  JOIN users u ON u.id = member.id AND u.email_verified
$$;

-- Runs in the transaction that changes the like, only if it changed. Returns the author if their
-- notifications changed.
CREATE FUNCTION notify_of_note_like(target uuid, liker uuid, is_liked boolean) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
  key text := 'note_like:' || target;
  is_notified boolean;
BEGIN
  SELECT author_id INTO author FROM notes WHERE id = target FOR NO KEY UPDATE;
  IF author IS NULL OR author = liker THEN
    RETURN NULL;
  ELSIF is_liked THEN
    is_notified := notify_grouped(liker, author, key, 'note_like', NULL, NULL, target);
  ELSE
    is_notified := withdraw_notification(author, key, latest_actor(author, key, target));
  END IF;
  RETURN CASE WHEN is_notified THEN author END;
END $$;

-- Returns the author of the parent note, unless they wrote both.
CREATE FUNCTION notify_of_note_reply(reply uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  notified_user_id uuid;
BEGIN
  INSERT INTO notifications (user_id, type, related_user_id, note_id)
  SELECT parent.author_id, 'note_reply', n.author_id, n.id
  FROM notes n JOIN notes parent ON parent.id = n.parent_id
  WHERE n.id = reply AND parent.author_id <> n.author_id
  RETURNING user_id INTO notified_user_id;
  RETURN notified_user_id;
END $$;

-- The first 140 characters in one line.
CREATE FUNCTION excerpt(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length(line) > 140 THEN rtrim(left(line, 139)) || '…' ELSE line END
  FROM btrim(regexp_replace(left(words, 500), '\s+', ' ', 'g')) AS line
$$;
