-- Notes about moderation cases, assigned cases and saved replies.
CREATE TABLE case_notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  case_id uuid NOT NULL REFERENCES moderation_cases ON DELETE CASCADE,
  number smallint NOT NULL CONSTRAINT case_notes_number_check CHECK (number BETWEEN 1 AND 50),
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  text text NOT NULL CONSTRAINT case_notes_text_check CHECK (is_text(text, 1000)),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT case_notes_case_key UNIQUE (case_id, number)
);
CREATE INDEX case_notes_author_index ON case_notes (author_id) WHERE author_id IS NOT NULL;

CREATE INDEX moderation_cases_claimed_queue_index ON moderation_cases (claimed_by, (- weight), id)
  WHERE closed_at IS NULL AND claimed_by IS NOT NULL;

CREATE FUNCTION next_reply_number() RETURNS smallint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('saved_replies'));
  RETURN (SELECT min(n) FROM generate_series(1, 51) n WHERE NOT EXISTS (SELECT FROM saved_replies WHERE number = n));
END $$;

CREATE TABLE saved_replies (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number smallint NOT NULL DEFAULT next_reply_number() UNIQUE
    CONSTRAINT saved_replies_number_check CHECK (number BETWEEN 1 AND 50),
  title text NOT NULL CONSTRAINT saved_replies_title_check CHECK (is_text(title, 100)),
  text text NOT NULL CONSTRAINT saved_replies_text_check CHECK (is_text(text, 500)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT readable_name CHECK (is_readable_name(title))
);

ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check CHECK (type IN ('appeal_outcome', 'approval_outcome', 'case_assigned', 'comment',
    'follow', 'followed_post', 'mention', 'note_like', 'note_reply', 'post_classified', 'redaction', 'removal',
    'report_outcome', 'sanction', 'vote'));

ALTER TABLE content_changes DROP CONSTRAINT content_changes_kind_check,
  ADD CONSTRAINT content_changes_kind_check CHECK (kind IN ('concept', 'thinker', 'book', 'blog', 'event',
    'rule', 'site', 'job', 'webhook', 'saved reply'));
