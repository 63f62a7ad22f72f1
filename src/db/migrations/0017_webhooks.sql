-- Webhooks, their deliveries, and their kind of change in the log.

CREATE TABLE webhooks (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Plain HTTP is allowed on this machine only, for tests. A production forum refuses private addresses on connection.
  url text NOT NULL
    CONSTRAINT webhooks_url_check CHECK (char_length(url) <= 500
      AND (url ~ '^https://[^/@]+/' OR url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/')),
  description text NOT NULL DEFAULT ''
    CONSTRAINT webhooks_description_check CHECK (description = '' OR is_text(description, 100)),
  events text[] NOT NULL
    CONSTRAINT webhooks_events_check CHECK (cardinality(events) BETWEEN 1 AND 9 AND events <@ ARRAY['post.created',
      'post.updated', 'post.deleted', 'comment.created', 'comment.updated', 'comment.deleted', 'member.joined',
      'report.created', 'moderation.action']),
  -- The signing secret, encrypted with AUTH_SECRET.
  sealed_secret text NOT NULL
    CONSTRAINT webhooks_sealed_secret_check CHECK (char_length(sealed_secret) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: switched on.
  disabled_at timestamptz,
  -- Time of the first failure since the last success. Stays if the forum itself switched the webhook off.
  failing_since timestamptz
);

CREATE TABLE webhook_deliveries (
  -- Also the message id, which stays the same for all attempts.
  id uuid PRIMARY KEY DEFAULT new_id(),
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event text NOT NULL
    CONSTRAINT webhook_deliveries_event_check CHECK (event ~ '^[a-z]+\.[a-z]+$' AND char_length(event) <= 50),
  -- Id of the post, comment, member, case or log entry; of the webhook for a test. Without a foreign key, because
  -- targets are rows of several tables and may be gone.
  target_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Time of the next attempt. Null: none.
  due_at timestamptz DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  -- Null: waiting for the first attempt or a retry. 'skipped': the text is no longer public.
  outcome text
    CONSTRAINT webhook_deliveries_outcome_check CHECK (outcome IN ('delivered', 'failed', 'skipped', 'canceled')),
  -- The last attempt: response code, duration, first characters of the response, and the error without a response.
  attempted_at timestamptz,
  status smallint,
  duration_ms integer,
  response text CONSTRAINT webhook_deliveries_response_check CHECK (char_length(response) <= 500),
  error text CONSTRAINT webhook_deliveries_error_check CHECK (char_length(error) <= 200)
);
CREATE INDEX webhook_deliveries_created_at_index ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_due_index ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_response_index ON webhook_deliveries (target_id) WHERE response IS NOT NULL;
CREATE INDEX webhook_deliveries_webhook_index ON webhook_deliveries (webhook_id, id DESC);

ALTER TABLE content_changes DROP CONSTRAINT content_changes_kind_check;
ALTER TABLE content_changes ADD CONSTRAINT content_changes_kind_check
  CHECK (kind IN ('concept', 'thinker', 'book', 'blog', 'event', 'rule', 'site', 'job', 'webhook'));
