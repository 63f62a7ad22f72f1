-- What moderators do, on what ground, and what waits for them. Every act is a row of moderation_actions, written in the
-- transaction that does it; rules, cases, reports and sanctions are what such acts refer to.

-- What one may not do here. Kept on /manage, shown on /rules; an action keeps the rule's words as they were.
CREATE TABLE community_rules (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Two change places in one transaction.
  number smallint NOT NULL CONSTRAINT community_rules_number_key UNIQUE DEFERRABLE INITIALLY DEFERRED
    CONSTRAINT community_rules_number_check CHECK (number BETWEEN 1 AND 50),
  title text NOT NULL CONSTRAINT community_rules_title_check CHECK (is_text(title, 100)),
  text text NOT NULL DEFAULT '' CONSTRAINT community_rules_text_check CHECK (text = '' OR is_text(text, 2000)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Something that waits for a decision: what was reported, a post held for approval, an appeal. One that is open for a thing.
CREATE TABLE moderation_cases (
  id uuid PRIMARY KEY DEFAULT new_id(),
  source text NOT NULL CONSTRAINT moderation_cases_source_check
    CHECK (source IN ('report', 'pending', 'appeal', 'automatic')),
  -- A profile by the id of its member; an appeal is about an action.
  kind text NOT NULL CONSTRAINT moderation_cases_kind_check
    CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message', 'action')),
  target_id uuid NOT NULL,
  -- Whose thing it is.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- The thing as it was when it was reported, and a message's context; erased 90 days after closing.
  snapshot jsonb,
  weight real NOT NULL DEFAULT 0 CONSTRAINT moderation_cases_weight_check CHECK (weight >= 0),
  report_count integer NOT NULL DEFAULT 0 CONSTRAINT moderation_cases_report_count_check CHECK (report_count >= 0),
  -- Who is looking at it, so that no second moderator does the same work. It lapses by itself.
  claimed_by uuid REFERENCES profiles ON DELETE SET NULL,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by uuid REFERENCES profiles ON DELETE SET NULL,
  -- Moot: the thing went before anybody decided.
  outcome text CONSTRAINT moderation_cases_outcome_check CHECK (outcome IN ('upheld', 'rejected', 'moot')),
  CONSTRAINT moderation_cases_closed_check CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX moderation_cases_open_key ON moderation_cases (kind, target_id) WHERE closed_at IS NULL;
CREATE INDEX moderation_cases_open_index ON moderation_cases (weight DESC, id) WHERE closed_at IS NULL;
CREATE INDEX moderation_cases_closed_index ON moderation_cases (closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX moderation_cases_target_index ON moderation_cases (kind, target_id);
CREATE INDEX moderation_cases_member_index ON moderation_cases (member_id, id DESC) WHERE member_id IS NOT NULL;
CREATE INDEX moderation_cases_claimed_by_index ON moderation_cases (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX moderation_cases_closed_by_index ON moderation_cases (closed_by) WHERE closed_by IS NOT NULL;
CREATE INDEX moderation_cases_snapshots_index ON moderation_cases (closed_at) WHERE snapshot IS NOT NULL;

CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  case_id uuid NOT NULL REFERENCES moderation_cases ON DELETE CASCADE,
  -- Seen by moderators only.
  reporter_id uuid REFERENCES profiles ON DELETE SET NULL,
  reason text NOT NULL CONSTRAINT reports_reason_check
    CHECK (reason IN ('spam', 'abuse', 'private', 'illegal', 'off_topic', 'other')),
  words text NOT NULL DEFAULT '' CONSTRAINT reports_words_check CHECK (words = '' OR is_text(words, 1000)),
  weight real NOT NULL CONSTRAINT reports_weight_check CHECK (weight BETWEEN 0 AND 3),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reports_case_reporter_key UNIQUE (case_id, reporter_id)
);
CREATE INDEX reports_reporter_index ON reports (reporter_id, id DESC) WHERE reporter_id IS NOT NULL;

-- The log. Rows are never changed or deleted but as the trigger below allows. Without the columns `note`, `case_id` and
-- `details` it is public.
CREATE TABLE moderation_actions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Places in the chain of digests, without a gap.
  number bigint NOT NULL CONSTRAINT moderation_actions_number_key UNIQUE,
  action text NOT NULL CONSTRAINT moderation_actions_action_check CHECK (action IN (
    'remove', 'restore', 'lock', 'unlock', 'pin', 'unpin', 'classify', 'mark_duplicate', 'unmark_duplicate',
    'warn', 'require_approval', 'rate_limit', 'suspend', 'lift', 'vouch', 'purge', 'undo_purge',
    'block_domain', 'unblock_domain', 'redact', 'reject_report', 'approve', 'reject', 'grant_appeal', 'reject_appeal')),
  -- Null: somebody who has left, or nobody: what the forum did by itself is the system's.
  acted_by uuid REFERENCES profiles ON DELETE SET NULL,
  acted_as text NOT NULL CONSTRAINT moderation_actions_acted_as_check CHECK (acted_as IN ('moderator', 'admin', 'system')),
  -- Whom it is about; the log names them for suspensions alone, and for a year.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  kind text NOT NULL CONSTRAINT moderation_actions_kind_check CHECK (kind IN (
    'post', 'comment', 'note', 'profile', 'message', 'member', 'domain', 'action', 'revision')),
  -- Not a foreign key: the log outlives what it tells of.
  target_id uuid,
  -- Where a comment stands, so that the log can lead there.
  post_id uuid,
  rule text CONSTRAINT moderation_actions_rule_check CHECK (is_text(rule, 110)),
  reason text CONSTRAINT moderation_actions_reason_check CHECK (is_text(reason, 500)),
  note text CONSTRAINT moderation_actions_note_check CHECK (is_text(note, 2000)),
  -- What it takes back, and the action that it is one of several of.
  reverts uuid REFERENCES moderation_actions,
  part_of uuid REFERENCES moderation_actions,
  case_id uuid REFERENCES moderation_cases ON DELETE SET NULL,
  -- What was there before, by the kind of action; for moderators.
  details jsonb,
  ends_at timestamptz,
  redacted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Stays when the reason is redacted, so that the chain does.
  reason_digest bytea CONSTRAINT moderation_actions_reason_digest_check CHECK (octet_length(reason_digest) = 32),
  digest bytea NOT NULL CONSTRAINT moderation_actions_digest_check CHECK (octet_length(digest) = 32),
  CONSTRAINT moderation_actions_redacted_check CHECK (redacted_at IS NULL OR reason IS NULL),
  CONSTRAINT moderation_actions_system_check CHECK (acted_as <> 'system' OR acted_by IS NULL)
);
CREATE UNIQUE INDEX moderation_actions_reverts_key ON moderation_actions (reverts) WHERE reverts IS NOT NULL;
CREATE INDEX moderation_actions_part_of_index ON moderation_actions (part_of) WHERE part_of IS NOT NULL;
CREATE INDEX moderation_actions_member_index ON moderation_actions (member_id, number DESC) WHERE member_id IS NOT NULL;
CREATE INDEX moderation_actions_acted_by_index ON moderation_actions (acted_by, number DESC) WHERE acted_by IS NOT NULL;
CREATE INDEX moderation_actions_action_index ON moderation_actions (action, number DESC);
CREATE INDEX moderation_actions_target_index ON moderation_actions (kind, target_id, number DESC);
CREATE INDEX moderation_actions_case_index ON moderation_actions (case_id) WHERE case_id IS NOT NULL;

-- SHA-256 of the digest before and the public columns that never change: who acted and whom it is about may leave.
CREATE FUNCTION moderation_action_digest(previous bytea, entry moderation_actions) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
    entry.number, entry.id, entry.action, entry.acted_as, entry.kind, entry.target_id, entry.post_id, entry.rule,
    encode(entry.reason_digest, 'hex'), entry.reverts, entry.part_of,
    extract(epoch FROM entry.ends_at), extract(epoch FROM entry.created_at))::text, 'UTF8'))
$$;

-- Actions queue here until the commit before them, so that numbers have no gap and each digest knows the one before.
CREATE FUNCTION chain_moderation_action() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  previous record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('moderation_actions'));
  SELECT number, digest INTO previous FROM moderation_actions ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(previous.number, 0) + 1;
  NEW.reason_digest := sha256(convert_to(NEW.reason, 'UTF8'));
  NEW.digest := moderation_action_digest(coalesce(previous.digest, ''), NEW);
  RETURN NEW;
END $$;

CREATE TRIGGER moderation_actions_chain BEFORE INSERT ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION chain_moderation_action();

-- What may change: the words of an entry that is redacted go, and people and cases that are no more are not named.
CREATE FUNCTION keep_moderation_action() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  allowed moderation_actions := OLD;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.acted_by IS NULL THEN allowed.acted_by := NULL; END IF;
    IF NEW.member_id IS NULL THEN allowed.member_id := NULL; END IF;
    IF NEW.case_id IS NULL THEN allowed.case_id := NULL; END IF;
    IF NEW.redacted_at IS NOT NULL THEN
      allowed.reason := NULL;
      allowed.redacted_at := coalesce(OLD.redacted_at, NEW.redacted_at);
    END IF;
    IF NEW.note IS NULL THEN allowed.note := NULL; END IF;
    IF NEW.details IS NULL THEN allowed.details := NULL; END IF;
    IF NEW IS NOT DISTINCT FROM allowed THEN
      RETURN NEW;
    END IF;
  END IF;
  PERFORM refuse('moderation_actions_append_only', 'The moderation log is only ever added to');
  RETURN NULL;
END $$;

CREATE TRIGGER moderation_actions_keep BEFORE UPDATE OR DELETE ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION keep_moderation_action();
CREATE FUNCTION keep_moderation_actions() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse('moderation_actions_append_only', 'The moderation log is only ever added to');
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_actions_keep_all BEFORE TRUNCATE ON moderation_actions
  FOR EACH STATEMENT EXECUTE FUNCTION keep_moderation_actions();

-- The number of the first entry whose digest is not that of its columns and the entry before; nothing where all are.
CREATE FUNCTION broken_moderation_log() RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT min(a.number) FROM (
    SELECT a, number, digest, lag(digest, 1, '') OVER w AS previous, lag(number, 1, 0) OVER w AS number_before
    FROM moderation_actions a WINDOW w AS (ORDER BY number)) a
  WHERE a.number <> a.number_before + 1 OR a.digest <> moderation_action_digest(a.previous, a.a)
$$;

-- Where words are while the row of what was removed has a stub. Erased 90 days later; then nothing can be restored.
CREATE TABLE removed_content (
  kind text NOT NULL CONSTRAINT removed_content_kind_check CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message')),
  id uuid NOT NULL,
  author_id uuid REFERENCES profiles ON DELETE CASCADE,
  content jsonb NOT NULL,
  action_id uuid NOT NULL REFERENCES moderation_actions,
  removed_at timestamptz NOT NULL DEFAULT now(),
  erase_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  PRIMARY KEY (kind, id)
);
CREATE INDEX removed_content_author_index ON removed_content (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX removed_content_action_index ON removed_content (action_id);
CREATE INDEX removed_content_erase_index ON removed_content (erase_at);

CREATE TABLE sanctions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT sanctions_kind_check CHECK (kind IN ('warning', 'approval', 'rate_limit', 'suspension')),
  -- To the member.
  message text NOT NULL CONSTRAINT sanctions_message_check CHECK (is_text(message, 1000)),
  -- Posts, comments, notes and messages together, in any 24 hours.
  per_day smallint CONSTRAINT sanctions_per_day_check CHECK (per_day BETWEEN 1 AND 100),
  action_id uuid NOT NULL REFERENCES moderation_actions,
  starts_at timestamptz NOT NULL DEFAULT now(),
  -- Null: for good.
  ends_at timestamptz CONSTRAINT sanctions_ends_at_check CHECK (ends_at > starts_at),
  acknowledged_at timestamptz,
  lifted_at timestamptz,
  CONSTRAINT sanctions_rate_limit_check CHECK ((kind = 'rate_limit') = (per_day IS NOT NULL)),
  CONSTRAINT sanctions_acknowledged_check CHECK (acknowledged_at IS NULL OR kind = 'warning')
);
CREATE INDEX sanctions_member_index ON sanctions (member_id, id DESC);
CREATE INDEX sanctions_action_index ON sanctions (action_id);

-- Moderators' words about a member, for moderators and admins.
CREATE TABLE member_notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  text text NOT NULL CONSTRAINT member_notes_text_check CHECK (is_text(text, 2000)),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_notes_member_index ON member_notes (member_id, id DESC);
CREATE INDEX member_notes_author_index ON member_notes (author_id) WHERE author_id IS NOT NULL;
