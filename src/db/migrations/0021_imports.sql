-- Imports from other forum software, and room for texts that are longer than members may write.

CREATE TABLE import_runs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  source text NOT NULL CONSTRAINT import_runs_source_check CHECK (is_text(source, 300)),
  file_digest text NOT NULL CONSTRAINT import_runs_file_digest_check CHECK (file_digest ~ '^[0-9a-f]{64}$'),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  undone_at timestamptz
);

CREATE TABLE imported (
  source text NOT NULL,
  kind text NOT NULL CONSTRAINT imported_kind_check CHECK (kind IN (
    'member', 'concept', 'post', 'comment', 'vote', 'bookmark', 'follow', 'block', 'message', 'sanction',
    'address')),
  old_id text NOT NULL CONSTRAINT imported_old_id_check CHECK (char_length(old_id) BETWEEN 1 AND 200),
  run_id uuid NOT NULL REFERENCES import_runs,
  id uuid,
  is_old boolean NOT NULL DEFAULT false,
  problem text CONSTRAINT imported_problem_check CHECK (is_text(problem, 300)),
  original text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (source, kind, old_id),
  CONSTRAINT imported_outcome_check CHECK (num_nonnulls(id, problem) = 1)
);
CREATE INDEX imported_id_index ON imported (id);
CREATE INDEX imported_run_index ON imported (run_id);
CREATE INDEX imported_originals_index ON imported (created_at) WHERE original IS NOT NULL;

ALTER TABLE posts
  DROP CONSTRAINT posts_content_check,
  ADD CONSTRAINT posts_content_check CHECK (char_length(content) BETWEEN 1
    AND CASE format WHEN 'plain' THEN 60000 ELSE 600000 END),
  DROP CONSTRAINT posts_content_text_check,
  ADD CONSTRAINT posts_content_text_check CHECK (
    char_length(content_text) <= CASE format WHEN 'plain' THEN 10000 ELSE 200000 END AND content_text ~ '\S');
ALTER TABLE comments
  DROP CONSTRAINT comments_content_check,
  ADD CONSTRAINT comments_content_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN char_length(content) <= 200000 AND content ~ '\S'
      ELSE content = '' AND author_id IS NULL AND parent_id IS NULL
    END);
ALTER TABLE messages
  DROP CONSTRAINT messages_content_check,
  ADD CONSTRAINT messages_content_check CHECK (char_length(content) <= 200000 AND content ~ '\S'
    AND content = btrim(content, E' \t\r\n'));
