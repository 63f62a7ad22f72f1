-- What members report, kept in cases as it was, and what becomes of their reports.

-- Until the address is verified, for the first three days, and until three things of theirs stand.
CREATE FUNCTION is_new_member(profile uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT u.email_verified OR p.created_at > now() - interval '3 days'
    OR p.post_count + p.comment_count + (
      SELECT count(*) FROM (
        SELECT FROM notes n WHERE n.author_id = p.id AND n.deleted_at IS NULL LIMIT 3) standing) < 3
  FROM profiles p JOIN users u ON u.id = p.id WHERE p.id = profile
$$;

-- What moderators told each other when they closed a case, whether or not something was done that the log has.
ALTER TABLE moderation_cases ADD COLUMN note text
  CONSTRAINT moderation_cases_note_check CHECK (is_text(note, 2000));

-- The queue, as a whole and of one kind. The heaviest come first, among equals the oldest.
CREATE INDEX moderation_cases_queue_index ON moderation_cases ((-weight), id)
  WHERE closed_at IS NULL AND source IN ('report', 'automatic');
CREATE INDEX moderation_cases_queue_kind_index ON moderation_cases (kind, (-weight), id)
  WHERE closed_at IS NULL AND source IN ('report', 'automatic');
CREATE INDEX moderation_cases_waiting_index ON moderation_cases (created_at)
  WHERE closed_at IS NULL AND source IN ('report', 'automatic');
CREATE INDEX moderation_cases_decided_index ON moderation_cases (closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL AND source IN ('report', 'automatic');
CREATE INDEX moderation_cases_decided_kind_index ON moderation_cases (kind, closed_at DESC, id DESC)
  WHERE closed_at IS NOT NULL AND source IN ('report', 'automatic');

ALTER TABLE notifications ADD COLUMN report_id uuid REFERENCES reports ON DELETE CASCADE;
CREATE INDEX notifications_report_id_index ON notifications (report_id) WHERE report_id IS NOT NULL;
ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check CHECK (
    type IN ('comment', 'vote', 'follow', 'note_like', 'note_reply', 'mention', 'followed_post', 'removal',
      'post_classified', 'report_outcome'));

-- A thing as `reader` finds it, with whose it is; nothing where they find nothing. Of a conversation that is one message
-- and up to five before it: who reports a message shows these to moderators, and nothing else.
CREATE FUNCTION reported_thing(reader uuid, of_kind text, thing uuid, OUT member uuid, OUT snapshot jsonb)
RETURNS SETOF record
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE of_kind
    WHEN 'post' THEN RETURN QUERY
      SELECT p.author_id, jsonb_build_object(
        'title', p.title, 'content', p.content_text, 'post_id', p.id, 'at', coalesce(p.edited_at, p.created_at),
        'links', (SELECT coalesce(jsonb_agg(DISTINCT link[1]), '[]') FROM regexp_matches(p.content, 'href="([^"]+)"', 'g') link)
      ) || author_facts(p.author_id)
      FROM posts p WHERE p.id = thing AND p.deleted_at IS NULL AND p.removed_at IS NULL;
    WHEN 'comment' THEN RETURN QUERY
      SELECT c.author_id, jsonb_build_object(
        'title', NULL, 'content', c.content, 'post_id', c.post_id, 'at', coalesce(c.edited_at, c.created_at))
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

-- How much a member's word counts: by what became of their last hundred reports that somebody decided on.
CREATE FUNCTION report_weight(reporter uuid) RETURNS real
LANGUAGE sql STABLE AS $$
  SELECT ((count(*) FILTER (WHERE outcome = 'upheld') + 1)::real / (count(*) + 2))::real
  FROM (
    SELECT c.outcome FROM reports r JOIN moderation_cases c ON c.id = r.case_id
    WHERE r.reporter_id = reporter AND c.outcome IN ('upheld', 'rejected') ORDER BY r.id DESC LIMIT 100) decided
$$;

-- Reports a thing: 'missing' where the reporter finds none, 'own', 'too_many' with the seconds to wait, else 'reported', also
-- where they have done so before. One thing has one open case, however many begin it at once. Without `most` nothing is counted.
CREATE FUNCTION report_thing(
  reporter uuid, of_kind text, thing uuid, why text, said text, most integer, most_of_new integer,
  OUT answer text, OUT wait integer, OUT case_id uuid
) LANGUAGE plpgsql AS $$
DECLARE
  found_thing record;
  counted integer;
  oldest timestamptz;
  own_weight real;
  open_case uuid;
BEGIN
  -- One of a member's at a time: their limit is counted.
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
    most := CASE WHEN is_new_member(reporter) THEN most_of_new ELSE most END;
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
    EXIT WHEN FOUND; -- else it was closed meanwhile, and there is a new one
  END LOOP;
  INSERT INTO reports (case_id, reporter_id, reason, words, weight)
  VALUES (open_case, reporter, why, said, own_weight);
  -- What may be against the law, or somebody's address, waits for nobody's reputation.
  UPDATE moderation_cases c SET report_count = report_count + 1,
    weight = greatest(c.weight + own_weight, CASE WHEN why IN ('illegal', 'private') THEN 3 ELSE 0 END),
    snapshot = coalesce(c.snapshot, found_thing.snapshot)
  WHERE c.id = open_case;
  answer := 'reported';
  case_id := open_case;
END $$;

-- Reporters hear of it in the statement that closes the case, whoever does that.
CREATE FUNCTION tell_reporters() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (user_id, type, report_id, dedupe_key)
  SELECT reporter_id, 'report_outcome', id, 'report:' || id FROM reports
  WHERE case_id = NEW.id AND reporter_id IS NOT NULL ORDER BY reporter_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER moderation_cases_tell_reporters AFTER UPDATE OF outcome ON moderation_cases
  FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome IS NOT NULL) EXECUTE FUNCTION tell_reporters();

-- What somebody removes elsewhere waits for no decision any more. A case that is held just now is decided by who holds it, or
-- closed with the next sweep (close_removed_cases): waiting for it here could be waiting in a circle.
CREATE FUNCTION close_case_of_removed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_cases SET closed_at = now(), closed_by = NEW.acted_by, outcome = 'upheld',
    claimed_by = NULL, claimed_until = NULL
  WHERE id IN (
    SELECT id FROM moderation_cases
    WHERE kind = NEW.kind AND target_id = NEW.target_id AND closed_at IS NULL AND source IN ('report', 'automatic')
    FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;

CREATE TRIGGER moderation_actions_close_case AFTER INSERT ON moderation_actions
  FOR EACH ROW WHEN (NEW.action = 'remove') EXECUTE FUNCTION close_case_of_removed();

CREATE FUNCTION close_removed_cases() RETURNS SETOF uuid
LANGUAGE sql AS $$
  UPDATE moderation_cases c SET closed_at = now(), closed_by = removal.acted_by, outcome = 'upheld',
    claimed_by = NULL, claimed_until = NULL
  FROM removed_content r JOIN moderation_actions removal ON removal.id = r.action_id
  WHERE c.closed_at IS NULL AND c.source IN ('report', 'automatic') AND r.kind = c.kind AND r.id = c.target_id
    AND r.kind <> 'profile' AND removal.created_at > c.created_at
  RETURNING c.id
$$;
