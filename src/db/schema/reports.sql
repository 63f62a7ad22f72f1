-- Reports, content that is pending approval, and appeals.
--
-- Order of locks: the case, then content, the member and the log. Triggers on the log skip a locked case.

-- Reports by members. Only moderators see who reported.
CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  case_id uuid NOT NULL REFERENCES moderation_cases ON DELETE CASCADE,
  reporter_id uuid REFERENCES profiles ON DELETE SET NULL,
  reason text NOT NULL
    CONSTRAINT reports_reason_check CHECK (reason IN ('spam', 'abuse', 'private', 'illegal', 'off_topic',
      'other')),
  words text NOT NULL DEFAULT '' CONSTRAINT reports_words_check CHECK (words = '' OR is_text(words, 1000)),
  weight real NOT NULL CONSTRAINT reports_weight_check CHECK (weight BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT reports_case_reporter_key UNIQUE (case_id, reporter_id)
);
CREATE INDEX reports_created_index ON reports (created_at);
CREATE INDEX reports_reporter_index ON reports (reporter_id, id DESC) WHERE reporter_id IS NOT NULL;

ALTER TABLE notifications ADD CONSTRAINT notifications_report_id_fkey
  FOREIGN KEY (report_id) REFERENCES reports ON DELETE CASCADE;

-- Reports a post, comment, note, profile or message. Returns 'missing' if the reporter cannot see it, 'own' if it is
-- the reporter's, 'too_many' with the seconds to wait, or 'reported'. A repeated report returns 'reported' without
-- case_id. Concurrent reports share one open case. `most`: limit of reports in 24 hours, or null for none.
CREATE FUNCTION report_thing(
  reporter uuid, of_kind text, thing uuid, why text, said text, most integer, OUT answer text,
  OUT wait integer, OUT case_id uuid
)
LANGUAGE plpgsql AS $$
DECLARE
  found_thing record;
  counted integer;
  oldest timestamptz;
  own_weight real;
  open_case uuid;
BEGIN
  -- A member's reports wait for each other here, so that the count is complete. The seed 94 distinguishes this lock
  -- from others.
  PERFORM pg_advisory_xact_lock(hashtextextended(reporter::text, 94));
  SELECT * INTO found_thing FROM reported_thing(reporter, of_kind, thing);
  IF NOT FOUND THEN
    answer := 'missing';
    RETURN;
  ELSIF found_thing.member = reporter THEN
    answer := 'own';
    RETURN;
  END IF;
  SELECT c.id INTO case_id FROM moderation_cases c JOIN reports r ON r.case_id = c.id
  WHERE c.kind = of_kind AND c.target_id = thing AND c.closed_at IS NULL AND r.reporter_id = reporter;
  IF FOUND THEN
    answer := 'reported';
    case_id := NULL;
    RETURN;
  END IF;
  IF most IS NOT NULL THEN
    SELECT count(*), min(created_at) INTO counted, oldest FROM (
      SELECT r.created_at FROM reports r WHERE r.reporter_id = reporter ORDER BY r.id DESC LIMIT most) latest
    WHERE created_at > now() - interval '1 day';
    IF counted >= most THEN
      answer := 'too_many';
      wait := greatest(1, ceil(extract(epoch FROM oldest + interval '1 day' - clock_timestamp())));
      RETURN;
    END IF;
  END IF;
  own_weight := report_weight(reporter);
  LOOP
    INSERT INTO moderation_cases AS c (source, kind, target_id, member_id, snapshot)
    VALUES ('report', of_kind, thing, found_thing.member, found_thing.snapshot)
    ON CONFLICT (kind, target_id) WHERE closed_at IS NULL DO NOTHING;
    SELECT c.id INTO open_case FROM moderation_cases c
    WHERE c.kind = of_kind AND c.target_id = thing AND c.closed_at IS NULL FOR NO KEY UPDATE;
    EXIT WHEN FOUND; -- otherwise the case was closed meanwhile, so open another
  END LOOP;
  INSERT INTO reports (case_id, reporter_id, reason, words, weight)
  VALUES (open_case, reporter, why, said, own_weight);
  -- Reports of illegal content and private data are urgent, so the case gets a weight of at least 3.
  UPDATE moderation_cases c SET report_count = report_count + 1,
    weight = greatest(c.weight + own_weight, CASE WHEN why IN ('illegal', 'private') THEN 3 ELSE 0 END),
    snapshot = coalesce(c.snapshot, found_thing.snapshot)
  WHERE c.id = open_case;
  PERFORM record_webhook_events('report.created', ARRAY[open_case]);
  answer := 'reported';
  case_id := open_case;
END $$;

-- Returns the author and the content as `reader` sees it, or no row if it is not visible. A message is returned with
-- up to five messages before it, which the reporter thereby discloses to moderators.
CREATE FUNCTION reported_thing(reader uuid, of_kind text, thing uuid, OUT member uuid, OUT snapshot jsonb)
RETURNS SETOF record
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE of_kind
    WHEN 'post' THEN RETURN QUERY
      SELECT p.author_id, jsonb_build_object(
        'title', p.title, 'content', p.content_text, 'post_id', p.id, 'at', coalesce(p.edited_at, p.created_at),
        'links', (SELECT coalesce(jsonb_agg(DISTINCT link[1]), '[]') FROM regexp_matches(p.content, 'href="([^"]+)"', 'g') link),
        'pictures', pictures_in(p.content)
      ) || author_facts(p.author_id)
      FROM posts p WHERE p.id = thing AND p.deleted_at IS NULL AND p.removed_at IS NULL;
    WHEN 'comment' THEN RETURN QUERY
      SELECT c.author_id, jsonb_build_object(
        'title', NULL, 'content', c.content, 'post_id', c.post_id, 'at', coalesce(c.edited_at, c.created_at),
        'pictures', pictures_in(c.content))
        || author_facts(c.author_id)
      FROM comments c JOIN posts p ON p.id = c.post_id
      WHERE c.id = thing AND c.deleted_at IS NULL AND c.removed_at IS NULL AND p.removed_at IS NULL;
    WHEN 'note' THEN RETURN QUERY
      SELECT n.author_id, jsonb_build_object(
        'title', NULL, 'content', n.content, 'at', coalesce(n.edited_at, n.created_at)) || author_facts(n.author_id)
      FROM notes n WHERE n.id = thing AND n.deleted_at IS NULL AND n.removed_at IS NULL;
    WHEN 'profile' THEN RETURN QUERY
      SELECT p.id, jsonb_build_object(
        'title', coalesce(nullif(p.full_name, ''), p.username), 'content', coalesce(p.bio, ''), 'at', p.updated_at,
        'website', p.website_url, 'location', p.location, 'picture', p.avatar_url) || author_facts(p.id)
      FROM profiles p JOIN users u ON u.id = p.id WHERE p.id = thing AND u.email_verified;
    WHEN 'message' THEN RETURN QUERY
      SELECT m.sender_id, jsonb_build_object('title', NULL, 'content', m.content, 'at', m.created_at, 'context', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'content', b.content, 'at', b.created_at)
            || author_facts(b.sender_id) ORDER BY b.created_at, b.id), '[]')
          FROM (
            SELECT * FROM messages x
            WHERE least(x.sender_id, x.recipient_id) = least(m.sender_id, m.recipient_id)
              AND greatest(x.sender_id, x.recipient_id) = greatest(m.sender_id, m.recipient_id)
              AND (x.created_at, x.id) < (m.created_at, m.id)
            ORDER BY x.created_at DESC, x.id DESC LIMIT 5) b)) || author_facts(m.sender_id)
      FROM messages m WHERE m.id = thing AND reader IN (m.sender_id, m.recipient_id);
    ELSE RETURN;
  END CASE;
END $$;

CREATE FUNCTION author_facts(author uuid) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('author_id', author, 'author_name', (
    SELECT coalesce(nullif(full_name, ''), username) FROM profiles WHERE id = author), 'author_username', (
    SELECT username FROM profiles WHERE id = author))
$$;

-- Returns the weight of a member's reports, calculated from the outcomes of their last hundred decided reports.
CREATE FUNCTION report_weight(reporter uuid) RETURNS real
LANGUAGE sql STABLE AS $$
  SELECT ((count(*) FILTER (WHERE outcome = 'upheld') + 1)::real / (count(*) + 2))::real
  FROM (
    SELECT c.outcome FROM reports r JOIN moderation_cases c ON c.id = r.case_id
    WHERE r.reporter_id = reporter AND c.outcome IN ('upheld', 'rejected') ORDER BY r.id DESC LIMIT 100) decided
$$;

-- Notifies reporters and the author when a case is closed. dedupe_key ensures that closing a case twice notifies once.
CREATE FUNCTION moderation_cases_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL OR NEW.outcome IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO notifications (user_id, type, report_id, dedupe_key)
  SELECT reporter_id, 'report_outcome', id, 'report:' || id FROM reports
  WHERE case_id = NEW.id AND reporter_id IS NOT NULL ORDER BY reporter_id
  ON CONFLICT DO NOTHING;
  -- Notifies the author of pending content, unless the author withdrew it, because closed_by is null then.
  IF NEW.source = 'pending' AND NEW.member_id IS NOT NULL AND NEW.closed_by IS NOT NULL THEN
    INSERT INTO notifications (user_id, type, case_id, dedupe_key)
    VALUES (NEW.member_id, 'approval_outcome', NEW.id, 'approval:' || NEW.id)
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.source = 'appeal' THEN
    UPDATE appeals SET outcome = 'moot', decided_at = now() WHERE case_id = NEW.id AND outcome IS NULL;
  END IF;
  -- A member with a confirmed spam report becomes new again, except members with a role.
  IF NEW.outcome = 'upheld' AND NEW.member_id IS NOT NULL THEN
    UPDATE profiles SET established_at = NULL, new_since = now()
    WHERE id = NEW.member_id AND NOT EXISTS (SELECT FROM user_roles WHERE user_id = NEW.member_id)
      AND EXISTS (SELECT FROM reports WHERE case_id = NEW.id AND reason = 'spam');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_cases_after_update AFTER UPDATE OF outcome ON moderation_cases
  FOR EACH ROW EXECUTE FUNCTION moderation_cases_after_update();

-- Content that is pending approval. It is in no other table, so no list, search, feed, count or notification can show
-- it (decision 0025). When it is approved, it is inserted as if its author had just sent it.
CREATE TABLE pending_content (
  kind text NOT NULL CONSTRAINT pending_content_kind_check CHECK (kind IN ('post', 'comment', 'note')),
  -- The id that the content will have when published, chosen by the author's browser.
  id uuid NOT NULL,
  author_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- The author's input to the API operation that creates the content.
  payload jsonb NOT NULL
    CONSTRAINT pending_content_payload_check CHECK (jsonb_typeof(payload) = 'object'
      AND char_length(payload ->> 'content') BETWEEN 1 AND 300000),
  reasons text[] NOT NULL
    CONSTRAINT pending_content_reasons_check CHECK (cardinality(reasons) BETWEEN 1 AND 20
      AND array_position(reasons, NULL) IS NULL),
  -- The moderation case records whether the content is still pending. Rejected content stays for 90 days after the
  -- decision, so that its author can copy it.
  case_id uuid NOT NULL UNIQUE REFERENCES moderation_cases ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, id)
);
CREATE INDEX pending_content_author_index ON pending_content (author_id, created_at DESC, id DESC);

CREATE FUNCTION pending_content_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER pending_content_after_insert AFTER INSERT ON pending_content
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pending_content_after_insert();

-- Closes the case and erases its copy of the content if the content was withdrawn or its author has left.
CREATE FUNCTION pending_content_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_cases SET closed_at = now(), outcome = 'moot', snapshot = NULL, claimed_by = NULL, claimed_until = NULL
  WHERE id = OLD.case_id AND closed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER pending_content_after_delete AFTER DELETE ON pending_content
  FOR EACH ROW EXECUTE FUNCTION pending_content_after_delete();

-- Appeals. A member can ask once for another moderator to review an action against them. Each appeal opens a case.
CREATE TABLE appeals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  action_id uuid NOT NULL CONSTRAINT appeals_action_key UNIQUE REFERENCES moderation_actions,
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  words text NOT NULL CONSTRAINT appeals_words_check CHECK (is_text(words, 2000)),
  case_id uuid NOT NULL CONSTRAINT appeals_case_key UNIQUE REFERENCES moderation_cases ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- 'moot': the action was reverted before a decision.
  outcome text CONSTRAINT appeals_outcome_check CHECK (outcome IN ('granted', 'rejected', 'moot')),
  -- The moderator's reply, shown to the member.
  answer text CONSTRAINT appeals_answer_check CHECK (is_text(answer, 1000)),
  CONSTRAINT appeals_decided_check CHECK ((decided_at IS NULL) = (outcome IS NULL) AND (answer IS NULL
    OR outcome IS NOT NULL))
);
CREATE INDEX appeals_member_index ON appeals (member_id, created_at DESC, id DESC);

-- Foreign key of notifications.sql, possible only after appeals exists.
ALTER TABLE notifications ADD CONSTRAINT notifications_appeal_id_fkey
  FOREIGN KEY (appeal_id) REFERENCES appeals ON DELETE CASCADE;

CREATE FUNCTION appeals_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- The appellant's account was deleted, so there is nothing to decide.
    UPDATE moderation_cases SET closed_at = now(), outcome = 'moot', claimed_by = NULL, claimed_until = NULL
    WHERE id = OLD.case_id AND closed_at IS NULL;
  ELSIF OLD.outcome IS NULL AND NEW.outcome IS NOT NULL THEN
    INSERT INTO notifications (user_id, type, appeal_id, dedupe_key)
    VALUES (NEW.member_id, 'appeal_outcome', NEW.id, 'appeal:' || NEW.id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appeals_after_change AFTER UPDATE OF outcome OR DELETE ON appeals
  FOR EACH ROW EXECUTE FUNCTION appeals_after_change();
