-- What the operator's page shows of the days before, and of the nodes that serve. Numbers alone: no row says who, from where or what.
CREATE TABLE day_counts (
  -- In UTC.
  day date NOT NULL,
  kind text NOT NULL CONSTRAINT day_counts_kind_check
    CHECK (kind IN ('page_views', 'members_active', 'members_joined', 'posts', 'mails_sent', 'mails_refused')),
  count bigint NOT NULL CONSTRAINT day_counts_count_check CHECK (count >= 0),
  CONSTRAINT day_counts_pkey PRIMARY KEY (day, kind)
);

-- Each process that serves writes its own row every 30 seconds, and takes it away when it stops in order.
CREATE TABLE node_statuses (
  id uuid CONSTRAINT node_statuses_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT node_statuses_name_check CHECK (char_length(name) <= 200),
  version text NOT NULL CONSTRAINT node_statuses_version_check CHECK (char_length(version) <= 100),
  role text NOT NULL CONSTRAINT node_statuses_role_check CHECK (role IN ('all', 'web', 'jobs')),
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  memory_bytes bigint NOT NULL,
  -- The newest one that the database had when the process started.
  migration text NOT NULL CONSTRAINT node_statuses_migration_check CHECK (char_length(migration) <= 200),
  cache_hits bigint NOT NULL,
  cache_misses bigint NOT NULL,
  -- Between sending a message and hearing it again; null before the first came back.
  event_lag_ms double precision,
  -- Null where there is no replica.
  replica_lag_seconds double precision,
  is_replica_left_out boolean
);

-- Who was here on a day is counted by it.
CREATE INDEX sessions_used_index ON sessions (used_at);
-- How many addresses get no mail any more.
CREATE INDEX mail_refusals_stopped_index ON mail_refusals (user_id) WHERE in_a_row >= 3;

ALTER TABLE content_changes
  DROP CONSTRAINT content_changes_kind_check,
  ADD CONSTRAINT content_changes_kind_check
    CHECK (kind IN ('category', 'thinker', 'book', 'blog', 'event', 'rule', 'site', 'job')),
  DROP CONSTRAINT content_changes_act_check,
  ADD CONSTRAINT content_changes_act_check CHECK (act IN ('created', 'updated', 'deleted', 'retried', 'discarded'));
