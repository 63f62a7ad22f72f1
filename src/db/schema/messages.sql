-- Direct messages between two members.
--
-- Order of locks: lock_relation(), then conversations by key.

-- Messages never change, except that they are marked as read. Deleting the account of either member deletes the
-- messages, unless they are moved to former_messages.
CREATE TABLE messages (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- The application accepts 4,000 characters; imported messages may be longer.
  content text NOT NULL
    CONSTRAINT messages_content_check CHECK (char_length(content) <= 200000 AND content ~ '\S'
      AND content = btrim(content, E' \t\r\n')),
  sender_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  recipient_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  is_read boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT messages_not_to_oneself CHECK (sender_id <> recipient_id)
);
CREATE INDEX messages_sender_id_index ON messages (sender_id);
-- This index stores all messages of a conversation next to each other.
CREATE INDEX messages_thread_index ON messages
  (LEAST(sender_id, recipient_id), GREATEST(sender_id, recipient_id), created_at DESC, id DESC);
-- Also used to find the messages to a deleted recipient.
CREATE INDEX messages_unread_index ON messages (recipient_id, sender_id, is_read);

-- Refuses unwanted messages. Staff may always write. All refused senders get the same error, so that they cannot tell
-- a block from a general setting. Members cannot write to a member they blocked, because no reply could arrive.
-- Messages restored after a purge are accepted, because they were accepted when they were sent.
CREATE FUNCTION messages_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  accepted text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF ROW(NEW.id, NEW.content, NEW.sender_id, NEW.recipient_id, NEW.created_at)
      IS DISTINCT FROM ROW(OLD.id, OLD.content, OLD.sender_id, OLD.recipient_id, OLD.created_at)
      OR OLD.is_read AND NOT NEW.is_read THEN
      PERFORM refuse('messages_stay', 'A message only changes by being read');
    END IF;
    RETURN NEW;
  END IF;
  PERFORM lock_relation(NEW.sender_id, NEW.recipient_id, false);
  IF is_staff(NEW.sender_id) OR current_setting('threshold.publishes_for_others', true) = 'on' THEN
    RETURN NEW;
  END IF;
  SELECT messages_from INTO accepted FROM profiles WHERE id = NEW.recipient_id;
  IF NOT is_blocked(NEW.sender_id, NEW.recipient_id) AND NOT is_blocked(NEW.recipient_id, NEW.sender_id)
    AND (accepted IS NULL OR accepted = 'everyone' OR accepted = 'followed' AND EXISTS (
      SELECT FROM user_follows WHERE follower_id = NEW.recipient_id AND following_id = NEW.sender_id)) THEN
    RETURN NEW; -- if the recipient does not exist, the foreign key refuses the message
  ELSIF EXISTS (SELECT FROM messages WHERE id = NEW.id) THEN
    RETURN NEW; -- sent again: the primary key refuses it
  ELSIF is_blocked(NEW.sender_id, NEW.recipient_id) THEN
    PERFORM refuse('messages_to_blocked', 'The sender has blocked the recipient');
  END IF;
  PERFORM refuse('messages_unwanted', 'The recipient does not accept messages from this sender');
END $$;
CREATE TRIGGER messages_before_write BEFORE INSERT OR UPDATE ON messages
  FOR EACH ROW EXECUTE FUNCTION messages_before_write();

-- A conversation as one of its two members sees it. Without this table, listing a member's conversations would read
-- all of the member's messages. Measured with 100,000 members and 2,000,000 messages, for a member with 73,000
-- conversations and a thread of 130,000 messages: a page of conversations takes 0.4 ms, a page of a thread 0.1 ms,
-- sending 0.3 ms, and marking 20 messages as read 0.8 ms.
--
-- Created after messages, because cascades run in order of creation: a deleted account's messages must be deleted
-- before its conversations.
CREATE TABLE conversations (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  with_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  last_message_id uuid NOT NULL,
  last_message_at timestamptz NOT NULL,
  -- Number of messages from with_id that user_id has not read.
  unread_count integer NOT NULL DEFAULT 0 CONSTRAINT conversations_unread_count_check CHECK (unread_count >= 0),
  PRIMARY KEY (user_id, with_id)
) WITH (fillfactor = 85);
CREATE INDEX conversations_newest_index ON conversations (user_id, last_message_at DESC, last_message_id DESC);
CREATE INDEX conversations_unread_index ON conversations (user_id)
  INCLUDE (unread_count) WHERE unread_count > 0;
CREATE INDEX conversations_with_id_index ON conversations (with_id);

-- Locks conversations in order of their key, so that two members who write to each other simultaneously do not
-- deadlock.
CREATE FUNCTION messages_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO conversations AS c (user_id, with_id, last_message_id, last_message_at, unread_count)
  SELECT user_id, with_id, (array_agg(id ORDER BY created_at DESC, id DESC))[1], max(created_at),
    count(*) FILTER (WHERE is_unread)
  FROM (
    SELECT sender_id AS user_id, recipient_id AS with_id, id, created_at, false AS is_unread FROM added
    UNION ALL
    SELECT recipient_id, sender_id, id, created_at, NOT is_read FROM added) AS of_each_side
  GROUP BY user_id, with_id
  ORDER BY user_id, with_id
  ON CONFLICT (user_id, with_id) DO UPDATE SET
    last_message_id = CASE
      WHEN (excluded.last_message_at, excluded.last_message_id) > (c.last_message_at, c.last_message_id)
      THEN excluded.last_message_id ELSE c.last_message_id END,
    last_message_at = greatest(excluded.last_message_at, c.last_message_at),
    unread_count = c.unread_count + excluded.unread_count;
  PERFORM refuse_sanctioned(ARRAY(SELECT sender_id FROM added));
  -- Messages restored after a purge are older. Nobody is mailed because of an import.
  PERFORM add_outgoing_message(recipient_id, sender_id, id) FROM added
  WHERE NOT is_read AND created_at > now() - interval '15 minutes' AND NOT is_import()
  ORDER BY recipient_id, id;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_after_insert AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION messages_after_insert();

CREATE FUNCTION messages_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations c SET unread_count = c.unread_count - news.messages
  FROM (
    SELECT after.recipient_id, after.sender_id, count(*) AS messages
    FROM before JOIN after USING (id) WHERE NOT before.is_read AND after.is_read
    GROUP BY after.recipient_id, after.sender_id) AS news
  WHERE c.user_id = news.recipient_id AND c.with_id = news.sender_id;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_after_update AFTER UPDATE ON messages
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION messages_after_update();

CREATE FUNCTION messages_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM conversations c
  WHERE (user_id, with_id) IN (SELECT sender_id, recipient_id FROM deleted UNION SELECT recipient_id, sender_id FROM deleted)
  ORDER BY user_id, with_id FOR UPDATE;
  UPDATE conversations c
  SET unread_count = c.unread_count - gone.unread, last_message_id = latest.id, last_message_at = latest.created_at
  FROM (
    SELECT user_id, with_id, count(*) FILTER (WHERE is_unread) AS unread
    FROM (
      SELECT sender_id AS user_id, recipient_id AS with_id, false AS is_unread FROM deleted
      UNION ALL
      SELECT recipient_id, sender_id, NOT is_read FROM deleted) AS of_each_side
    GROUP BY user_id, with_id) AS gone
  CROSS JOIN LATERAL (
    SELECT id, created_at FROM messages
    WHERE least(sender_id, recipient_id) = least(gone.user_id, gone.with_id)
      AND greatest(sender_id, recipient_id) = greatest(gone.user_id, gone.with_id)
    ORDER BY created_at DESC, id DESC LIMIT 1) AS latest
  WHERE c.user_id = gone.user_id AND c.with_id = gone.with_id;
  DELETE FROM conversations c USING deleted
  WHERE (c.user_id, c.with_id) IN ((deleted.sender_id, deleted.recipient_id), (deleted.recipient_id, deleted.sender_id))
    AND NOT EXISTS (
      SELECT FROM messages
      WHERE least(sender_id, recipient_id) = least(c.user_id, c.with_id)
        AND greatest(sender_id, recipient_id) = greatest(c.user_id, c.with_id));
  RETURN NULL;
END $$;
CREATE TRIGGER messages_after_delete AFTER DELETE ON messages
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION messages_after_delete();

-- Returns the muted and blocked members, whose messages do not count as unread. Moderators and admins are excepted,
-- because their messages may be warnings.
CREATE FUNCTION uncounted_senders(reader uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT other FROM ignored_by(reader) AS other WHERE NOT is_staff(other)
$$;

CREATE FUNCTION counter_drift_of_conversations() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'conversations', coalesce(c.user_id, m.user_id), c.unread_count::bigint, m.unread_count
  FROM conversations c
  FULL JOIN (
    SELECT user_id, with_id, (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS last_message_id,
      max(created_at) AS last_message_at, count(*) FILTER (WHERE is_unread) AS unread_count
    FROM (
      SELECT sender_id AS user_id, recipient_id AS with_id, id, created_at, false AS is_unread FROM messages
      UNION ALL
      SELECT recipient_id, sender_id, id, created_at, NOT is_read FROM messages) AS of_each_side
    GROUP BY user_id, with_id) AS m ON m.user_id = c.user_id AND m.with_id = c.with_id
  WHERE ROW(c.last_message_id, c.last_message_at, c.unread_count)
    IS DISTINCT FROM ROW(m.last_message_id, m.last_message_at, m.unread_count::integer)
$$;

-- Conversations with a member who has left. Only the remaining member can read them.
CREATE TABLE former_conversations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- The leaving member. Becomes null when the account is deleted.
  left_id uuid REFERENCES profiles ON DELETE SET NULL,
  last_message_at timestamptz NOT NULL,
  CONSTRAINT former_conversations_left_key UNIQUE (member_id, left_id)
);
CREATE INDEX former_conversations_left_index ON former_conversations (left_id) WHERE left_id IS NOT NULL;
CREATE INDEX former_conversations_newest_index ON former_conversations
  (member_id, last_message_at DESC, id DESC);

CREATE TABLE former_messages (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES former_conversations ON DELETE CASCADE,
  -- Whether the remaining member wrote the message.
  is_own boolean NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX former_messages_conversation_index ON former_messages (conversation_id, created_at DESC, id DESC);
