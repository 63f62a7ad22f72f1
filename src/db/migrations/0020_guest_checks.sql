-- Floods by crawlers, the checks of guests meanwhile, and the settings for both.
CREATE TABLE floods (
  started_at timestamptz PRIMARY KEY DEFAULT now(),
  ends_at timestamptz NOT NULL,
  CONSTRAINT floods_ends_at_check CHECK (ends_at > started_at)
);

ALTER TABLE day_counts
  DROP CONSTRAINT day_counts_kind_check,
  ADD CONSTRAINT day_counts_kind_check CHECK (kind IN ('page_views', 'members_active', 'members_joined', 'posts',
    'mails_sent', 'mails_refused', 'guests_checked', 'checks_solved', 'checks_refused', 'search_engine_reads'));

ALTER TABLE site_settings
  ADD COLUMN guest_check text NOT NULL DEFAULT 'flood'
    CONSTRAINT site_settings_guest_check_check CHECK (guest_check IN ('flood', 'always', 'never')),
  ADD COLUMN ai_training text NOT NULL DEFAULT 'allowed'
    CONSTRAINT site_settings_ai_training_check CHECK (ai_training IN ('allowed', 'refused'));
