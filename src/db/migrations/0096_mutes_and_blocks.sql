-- Whom a member does not want to hear of, and who may write to them. Pages are the same for everybody: what is hidden
-- there is the browser's. What reaches a member (notifications, follows, messages, counts) is decided here.

CREATE TABLE mutes (
  member_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  muted_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, muted_id),
  CONSTRAINT mutes_not_oneself CHECK (member_id <> muted_id)
);
CREATE INDEX mutes_newest_index ON mutes (member_id, created_at DESC, muted_id DESC);
CREATE INDEX mutes_muted_id_index ON mutes (muted_id);

CREATE TABLE blocks (
  member_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, blocked_id),
  CONSTRAINT blocks_not_oneself CHECK (member_id <> blocked_id)
);
CREATE INDEX blocks_newest_index ON blocks (member_id, created_at DESC, blocked_id DESC);
CREATE INDEX blocks_blocked_id_index ON blocks (blocked_id);

ALTER TABLE profiles ADD COLUMN messages_from text NOT NULL DEFAULT 'everyone'
  CONSTRAINT profiles_messages_from_check CHECK (messages_from IN ('everyone', 'followed', 'nobody'));

CREATE FUNCTION is_blocked(member uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM blocks WHERE member_id = member AND blocked_id = other)
$$;

-- Whether `reader` hears nothing of `other`: muted, or blocked, which includes it.
CREATE FUNCTION ignores(reader uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM mutes WHERE member_id = reader AND muted_id = other) OR is_blocked(reader, other)
$$;

CREATE FUNCTION ignored_by(reader uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT muted_id FROM mutes WHERE member_id = reader
  UNION SELECT blocked_id FROM blocks WHERE member_id = reader
$$;

CREATE FUNCTION is_staff(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_roles WHERE user_id = member AND role IN ('moderator', 'admin'))
$$;

-- Whose messages count as none. What moderators and admins write gets through: it may be a warning.
CREATE FUNCTION uncounted_senders(reader uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT other FROM ignored_by(reader) AS other WHERE NOT is_staff(other)
$$;

-- What is written to somebody waits here for a block that is being set, and a block for what is being written: after
-- the block is committed nothing comes. Taken after the rows of the two profiles, where those are held too.
CREATE FUNCTION hold_relation(one uuid, other uuid, is_changed boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  key bigint := hashtextextended(least(one, other)::text || greatest(one, other)::text, 96);
BEGIN
  IF is_changed THEN
    PERFORM pg_advisory_xact_lock(key);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(key);
  END IF;
END $$;

-- One answer for whoever may not write, so that nobody learns whether it is they alone. Who blocks somebody cannot
-- write to them either: nobody could answer.
CREATE FUNCTION refuse_unwanted_message() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  wish text;
BEGIN
  PERFORM hold_relation(NEW.sender_id, NEW.recipient_id, false);
  IF is_staff(NEW.sender_id) THEN
    RETURN NEW;
  END IF;
  SELECT messages_from INTO wish FROM profiles WHERE id = NEW.recipient_id;
  IF NOT is_blocked(NEW.sender_id, NEW.recipient_id) AND NOT is_blocked(NEW.recipient_id, NEW.sender_id)
    AND (wish IS NULL OR wish = 'everyone' OR wish = 'followed' AND EXISTS (
      SELECT FROM user_follows WHERE follower_id = NEW.recipient_id AND following_id = NEW.sender_id)) THEN
    RETURN NEW; -- no recipient at all: the foreign key says so
  ELSIF EXISTS (SELECT FROM messages WHERE id = NEW.id) THEN
    RETURN NEW; -- sent before, and sent again: the primary key decides
  ELSIF is_blocked(NEW.sender_id, NEW.recipient_id) THEN
    PERFORM refuse('messages_to_blocked', 'Who blocks somebody does not write to them');
  END IF;
  PERFORM refuse('messages_unwanted', 'The recipient takes no messages from this sender');
END $$;

CREATE TRIGGER messages_refuse_unwanted BEFORE INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION refuse_unwanted_message();

-- set_follow holds both profiles, and so does who blocks.
CREATE FUNCTION refuse_blocked_follow() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF is_blocked(NEW.following_id, NEW.follower_id) OR is_blocked(NEW.follower_id, NEW.following_id) THEN
    PERFORM refuse('user_follows_blocked', 'One of the two has blocked the other');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER user_follows_refuse_blocked BEFORE INSERT ON user_follows
  FOR EACH ROW EXECUTE FUNCTION refuse_blocked_follow();

CREATE FUNCTION refuse_blocked_reply() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  answered uuid;
BEGIN
  SELECT author_id INTO answered FROM notes WHERE id = NEW.parent_id;
  IF answered IS NULL OR answered = NEW.author_id THEN
    RETURN NEW;
  END IF;
  PERFORM hold_relation(answered, NEW.author_id, false);
  IF is_blocked(answered, NEW.author_id) AND NOT EXISTS (SELECT FROM notes WHERE id = NEW.id) THEN
    PERFORM refuse('notes_reply_blocked', 'The author of the note has blocked who replies');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER notes_refuse_blocked_reply BEFORE INSERT ON notes
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION refuse_blocked_reply();

-- Whatever makes a notification: none of somebody whom its reader ignores. Those that gather many (announce) are there
-- all the same, read from the beginning, so that they count.
CREATE FUNCTION drop_ignored_notification() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RETURN CASE WHEN NEW.is_read OR NOT ignores(NEW.user_id, NEW.related_user_id) THEN NEW END;
END $$;

CREATE TRIGGER notifications_drop_ignored BEFORE INSERT ON notifications
  FOR EACH ROW WHEN (NEW.related_user_id IS NOT NULL) EXECUTE FUNCTION drop_ignored_notification();

-- As in 0049, and: one whom the recipient ignores counts and is never the name. While nobody else has acted, theirs is
-- the name of a notification that no list shows.
CREATE OR REPLACE FUNCTION announce(
  actor uuid, recipient uuid, key text, kind text, post uuid, comment uuid, note uuid
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  notice notifications;
  is_ignored boolean := ignores(recipient, actor);
  is_named boolean;
  is_news boolean;
BEGIN
  SELECT * INTO notice FROM notifications WHERE user_id = recipient AND dedupe_key = key;
  IF notice.id IS NULL THEN
    INSERT INTO notifications
      (user_id, type, related_user_id, actor_ids, post_id, comment_id, note_id, dedupe_key, is_read)
    VALUES (recipient, kind, actor, ARRAY[actor], post, comment, note, key, is_ignored);
    RETURN NOT is_ignored;
  END IF;
  is_named := notice.actor_count > 0 AND NOT ignores(recipient, notice.related_user_id);
  IF is_ignored THEN
    UPDATE notifications SET
      actor_count = actor_count + 1,
      actor_ids = (array_remove(actor_ids, actor))[:19] || actor,
      related_user_id = CASE WHEN is_named THEN related_user_id ELSE actor END
    WHERE id = notice.id;
    RETURN false;
  END IF;
  is_news := notice.related_user_id IS NULL OR actor <> ALL (notice.actor_ids)
    AND (notice.is_read OR NOT is_named OR notice.created_at < now() - interval '1 hour');
  UPDATE notifications SET
    actor_count = actor_count + 1,
    -- Whom it has announced, the latest first, also those who took their act back.
    actor_ids = (actor || array_remove(actor_ids, actor))[:20]
  WHERE id = notice.id;
  IF is_news OR NOT is_named THEN
    UPDATE notifications SET related_user_id = actor,
      is_read = is_read AND NOT is_news,
      created_at = CASE WHEN is_news THEN now() ELSE created_at END
    WHERE id = notice.id;
  END IF;
  RETURN is_news OR NOT is_named AND NOT notice.is_read;
END $$;

-- As in 0049: the latest of those who voted for it, and have not taken it back; one whom the author hears of, if any.
CREATE OR REPLACE FUNCTION latest_voter(author uuid, key text, post uuid, comment uuid) RETURNS uuid
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
  ORDER BY ignores(author, actor.id), actor.place LIMIT 1;
  IF latest IS NOT NULL AND NOT ignores(author, latest) THEN
    RETURN latest;
  END IF;
  IF comment IS NULL THEN
    RETURN coalesce(
      (SELECT user_id FROM votes v
       WHERE v.post_id = post AND vote_type = 1 AND user_id <> author AND NOT ignores(author, user_id) LIMIT 1),
      latest,
      (SELECT user_id FROM votes v WHERE v.post_id = post AND vote_type = 1 AND user_id <> author LIMIT 1));
  END IF;
  RETURN coalesce(
    (SELECT user_id FROM votes v
     WHERE v.comment_id = comment AND vote_type = 1 AND user_id <> author AND NOT ignores(author, user_id) LIMIT 1),
    latest,
    (SELECT user_id FROM votes v WHERE v.comment_id = comment AND vote_type = 1 AND user_id <> author LIMIT 1));
END $$;

-- The same for who likes a note.
CREATE FUNCTION latest_liker(author uuid, key text, note uuid) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
  latest uuid;
BEGIN
  SELECT actor.id INTO latest
  FROM notifications n
  CROSS JOIN unnest(n.actor_ids) WITH ORDINALITY AS actor (id, place)
  JOIN note_likes l ON l.user_id = actor.id AND l.note_id = note
  WHERE n.user_id = author AND n.dedupe_key = key
  ORDER BY ignores(author, actor.id), actor.place LIMIT 1;
  IF latest IS NOT NULL AND NOT ignores(author, latest) THEN
    RETURN latest;
  END IF;
  RETURN coalesce(
    (SELECT user_id FROM note_likes l
     WHERE l.note_id = note AND l.user_id <> author AND NOT ignores(author, l.user_id) LIMIT 1),
    latest,
    (SELECT user_id FROM note_likes l WHERE l.note_id = note AND l.user_id <> author LIMIT 1));
END $$;

CREATE OR REPLACE FUNCTION notify_of_note_like(target uuid, liker uuid, is_liked boolean) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
  key text := 'note_like:' || target;
  is_told boolean;
BEGIN
  SELECT author_id INTO author FROM notes WHERE id = target FOR NO KEY UPDATE;
  IF author IS NULL OR author = liker THEN
    RETURN NULL;
  ELSIF is_liked THEN
    is_told := announce(liker, author, key, 'note_like', NULL, NULL, target);
  ELSE
    is_told := withdraw(author, key, latest_liker(author, key, target));
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

-- As in 0049; with nobody left but those whom the reader ignores there is nothing to read either.
CREATE OR REPLACE FUNCTION withdraw(recipient uuid, key text, latest uuid) RETURNS boolean
LANGUAGE sql AS $$
  UPDATE notifications SET
    actor_count = greatest(actor_count - 1, 0),
    related_user_id = coalesce(latest, related_user_id)
  WHERE user_id = recipient AND dedupe_key = key AND actor_count > 0
  RETURNING (actor_count = 0 OR ignores(user_id, related_user_id)) AND NOT is_read
$$;

-- So many names are a list that a browser reads on every visit.
CREATE FUNCTION refuse_too_many_relations() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  relations integer;
BEGIN
  EXECUTE format('SELECT count(*) FROM %I WHERE member_id = $1', TG_TABLE_NAME) INTO relations USING NEW.member_id;
  IF relations >= 1000 THEN
    PERFORM refuse(TG_TABLE_NAME || '_most', 'One member has 1000 of them at most');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER mutes_most BEFORE INSERT ON mutes FOR EACH ROW EXECUTE FUNCTION refuse_too_many_relations();
CREATE TRIGGER blocks_most BEFORE INSERT ON blocks FOR EACH ROW EXECUTE FUNCTION refuse_too_many_relations();

-- Where the name of a notification that gathers many is one whom its reader ignores from now on, another takes its place.
CREATE FUNCTION rename_gathered(reader uuid, other uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE notifications n SET related_user_id = coalesce(CASE n.type
    WHEN 'note_like' THEN latest_liker(reader, n.dedupe_key, n.note_id)
    ELSE latest_voter(reader, n.dedupe_key, n.post_id, n.comment_id) END, related_user_id)
  WHERE user_id = reader AND related_user_id = other AND type IN ('vote', 'note_like')
$$;

-- Sets whether a member hears nothing of another. What there was of them comes back when it is taken back.
CREATE FUNCTION set_mute(reader uuid, other uuid, wanted boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = reader FOR NO KEY UPDATE;
  IF wanted THEN
    INSERT INTO mutes (member_id, muted_id) VALUES (reader, other) ON CONFLICT DO NOTHING;
    PERFORM rename_gathered(reader, other);
  ELSE
    DELETE FROM mutes WHERE member_id = reader AND muted_id = other;
  END IF;
END $$;

-- Sets whether a member blocks another, and ends who follows whom. Answers whether one of them did.
CREATE FUNCTION set_block(member uuid, other uuid, wanted boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  was_followed boolean := false;
BEGIN
  PERFORM FROM profiles WHERE id IN (member, other) ORDER BY id FOR NO KEY UPDATE;
  PERFORM hold_relation(member, other, true);
  IF wanted THEN
    INSERT INTO blocks (member_id, blocked_id) VALUES (member, other) ON CONFLICT DO NOTHING;
    SELECT bool_or(ended.has_changed) INTO was_followed
    FROM (VALUES (member, other), (other, member)) AS pair (one, two)
    CROSS JOIN LATERAL set_follow(pair.one, pair.two, false) AS ended;
    PERFORM rename_gathered(member, other);
  ELSE
    DELETE FROM blocks WHERE member_id = member AND blocked_id = other;
  END IF;
  RETURN was_followed;
END $$;
