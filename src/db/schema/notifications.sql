-- Activity and notifications.
--
-- A notification stores facts: who did what to which post, comment or note. Its text is composed when it is read
-- (people/notifications/copy.server.ts), so it never quotes text that was deleted or changed since.
--
--   event            notified members               deleted after                function
--   vote of 1        author of the post or comment  withdrawing or reversing it  notify_of_vote
--   comment          authors of the post, of the                                 notify_of_comment
--                      parent comment and of the
--                      reply it responds to;
--                      mentioned members; followers unfollowing, while unread
--   mention          the mentioned members                                       notify_of_mention
--   follow           the followed member            unfollowing, while unread    notify_of_follow
--   note liked       author of the note             withdrawing the like         notify_of_note_like
--   note replied to  author of the note                                          notify_of_note_reply
--   post classified  author of the post                                          notifyOfClassification
--                                                           (staff/post-moderation/sql.server.ts)
--   comments moved,  authors of the comments,                                    notifyOfMove
--     posts merged     author of the post                                          (staff/comment-moves/record-sql.server.ts)
--   removal          the author                     restoring the content        remove_content (removals.sql)
--   redaction        the author                     restoring the passage        recordRedaction
--                                                           (moderation/redaction/sql.server.ts)
--   sanction         the member                     lifting it, which notifies   insertSanction
--                                                     again                        (moderation/sanctions/sql.server.ts)
--   case decided     reporters, author of pending                                moderation_cases_after_update
--                      content                                                     (reports.sql)
--   appeal decided   the appellant                                               appeals_after_change (reports.sql)
--   case assigned    the assignee                    assigning it to another      assignCase (staff/queue/claims-sql.server.ts)
--
-- Deleting or removing a post, comment or note also deletes the notifications about it.
--
-- Votes and likes are grouped: notify_grouped() adds a member to the notification, withdraw_notification() removes one.
--
-- Members receive no notification of their own actions, and at most one of each comment.
-- notifications_before_write() drops notifications that the recipient has muted or turned off.
--
-- Order of locks: the post, comment or note, then notifications in order of user_id.

-- Actions of members, for activity feeds. Each member, action and target has one row, even if the member undid and
-- repeated the action. Rows about a deleted post, comment, note or member are deleted with it, by triggers on its
-- table.
CREATE TABLE user_activity (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  action text NOT NULL CONSTRAINT user_activity_action_check CHECK (action ~ '^[a-z][a-z_]{0,49}$'),
  target_type text CONSTRAINT user_activity_target_type_check CHECK (target_type ~ '^[a-z][a-z_]{0,29}$'),
  -- Without a foreign key, because a target can be a row of several tables.
  target_id uuid,
  metadata jsonb
    CONSTRAINT user_activity_metadata_check CHECK (jsonb_typeof(metadata) = 'object'
      AND octet_length(metadata::text) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- The feeds of others leave out votes, which are most of the activity.
CREATE INDEX user_activity_public_index ON user_activity (created_at DESC, id DESC) WHERE action <> 'vote_cast';
CREATE INDEX user_activity_followed_index ON user_activity (user_id, created_at DESC, id DESC) WHERE action <> 'vote_cast';
CREATE UNIQUE INDEX user_activity_target_key ON user_activity (target_id, user_id, action);
CREATE INDEX user_activity_user_index ON user_activity (user_id, created_at DESC, id DESC);
CREATE INDEX user_activity_writer_index ON user_activity (user_id, created_at)
  WHERE action IN ('post_created', 'comment_created', 'note_created');
CREATE INDEX user_activity_written_index ON user_activity (created_at DESC, user_id)
  WHERE action IN ('post_created', 'comment_created', 'note_created');

CREATE TABLE notifications (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  type text NOT NULL
    CONSTRAINT notifications_type_check CHECK (type IN ('appeal_outcome', 'approval_outcome', 'case_assigned',
      'comment', 'comments_moved', 'follow', 'followed_post', 'mention', 'note_like', 'note_reply', 'post_classified',
      'post_merged', 'redaction', 'removal', 'report_outcome', 'sanction', 'vote')),
  is_read boolean NOT NULL DEFAULT false,
  -- The member whose action caused the notification. If it is grouped, the member to name first.
  related_user_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- For a grouped notification ("Ada and 3 others"): the latest twenty members who caused it, newest first.
  actor_ids uuid[] NOT NULL DEFAULT '{}'
    CONSTRAINT notifications_actor_ids_check CHECK (cardinality(actor_ids) <= 20),
  -- Becomes 0 when all votes, likes or follows are undone. The row then stays, hidden: actor_ids prevents repeated
  -- actions from notifying again.
  actor_count integer NOT NULL DEFAULT 1 CONSTRAINT notifications_actor_count_check CHECK (actor_count >= 0),
  -- The post that the notification links to. Deleting the post deletes the notification.
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  note_id uuid REFERENCES notes ON DELETE CASCADE,
  -- Key such as 'vote:post:ID' or 'follow:ID', so that an action that was undone and repeated has only one
  -- notification. Null: each action has its own.
  dedupe_key text CONSTRAINT notifications_dedupe_key_check CHECK (char_length(dedupe_key) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the comment replies to one of the recipient's comments, which may have been deleted since.
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
-- For groups of comments on a post (people/notifications/groups-sql.server.ts).
CREATE INDEX notifications_group_index ON notifications (user_id, post_id, type, is_read, created_at DESC, id DESC)
  WHERE type IN ('comment', 'mention') AND comment_id IS NOT NULL;
CREATE INDEX notifications_note_id_index ON notifications (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX notifications_post_id_index ON notifications (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notifications_related_user_id_index ON notifications (related_user_id)
  WHERE related_user_id IS NOT NULL;
CREATE INDEX notifications_report_id_index ON notifications (report_id) WHERE report_id IS NOT NULL;
CREATE INDEX notifications_sanction_id_index ON notifications (sanction_id) WHERE sanction_id IS NOT NULL;
-- For the notifications page, which lists unread notifications from the newest. Some members have many.
CREATE INDEX notifications_unread_index ON notifications (user_id, created_at DESC, id DESC) WHERE NOT is_read;
CREATE INDEX notifications_user_index ON notifications (user_id, created_at DESC, id DESC);

-- Kinds of notifications that a member wants in the bell menu, by mail and by push. Without a row, CHOICE_DEFAULTS
-- apply. Notifications of moderation of the member's own content cannot be turned off.
CREATE TABLE notification_choices (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT notification_choices_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow',
      'vote', 'note_like', 'note_reply', 'message')),
  in_app boolean NOT NULL DEFAULT true,
  email text NOT NULL
    CONSTRAINT notification_choices_email_check CHECK (email IN ('off', 'soon', 'digest')),
  -- Null: default_push_choice(kind).
  push boolean,
  PRIMARY KEY (member_id, kind),
  -- Unread messages are always shown in the menu, and a digest contains none.
  CONSTRAINT notification_choices_message_check CHECK (kind <> 'message' OR in_app AND email <> 'digest')
);

CREATE FUNCTION wants_notification(reader uuid, wanted text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM notification_choices WHERE member_id = reader AND kind = wanted AND NOT in_app)
$$;

-- Drops a notification if the recipient muted or blocked the acting member, turned off the kind, or muted the
-- discussion. Applies to every insert. Votes and likes are stored as read instead of dropped, so that their number is
-- correct. Lists omit them during the mute. Dropping one notification does not prevent another about the same text, for
-- example about a mention.
--
-- Also stores the event for mail (mail.sql) and push (push.sql), even if the kind is turned off in the bell menu.
CREATE FUNCTION notifications_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.is_read OR NOT OLD.is_read) THEN
    RETURN NEW; -- the notification becomes read, or stays unread
  ELSIF TG_OP = 'INSERT' AND NOT NEW.is_read AND ignores(NEW.user_id, NEW.related_user_id) THEN
    RETURN NULL;
  END IF;
  IF NOT NEW.is_read AND NEW.type IN ('comment', 'mention', 'note_reply', 'follow', 'vote', 'note_like') THEN
    PERFORM add_outgoing_items(NEW.user_id, NEW.type, NEW.related_user_id, NEW.post_id, NEW.comment_id, NEW.note_id);
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

-- Adds an actor (a member who voted or liked) to a grouped notification. If actor_ids lacks the actor, the notification
-- becomes unread and moves to the top, but at most once an hour while it is unread. Liking, withdrawing and liking
-- again therefore notifies once. In other cases only actor_count and actor_ids change, which no index contains. If all
-- votes were withdrawn while it was unread, the next vote shows it again. A muted actor is counted, but named only if
-- there is no other.
--
-- The caller has locked the post, comment or note, which prevents concurrent writes. Returns whether the recipient
-- has more unread notifications than before.
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
    -- Actors who withdrew their vote or like stay in this list, so that repeating it does not notify again.
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

-- Removes an actor after a vote or like was withdrawn. `latest`: the actor to name instead. Returns whether the
-- recipient has fewer unread notifications than before.
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

-- Returns the members who currently upvote or like a post, comment or note.
CREATE FUNCTION actors_of(target uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT user_id FROM votes WHERE post_id = target AND vote_type = 1
  UNION ALL SELECT user_id FROM votes WHERE comment_id = target AND vote_type = 1
  UNION ALL SELECT user_id FROM note_likes WHERE note_id = target
$$;

-- Returns the latest actor in actor_ids whose vote or like remains, or else any other member who voted or liked.
-- Members whom the author muted are returned only if there is no other.
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

-- Updates the reader's notifications after they mute or block `other`. Grouped notifications name another actor
-- instead. Notifications of that member's comment in a followed discussion become read, so that the next comment
-- notifies again.
CREATE FUNCTION ignore_in_notifications(reader uuid, other uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE notifications n
  SET related_user_id = coalesce(latest_actor(reader, dedupe_key, coalesce(comment_id, note_id, post_id)), related_user_id)
  WHERE user_id = reader AND related_user_id = other AND type IN ('vote', 'note_like');
  UPDATE notifications SET is_read = true
  WHERE user_id = reader AND related_user_id = other AND type = 'followed_post' AND NOT is_read
$$;

-- Notifies of an upvote, or withdraws the notification. A downvote does not notify. `previous` and `wanted` are 1, -1
-- or 0. Returns the author if their notifications changed. The caller has locked the post or comment.
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

-- Notifies each of these members once, in this order: the authors of the reply that the comment responds to, of its
-- parent comment and of the post; the mentioned members; the followers of the discussion. `names` are in lower case;
-- some may not exist. Returns the notified members. A generic plan saves 0.4 ms of planning per comment.
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

  -- Stores every comment for mail and push to followers. Ordered by id, so that two simultaneous comments do not deadlock.
  PERFORM add_outgoing_items(f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, NULL)
  FROM comments c JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
  ORDER BY f.follower_id;
  -- A follower has one notification per discussion. While unread, it stays unchanged and links to the first new
  -- comment. Once it has been read, the next comment makes it unread again.
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

-- Notifies of a new follower, or withdraws the notification. Following again notifies again, at most once a day. Within
-- that day, a notification that was withdrawn while unread reappears at its old place in the list. Returns whether the
-- notifications changed.
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

-- Notifies mentioned members, in the transaction that saves the text and after all other recipients. `names` are in
-- lower case, and some may not exist. Each member is notified once of a text, even if it is edited repeatedly.
-- Members mentioned in a comment on their own post receive only the notification of the comment. The mention is
-- stored for mail and push too, because a member can choose differently for comments and mentions.
CREATE FUNCTION notify_of_mention(actor uuid, names text[], post uuid, comment uuid, note uuid) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT add_outgoing_items(member_id, 'mention', actor, post, comment, note)
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

-- Returns the members with these usernames, including released usernames that still redirect to them.
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

-- Notifies the author of a like, or withdraws the notification. Runs in the transaction that changed the like.
-- Returns the author if their notifications changed.
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

-- Notifies and returns the author of the parent note, unless they wrote the reply themselves.
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

-- Returns the first 140 characters, on one line.
CREATE FUNCTION excerpt(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length(line) > 140 THEN rtrim(left(line, 139)) || '…' ELSE line END
  FROM btrim(regexp_replace(left(words, 500), '\s+', ' ', 'g')) AS line
$$;
