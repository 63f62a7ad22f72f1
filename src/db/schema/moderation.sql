-- Community rules, moderation cases, and the moderation log.
--
-- Every act of a moderator is recorded in moderation_actions by the same transaction.
--
-- Order of locks: the case, then the post, comment, note or member, then the log.

-- Makes transactions that renumber rules wait for each other. Moving a rule to another rule's number changes both
-- rows, and a new rule gets the number after the last. Without this lock, 20 concurrent changes ended in 7 deadlocks.
CREATE FUNCTION lock_rules() RETURNS void
LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(hashtext('community_rules')) $$;

CREATE FUNCTION next_rule_number() RETURNS smallint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_rules();
  -- This separate statement sees the rules that were committed while the lock was awaited.
  RETURN (SELECT coalesce(max(number), 0) + 1 FROM community_rules);
END $$;

-- Rules are edited on /manage and shown on /rules. Each moderation action stores a copy of its rule's text.
CREATE TABLE community_rules (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Deferred until the commit, so that two rules can swap numbers.
  number smallint NOT NULL DEFAULT next_rule_number() UNIQUE DEFERRABLE INITIALLY DEFERRED
    CONSTRAINT community_rules_number_check CHECK (number BETWEEN 1 AND 50),
  title text NOT NULL CONSTRAINT community_rules_title_check CHECK (is_text(title, 100)),
  text text NOT NULL DEFAULT '' CONSTRAINT community_rules_text_check CHECK (text = '' OR is_text(text, 2000)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT readable_name CHECK (is_readable_name(title))
);

CREATE FUNCTION community_rules_before_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_rules();
  RETURN NULL;
END $$;
-- Locks the rules once per statement, before any row is locked.
CREATE TRIGGER community_rules_before_update BEFORE UPDATE OF number ON community_rules
  FOR EACH STATEMENT EXECUTE FUNCTION community_rules_before_update();

-- If a rule takes another rule's number, the other rule gets the former number of this one.
CREATE FUNCTION community_rules_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE community_rules SET number = OLD.number, updated_at = clock_timestamp()
  WHERE number = NEW.number AND id <> NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER community_rules_after_update AFTER UPDATE OF number ON community_rules
  FOR EACH ROW WHEN (OLD.number <> NEW.number AND pg_trigger_depth() = 0)
  EXECUTE FUNCTION community_rules_after_update();

-- Cases that await a moderator's decision: reported content, pending content, or an appeal. Each post, comment, note,
-- profile, message or action has at most one open case.
CREATE TABLE moderation_cases (
  id uuid PRIMARY KEY DEFAULT new_id(),
  source text NOT NULL
    CONSTRAINT moderation_cases_source_check CHECK (source IN ('report', 'pending', 'appeal', 'automatic')),
  -- Kind of the target. target_id is the member's id for a profile, and the action's id for an appeal.
  kind text NOT NULL
    CONSTRAINT moderation_cases_kind_check CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message',
      'action')),
  target_id uuid NOT NULL,
  -- The author of the content.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- Copy of the reported content, with the messages before a reported message. Erased 90 days after the case is closed.
  snapshot jsonb,
  weight real NOT NULL DEFAULT 0 CONSTRAINT moderation_cases_weight_check CHECK (weight >= 0),
  report_count integer NOT NULL DEFAULT 0
    CONSTRAINT moderation_cases_report_count_check CHECK (report_count >= 0),
  -- The moderator who is working on the case. The claim expires at claimed_until. Null: the case is assigned to them
  -- until it is closed.
  claimed_by uuid REFERENCES profiles ON DELETE SET NULL,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by uuid REFERENCES profiles ON DELETE SET NULL,
  -- 'moot': the content was deleted before a decision.
  outcome text CONSTRAINT moderation_cases_outcome_check CHECK (outcome IN ('upheld', 'rejected', 'moot')),
  -- The closing moderator's note for other moderators.
  note text CONSTRAINT moderation_cases_note_check CHECK (is_text(note, 2000)),
  -- Whether the forum held the content by itself. False if a moderator required approval of all the member's content.
  is_automatic_hold boolean NOT NULL DEFAULT false,
  CONSTRAINT moderation_cases_closed_check CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX moderation_cases_appeals_index ON moderation_cases (created_at) WHERE source = 'appeal';
CREATE INDEX moderation_cases_claimed_by_index ON moderation_cases (claimed_by) WHERE claimed_by IS NOT NULL;
-- For the queue of the cases that a moderator has claimed.
CREATE INDEX moderation_cases_claimed_queue_index ON moderation_cases (claimed_by, (- weight), id)
  WHERE closed_at IS NULL AND claimed_by IS NOT NULL;
CREATE INDEX moderation_cases_closed_by_index ON moderation_cases (closed_by) WHERE closed_by IS NOT NULL;
CREATE INDEX moderation_cases_closed_index ON moderation_cases (closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_kind_index ON moderation_cases (kind, closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL;
CREATE INDEX moderation_cases_decided_pending_index ON moderation_cases (closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL AND source = 'pending';
-- For counting held content in the transparency report.
CREATE INDEX moderation_cases_holds_index ON moderation_cases (created_at) WHERE source = 'pending';
CREATE INDEX moderation_cases_member_index ON moderation_cases (member_id, id DESC) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX moderation_cases_open_key ON moderation_cases (kind, target_id) WHERE closed_at IS NULL;
-- These two indexes serve the queue, as a whole and by kind: highest weight first, then the oldest.
CREATE INDEX moderation_cases_queue_index ON moderation_cases ((- weight), id) WHERE closed_at IS NULL;
CREATE INDEX moderation_cases_queue_kind_index ON moderation_cases (kind, (- weight), id)
  WHERE closed_at IS NULL;
-- For the queue of pending content. Pending content has no reports, so it comes last in the whole queue. Without this
-- index, perhaps a thousand open cases would be read to find a pending one.
CREATE INDEX moderation_cases_queue_pending_index ON moderation_cases ((- weight), id)
  WHERE closed_at IS NULL AND source = 'pending';
CREATE INDEX moderation_cases_snapshots_index ON moderation_cases (closed_at) WHERE snapshot IS NOT NULL;
CREATE INDEX moderation_cases_target_index ON moderation_cases (kind, target_id);
CREATE INDEX moderation_cases_waiting_index ON moderation_cases (created_at) WHERE closed_at IS NULL;

ALTER TABLE notifications ADD CONSTRAINT notifications_case_id_fkey
  FOREIGN KEY (case_id) REFERENCES moderation_cases ON DELETE CASCADE;

CREATE FUNCTION month_of(moment timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT date_trunc('month', moment AT TIME ZONE 'UTC')::date $$;

-- The moderation log. Public except note, case_id and details. Triggers refuse all changes, except that a reason is
-- redacted or an id of a deleted member or case becomes null.
CREATE TABLE moderation_actions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Position in the chain of digests, numbered without gaps.
  number bigint NOT NULL UNIQUE,
  action text NOT NULL
    CONSTRAINT moderation_actions_action_check CHECK (action IN ('remove', 'restore', 'lock', 'unlock', 'pin',
      'unpin', 'classify', 'mark_duplicate', 'unmark_duplicate', 'warn', 'require_approval', 'rate_limit',
      'suspend', 'lift', 'vouch', 'withdraw_vouch', 'purge', 'undo_purge', 'block_domain', 'unblock_domain',
      'redact', 'reject_report', 'approve', 'reject', 'grant_appeal', 'reject_appeal', 'redact_passage',
      'restore_passage', 'slow_down', 'end_slow_mode', 'split_comments', 'move_comments', 'merge_post')),
  -- The moderator. Null: the forum itself (acted_as is 'system'), or the moderator has left.
  acted_by uuid REFERENCES profiles ON DELETE SET NULL,
  acted_as text NOT NULL
    CONSTRAINT moderation_actions_acted_as_check CHECK (acted_as IN ('moderator', 'admin', 'system')),
  -- The affected member. The public log names the member only for suspensions, for one year.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  kind text NOT NULL
    CONSTRAINT moderation_actions_kind_check CHECK (kind IN ('post', 'comment', 'note', 'profile', 'message',
      'member', 'domain', 'action', 'revision')),
  -- Has no foreign key, because the log entry remains when the content or member is deleted.
  target_id uuid,
  -- The post that a comment belongs to, so that the log can link to the comment.
  post_id uuid,
  rule text CONSTRAINT moderation_actions_rule_check CHECK (is_text(rule, 110)),
  reason text CONSTRAINT moderation_actions_reason_check CHECK (is_text(reason, 500)),
  note text CONSTRAINT moderation_actions_note_check CHECK (is_text(note, 2000)),
  -- The earlier action that this action reverts.
  reverts uuid REFERENCES moderation_actions,
  -- The larger action, such as a purge, that this action is a part of.
  part_of uuid REFERENCES moderation_actions,
  case_id uuid REFERENCES moderation_cases ON DELETE SET NULL,
  -- The state before the action, in a format that depends on the action. Visible to moderators only.
  details jsonb,
  ends_at timestamptz,
  redacted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  digest bytea NOT NULL CONSTRAINT moderation_actions_digest_check CHECK (octet_length(digest) = 32),
  -- SHA-256 of each private value, and of each value that may be emptied later. With these hashes, anyone can verify
  -- the chain of digests without knowing the values.
  sealed jsonb NOT NULL,
  CONSTRAINT moderation_actions_redacted_check CHECK (redacted_at IS NULL OR reason IS NULL),
  CONSTRAINT moderation_actions_system_check CHECK (acted_as <> 'system' OR acted_by IS NULL)
);
CREATE INDEX moderation_actions_acted_by_index ON moderation_actions (acted_by, number DESC)
  WHERE acted_by IS NOT NULL;
CREATE INDEX moderation_actions_action_index ON moderation_actions (action, number DESC);
CREATE INDEX moderation_actions_case_index ON moderation_actions (case_id) WHERE case_id IS NOT NULL;
-- For the transparency report, which also counts actions with part_of.
CREATE INDEX moderation_actions_created_index ON moderation_actions (created_at);
CREATE INDEX moderation_actions_log_acted_by_index ON moderation_actions (acted_by, number DESC)
  WHERE part_of IS NULL;
-- These indexes omit actions with part_of, which the public log lists only below the larger action. Months are in UTC.
CREATE INDEX moderation_actions_log_index ON moderation_actions (number DESC) WHERE part_of IS NULL;
CREATE INDEX moderation_actions_log_month_index ON moderation_actions (month_of(created_at), number DESC)
  WHERE part_of IS NULL;
-- For a member's moderation history.
CREATE INDEX moderation_actions_member_history_index ON moderation_actions (member_id, id DESC)
  WHERE member_id IS NOT NULL AND part_of IS NULL;
CREATE INDEX moderation_actions_member_index ON moderation_actions (member_id, number DESC)
  WHERE member_id IS NOT NULL;
CREATE INDEX moderation_actions_parts_index ON moderation_actions (part_of, number DESC)
  WHERE part_of IS NOT NULL;
CREATE UNIQUE INDEX moderation_actions_reverts_key ON moderation_actions (reverts) WHERE reverts IS NOT NULL;
CREATE INDEX moderation_actions_target_index ON moderation_actions (kind, target_id, number DESC);

-- Foreign keys of posts.sql, comments.sql and notes.sql, possible only after moderation_actions exists.
ALTER TABLE posts ADD CONSTRAINT posts_removal_id_fkey FOREIGN KEY (removal_id) REFERENCES moderation_actions;
ALTER TABLE comments ADD CONSTRAINT comments_removal_id_fkey
  FOREIGN KEY (removal_id) REFERENCES moderation_actions;
ALTER TABLE revisions ADD CONSTRAINT revisions_redaction_id_fkey
  FOREIGN KEY (redaction_id) REFERENCES moderation_actions;
ALTER TABLE notes ADD CONSTRAINT notes_removal_id_fkey FOREIGN KEY (removal_id) REFERENCES moderation_actions;

CREATE FUNCTION sealed_columns(entry moderation_actions) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, encode(sha256(convert_to(value, 'UTF8')), 'hex')), '{}')
  FROM jsonb_each_text(jsonb_build_object(
    'acted_by', entry.acted_by, 'member_id', entry.member_id, 'reason', entry.reason, 'note', entry.note,
    'case_id', entry.case_id, 'details', entry.details))
  WHERE value IS NOT NULL
$$;

-- Returns the SHA-256 of the previous digest and all public columns.
CREATE FUNCTION moderation_action_digest(previous bytea, entry moderation_actions) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
    entry.number, entry.id, entry.action, entry.acted_as, entry.kind, entry.target_id, entry.post_id, entry.rule,
    entry.sealed, entry.reverts, entry.part_of, extract(epoch FROM entry.ends_at),
    extract(epoch FROM entry.created_at))::text, 'UTF8'))
$$;

-- Numbers the action and adds its digest. Each action waits for the commit of the previous one, so that numbers have no
-- gaps and each digest includes the previous digest.
CREATE FUNCTION moderation_actions_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  previous record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('moderation_actions'));
  SELECT number, digest INTO previous FROM moderation_actions ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(previous.number, 0) + 1;
  NEW.sealed := sealed_columns(NEW);
  NEW.digest := moderation_action_digest(coalesce(previous.digest, ''), NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER moderation_actions_before_insert BEFORE INSERT ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION moderation_actions_before_insert();

-- Refuses all changes but two: a reason may be redacted, and ids of deleted members and cases become null.
CREATE FUNCTION moderation_actions_before_change() RETURNS trigger
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
    IF NEW IS NOT DISTINCT FROM allowed THEN
      RETURN NEW;
    END IF;
  END IF;
  PERFORM refuse('moderation_actions_append_only', 'The moderation log is append-only');
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_actions_before_change BEFORE UPDATE OR DELETE ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION moderation_actions_before_change();
CREATE TRIGGER moderation_actions_before_truncate BEFORE TRUNCATE ON moderation_actions
  FOR EACH STATEMENT EXECUTE FUNCTION moderation_actions_before_change();

-- Closes cases that an action decides. A removal closes the content's case, unless the forum hid the content because of
-- this very case. An appeal against a reverted action is closed too. A locked case is skipped, because waiting here
-- could deadlock. The transaction that locked it decides it, or a job closes it within ten minutes
-- (staff/queue/jobs.server.ts).
CREATE FUNCTION moderation_actions_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.action = 'remove' AND (NEW.acted_as <> 'system' OR NEW.case_id IS NULL) THEN
    UPDATE moderation_cases SET closed_at = now(), closed_by = NEW.acted_by, outcome = 'upheld',
      claimed_by = NULL, claimed_until = NULL
    WHERE id IN (
      SELECT id FROM moderation_cases
      WHERE kind = NEW.kind AND target_id = NEW.target_id AND closed_at IS NULL AND source IN ('report', 'automatic')
      FOR UPDATE SKIP LOCKED);
  END IF;
  IF NEW.reverts IS NOT NULL THEN
    UPDATE moderation_cases SET closed_at = now(), closed_by = NEW.acted_by, outcome = 'moot',
      claimed_by = NULL, claimed_until = NULL
    WHERE id IN (
      SELECT id FROM moderation_cases
      WHERE kind = 'action' AND target_id = NEW.reverts AND closed_at IS NULL FOR UPDATE SKIP LOCKED);
  END IF;
  -- The public log lists parts of a larger action only below that action.
  IF NEW.part_of IS NULL THEN
    PERFORM record_webhook_events('moderation.action', ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_actions_after_insert AFTER INSERT ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION moderation_actions_after_insert();

-- Returns the number of the first entry that was changed or follows a gap, or null. Deleting the newest entries
-- leaves no gap. To detect that, compare the newest digest with an earlier record.
CREATE FUNCTION broken_moderation_log() RETURNS bigint
LANGUAGE sql STABLE AS $$
  WITH chain AS (
    SELECT a, number, digest, lag(number, 1, 0) OVER w AS number_before, lag(digest, 1, '') OVER w AS previous
    FROM moderation_actions a WINDOW w AS (ORDER BY number)
  ), people AS (
    SELECT encode(sha256(convert_to(id::text, 'UTF8')), 'hex') AS seal FROM profiles p
    -- Members who are leaving are excluded, because their ids are removed from the log before the profile is deleted.
    WHERE NOT EXISTS (SELECT FROM account_deletions d WHERE d.user_id = p.id)
  )
  SELECT min(number) FROM (
    SELECT number FROM chain c
    WHERE number <> number_before + 1 OR digest <> moderation_action_digest(previous, c.a)
    UNION ALL
    SELECT number FROM moderation_actions a, jsonb_each_text(sealed_columns(a)) AS shown
    WHERE shown.value IS DISTINCT FROM a.sealed ->> shown.key
    UNION ALL
    -- Finds entries whose note or details were emptied, which is never allowed.
    SELECT number FROM moderation_actions
    WHERE (note IS NULL AND sealed ? 'note') OR (details IS NULL AND sealed ? 'details')
    UNION ALL
    SELECT number FROM moderation_actions a
    WHERE (redacted_at IS NOT NULL OR (reason IS NULL AND sealed ? 'reason')) AND (redacted_at IS NULL OR NOT EXISTS (
      SELECT FROM moderation_actions r WHERE r.action = 'redact' AND r.kind = 'action' AND r.target_id = a.id))
    UNION ALL
    -- Finds entries whose id of a member or case is null, although the member or case still exists.
    SELECT number FROM moderation_actions a JOIN people ON seal = sealed ->> 'acted_by' WHERE acted_by IS NULL
    UNION ALL
    SELECT number FROM moderation_actions a JOIN people ON seal = sealed ->> 'member_id' WHERE member_id IS NULL
    UNION ALL
    SELECT number FROM moderation_actions a
    JOIN moderation_cases c ON encode(sha256(convert_to(c.id::text, 'UTF8')), 'hex') = sealed ->> 'case_id'
    WHERE case_id IS NULL
  ) AS broken
$$;

-- Notes among moderators about a case, deleted 90 days after the case is closed. The number limits them to 50 a case.
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

-- Returns the lowest free number of a saved reply. The number limits their count to 50.
CREATE FUNCTION next_reply_number() RETURNS smallint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('saved_replies'));
  RETURN (SELECT min(n) FROM generate_series(1, 51) n WHERE NOT EXISTS (SELECT FROM saved_replies WHERE number = n));
END $$;

-- Texts that moderators insert into reasons and messages.
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

-- Words and phrases because of which a member's text is held for approval, changed or refused. The server finds them
-- (shared/watched-words).
CREATE TABLE watched_words (
  id uuid PRIMARY KEY DEFAULT new_id(),
  word text NOT NULL CONSTRAINT watched_words_word_check CHECK (is_text(word, 100)),
  -- The word without case and invisible characters, as it is compared (platform/phrases/fold.ts).
  folded text NOT NULL UNIQUE,
  action text NOT NULL CONSTRAINT watched_words_action_check CHECK (action IN ('hold', 'replace', 'refuse')),
  replacement text CONSTRAINT watched_words_replacement_check CHECK (is_text(replacement, 100)),
  -- An admin switches a word on after testing it against earlier texts.
  is_on boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT watched_words_replaced_check CHECK ((action = 'replace') = (replacement IS NOT NULL))
);

CREATE FUNCTION watched_words_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('watched_words'));
  IF (SELECT count(*) FROM watched_words) >= 1000 THEN
    PERFORM refuse('watched_words_limit', 'There can be at most 1000 watched words');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER watched_words_before_insert BEFORE INSERT ON watched_words
  FOR EACH ROW EXECUTE FUNCTION watched_words_before_insert();

-- Notes that moderators write about a member. Visible to moderators and admins.
CREATE TABLE member_notes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  text text NOT NULL CONSTRAINT member_notes_text_check CHECK (is_text(text, 2000)),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_notes_author_index ON member_notes (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX member_notes_member_index ON member_notes (member_id, id DESC);

-- Blocked domains. Texts that link to them or their subdomains need approval.
CREATE TABLE blocked_domains (
  -- Spelled as in URLs: lower case, punycode, no trailing dot.
  domain text PRIMARY KEY
    CONSTRAINT blocked_domains_domain_check CHECK (char_length(domain) BETWEEN 3 AND 253
      AND domain = lower(domain) AND domain !~ '[\s/@]|^\.|\.$'),
  reason text NOT NULL DEFAULT ''
    CONSTRAINT blocked_domains_reason_check CHECK (reason = '' OR is_text(reason, 500)),
  added_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the domain was blocked before the moderation log existed.
  action_id uuid REFERENCES moderation_actions
);
CREATE INDEX blocked_domains_action_index ON blocked_domains (action_id) WHERE action_id IS NOT NULL;
CREATE INDEX blocked_domains_added_by_index ON blocked_domains (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX blocked_domains_created_index ON blocked_domains (created_at DESC, domain DESC);
