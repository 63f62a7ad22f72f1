-- The progress of imports, their reports and requests to undo them, for /manage/import.

ALTER TABLE import_runs
  ADD COLUMN is_dry_run boolean NOT NULL DEFAULT false,
  ADD COLUMN phase text NOT NULL DEFAULT 'reading'
    CONSTRAINT import_runs_phase_check CHECK (phase IN ('reading', 'writing')),
  ADD COLUMN phase_started_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN records bigint NOT NULL DEFAULT 0,
  ADD COLUMN total bigint,
  ADD COLUMN seen_at timestamptz,
  ADD COLUMN report jsonb CONSTRAINT import_runs_report_check CHECK (octet_length(report::text) <= 500000),
  ADD COLUMN problem text CONSTRAINT import_runs_problem_check CHECK (char_length(problem) <= 300),
  ADD COLUMN undo_requested_at timestamptz,
  ADD COLUMN kept bigint,
  ADD CONSTRAINT import_runs_undo_check CHECK (NOT is_dry_run OR undo_requested_at IS NULL);

ALTER TABLE content_changes DROP CONSTRAINT content_changes_kind_check;
ALTER TABLE content_changes ADD CONSTRAINT content_changes_kind_check
  CHECK (kind IN ('concept', 'thinker', 'book', 'blog', 'event', 'rule', 'site', 'job', 'webhook', 'saved reply',
    'account', 'watched word', 'blocked mail', 'import'));
