-- Imports from other forum software (imports/). For each old item, `imported` stores what became of it: for redirects
-- from old addresses, repeated runs, the report and undoing a run.

CREATE TABLE import_runs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- The software and the address of the former forum, such as "nodebb https://old.example". Ids are derived from it, so
  -- a second run finds what the first one brought.
  source text NOT NULL CONSTRAINT import_runs_source_check CHECK (is_text(source, 300)),
  -- SHA-256 of the file in hex.
  file_digest text NOT NULL CONSTRAINT import_runs_file_digest_check CHECK (file_digest ~ '^[0-9a-f]{64}$'),
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null: running or interrupted.
  finished_at timestamptz,
  undone_at timestamptz,
  is_dry_run boolean NOT NULL DEFAULT false,
  phase text NOT NULL DEFAULT 'reading'
    CONSTRAINT import_runs_phase_check CHECK (phase IN ('reading', 'writing')),
  phase_started_at timestamptz NOT NULL DEFAULT now(),
  -- Rows read from the file, or records written, in this phase. The total is unknown while reading.
  records bigint NOT NULL DEFAULT 0,
  total bigint,
  -- The command writes this time every second while it runs.
  seen_at timestamptz,
  -- The figures of the report, without texts. The whole report is a file of the machine that ran the command.
  report jsonb CONSTRAINT import_runs_report_check CHECK (octet_length(report::text) <= 500000),
  -- Why the file could not be imported.
  problem text CONSTRAINT import_runs_problem_check CHECK (char_length(problem) <= 300),
  -- When an admin asked to undo the run. A job does it.
  undo_requested_at timestamptz,
  -- Items that the undo has kept, because somebody has used or changed them since.
  kept bigint,
  CONSTRAINT import_runs_undo_check CHECK (NOT is_dry_run OR undo_requested_at IS NULL)
);

CREATE TABLE imported (
  source text NOT NULL,
  kind text NOT NULL CONSTRAINT imported_kind_check CHECK (kind IN (
    'member', 'avatar', 'concept', 'picture', 'post', 'comment', 'vote', 'bookmark', 'follow', 'block', 'message',
    'sanction', 'address')),
  old_id text NOT NULL CONSTRAINT imported_old_id_check CHECK (char_length(old_id) BETWEEN 1 AND 200),
  run_id uuid NOT NULL REFERENCES import_runs,
  -- Null: not imported. The item itself may have been deleted since.
  id uuid,
  -- Whether the item existed before, such as the account of a member with the same address. An undo keeps it.
  is_old boolean NOT NULL DEFAULT false,
  -- Why the item was not imported.
  problem text CONSTRAINT imported_problem_check CHECK (is_text(problem, 300)),
  -- The text as it was in the former forum, so that a better converter can convert it again. Deleted after a year, and
  -- when the text is edited, removed or deleted.
  original text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (source, kind, old_id),
  CONSTRAINT imported_outcome_check CHECK (num_nonnulls(id, problem) = 1)
);
CREATE INDEX imported_id_index ON imported (id);
CREATE INDEX imported_run_index ON imported (run_id);
CREATE INDEX imported_originals_index ON imported (created_at) WHERE original IS NOT NULL;

CREATE FUNCTION delete_original(item uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE imported SET original = NULL WHERE id = item AND original IS NOT NULL
$$;
