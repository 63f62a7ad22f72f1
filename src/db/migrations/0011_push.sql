-- Push messages to browsers, and mails and push messages about private messages.

CREATE TABLE push_keys (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT push_keys_is_only_check CHECK (is_only),
  public_key text NOT NULL CONSTRAINT push_keys_public_key_check CHECK (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  private_key text NOT NULL CONSTRAINT push_keys_private_key_check CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$')
);
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  endpoint text NOT NULL
    CONSTRAINT push_subscriptions_endpoint_check CHECK (char_length(endpoint) <= 1000 AND endpoint ~ '^https?://\S+$'),
  p256dh text NOT NULL CONSTRAINT push_subscriptions_p256dh_check CHECK (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text NOT NULL CONSTRAINT push_subscriptions_auth_check CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_subscriptions_session_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint)
);
CREATE INDEX push_subscriptions_member_index ON push_subscriptions (member_id);
CREATE TABLE push_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT push_items_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote',
      'note_like', 'note_reply', 'message')),
  thing_id uuid NOT NULL,
  actor_id uuid,
  post_id uuid,
  comment_id uuid,
  note_id uuid,
  queued_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_items_thing_key UNIQUE (member_id, thing_id)
);
CREATE INDEX push_items_created_at_index ON push_items (created_at);
CREATE INDEX push_items_waiting_index ON push_items (id) WHERE queued_at IS NULL;

ALTER TABLE notification_choices ADD COLUMN push boolean;
ALTER TABLE notification_choices DROP CONSTRAINT notification_choices_kind_check;
ALTER TABLE notification_choices ADD CONSTRAINT notification_choices_kind_check
  CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote', 'note_like', 'note_reply', 'message'));
ALTER TABLE notification_choices ADD CONSTRAINT notification_choices_message_check
  CHECK (kind <> 'message' OR in_app AND email <> 'digest');

ALTER TABLE mail_items DROP CONSTRAINT mail_items_kind_check;
ALTER TABLE mail_items ADD CONSTRAINT mail_items_kind_check
  CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote', 'note_like', 'note_reply', 'message'));
CREATE UNIQUE INDEX mail_items_message_key ON mail_items (member_id, thread_id)
  WHERE kind = 'message' AND queued_at IS NULL;
