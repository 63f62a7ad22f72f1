-- Push messages to members' browsers (Web Push).
--
-- Order of locks: profiles by id, then push_subscriptions; notifications, mail_items, then push_items by member.

-- The key pair by which push services recognise this forum (VAPID, RFC 8292). Created at the first use and never
-- changed, because each subscription works only with the key it was made for.
CREATE TABLE push_keys (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT push_keys_is_only_check CHECK (is_only),
  -- An uncompressed point on the curve P-256, and a secret number, in base64url.
  public_key text NOT NULL CONSTRAINT push_keys_public_key_check CHECK (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  private_key text NOT NULL CONSTRAINT push_keys_private_key_check CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$')
);

-- Browsers that receive push messages. A subscription ends with its session, so nothing is pushed after a sign-out.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- URL at the browser's push service. Whoever knows it and p256dh can write to the browser, so it is a secret.
  endpoint text NOT NULL
    CONSTRAINT push_subscriptions_endpoint_check CHECK (char_length(endpoint) <= 1000 AND endpoint ~ '^https?://\S+$'),
  -- The browser's public key (a point on P-256) and a secret of 16 bytes, in base64url.
  p256dh text NOT NULL CONSTRAINT push_subscriptions_p256dh_check CHECK (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text NOT NULL CONSTRAINT push_subscriptions_auth_check CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_subscriptions_session_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint)
);
CREATE INDEX push_subscriptions_member_index ON push_subscriptions (member_id);

-- Refuses more than ten subscriptions of a member in active sessions. The lock makes simultaneous inserts count each other.
CREATE FUNCTION push_subscriptions_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.member_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id AND s.expires_at > now()
      WHERE p.member_id = NEW.member_id AND p.session_id <> NEW.session_id) >= 10 THEN
    PERFORM refuse('push_subscriptions_limit', 'A member has at most 10 push subscriptions');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER push_subscriptions_before_insert BEFORE INSERT ON push_subscriptions
  FOR EACH ROW EXECUTE FUNCTION push_subscriptions_before_insert();

-- Events to push. Like mail_items, a row only names the recipient and the item. The job that sends it looks up the text
-- and whether the member may still read it (settings/push/items-sql.server.ts). Rows are deleted after a day.
CREATE TABLE push_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT push_items_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote',
      'note_like', 'note_reply', 'message')),
  -- Id of the comment, note, post or message that the event is about, or of the new follower. Each is pushed once.
  thing_id uuid NOT NULL,
  actor_id uuid,
  post_id uuid,
  comment_id uuid,
  note_id uuid,
  -- Time at which a job started to push the event. Null: still to be pushed.
  queued_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_items_thing_key UNIQUE (member_id, thing_id)
);
CREATE INDEX push_items_created_at_index ON push_items (created_at);
CREATE INDEX push_items_waiting_index ON push_items (id) WHERE queued_at IS NULL;

-- Choice of members who have made none: the same as CHOICE_DEFAULTS in people/notifications/policy.ts.
CREATE FUNCTION default_push_choice(kind text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT kind IN ('comment', 'mention', 'note_reply', 'message')
$$;

-- Stores an event for push, if the member has a subscription and wants its kind. Makes the nodes look for events after
-- the commit. Grouped votes and likes are pushed again when new members join the group.
CREATE FUNCTION add_push_item(reader uuid, wanted text, actor uuid, post uuid, comment uuid, note uuid, message uuid)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(message, comment, note, post, actor) IS NULL
    OR NOT EXISTS (SELECT FROM push_subscriptions WHERE member_id = reader)
    OR NOT coalesce(
      (SELECT push FROM notification_choices WHERE member_id = reader AND kind = wanted), default_push_choice(wanted))
    OR ignores(reader, actor) OR is_post_muted(reader, post) THEN
    RETURN;
  END IF;
  INSERT INTO push_items AS item (member_id, kind, thing_id, actor_id, post_id, comment_id, note_id)
  VALUES (reader, wanted, coalesce(message, comment, note, post, actor), actor, post, comment, note)
  ON CONFLICT (member_id, thing_id) DO UPDATE SET actor_id = excluded.actor_id, queued_at = NULL, created_at = now()
  WHERE item.queued_at IS NOT NULL AND item.kind = excluded.kind AND excluded.kind IN ('vote', 'note_like');
  PERFORM pg_notify('threshold', json_build_array('', json_build_object('channel', 'push', 'message', true))::text);
END $$;

-- Stores an event for mail and for push.
CREATE FUNCTION add_outgoing_items(reader uuid, wanted text, actor uuid, post uuid, comment uuid, note uuid)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_mail_item(reader, wanted, actor, post, comment, note);
  PERFORM add_push_item(reader, wanted, actor, post, comment, note, NULL);
END $$;

-- Stores a new private message for mail and for push. Unread messages of a conversation share a mail, which is due a
-- quarter of an hour after the first of them.
CREATE FUNCTION add_outgoing_message(reader uuid, sender uuid, message uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_push_item(reader, 'message', sender, NULL, NULL, NULL, message);
  IF ignores(reader, sender) OR coalesce((
    SELECT email FROM notification_choices WHERE member_id = reader AND kind = 'message'
  ), default_mail_choice('message')) <> 'soon' THEN
    RETURN;
  END IF;
  INSERT INTO mail_items AS item (member_id, kind, thing_id, thread_id, actor_id, due_at)
  VALUES (reader, 'message', message, sender, sender, now() + interval '15 minutes')
  ON CONFLICT (member_id, thread_id) WHERE kind = 'message' AND queued_at IS NULL DO UPDATE SET
    thing_id = excluded.thing_id, due_at = excluded.due_at, created_at = now()
  WHERE NOT EXISTS (SELECT FROM messages WHERE id = item.thing_id AND NOT is_read);
END $$;
