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
  undone_at timestamptz
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
