-- Warnings, approval, rate limits and suspensions (sanctions, 0091): their member is told, and the database refuses by them.

-- Of those that hold until they end, one of a kind. A later one takes the place of an earlier one, which tells which it was.
ALTER TABLE sanctions ADD COLUMN replaced_by uuid REFERENCES sanctions ON DELETE CASCADE;
CREATE INDEX sanctions_replaced_by_index ON sanctions (replaced_by) WHERE replaced_by IS NOT NULL;
CREATE UNIQUE INDEX sanctions_standing_key ON sanctions (member_id, kind) WHERE lifted_at IS NULL AND kind <> 'warning';
CREATE INDEX sanctions_standing_index ON sanctions (member_id) WHERE lifted_at IS NULL AND acknowledged_at IS NULL;
ALTER TABLE sanctions ADD CONSTRAINT sanctions_warning_check CHECK (kind <> 'warning' OR ends_at IS NULL);

-- A warning is in force until it is acknowledged, the others until they end.
CREATE FUNCTION is_in_force(sanction sanctions) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT sanction.lifted_at IS NULL AND sanction.acknowledged_at IS NULL
    AND (sanction.ends_at IS NULL OR sanction.ends_at > now())
$$;

-- The nodes remember for a moment who asks, with what holds them back (0017_viewer_changes.sql).
CREATE TRIGGER sanctions_tell AFTER INSERT OR UPDATE OR DELETE ON sanctions
  FOR EACH STATEMENT EXECUTE FUNCTION tell_viewers_changed();

-- What members under a rate limit have written, by the time: also what they deleted since.
CREATE TABLE limited_writes (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  written_at timestamptz NOT NULL
);
CREATE INDEX limited_writes_index ON limited_writes (member_id, written_at);

-- A rate limit that takes the place of another goes on counting; one that is the first counts what is there.
CREATE FUNCTION begin_limited_writes() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := now() - interval '24 hours';
BEGIN
  IF EXISTS (SELECT FROM sanctions WHERE replaced_by = NEW.id) THEN
    RETURN NULL;
  END IF;
  DELETE FROM limited_writes WHERE member_id = NEW.member_id;
  INSERT INTO limited_writes (member_id, written_at)
  SELECT NEW.member_id, written.created_at FROM (
    SELECT created_at FROM posts WHERE author_id = NEW.member_id AND created_at > since UNION ALL
    SELECT created_at FROM comments WHERE author_id = NEW.member_id AND created_at > since UNION ALL
    SELECT created_at FROM notes WHERE author_id = NEW.member_id AND created_at > since UNION ALL
    SELECT created_at FROM messages WHERE sender_id = NEW.member_id AND created_at > since) AS written;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sanctions_begin_limited_writes AFTER INSERT ON sanctions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind = 'rate_limit') EXECUTE FUNCTION begin_limited_writes();

-- What the refused one is told, which the application words.
CREATE FUNCTION refuse_by_sanction(sanction sanctions, more jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A sanction holds the author back' USING ERRCODE = 'check_violation',
    CONSTRAINT = 'sanctions_' || sanction.kind,
    DETAIL = (jsonb_build_object('id', sanction.id, 'kind', sanction.kind, 'message', sanction.message,
      'per_day', sanction.per_day, 'ends_at', sanction.ends_at, 'action_id', sanction.action_id,
      'rule', (SELECT rule FROM moderation_actions WHERE id = sanction.action_id)) || more)::text;
END $$;

-- The clock and not the beginning of the transaction: of two writes at once the second has waited for the first.
CREATE FUNCTION take_limited_writes(sanction sanctions, things bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  written bigint;
  free_at timestamptz;
BEGIN
  DELETE FROM limited_writes WHERE member_id = sanction.member_id AND written_at <= moment - interval '24 hours';
  INSERT INTO limited_writes (member_id, written_at) SELECT sanction.member_id, moment FROM generate_series(1, things);
  SELECT count(*) INTO written FROM limited_writes WHERE member_id = sanction.member_id;
  IF written <= sanction.per_day THEN
    RETURN;
  END IF;
  SELECT written_at + interval '24 hours' INTO free_at FROM limited_writes
  WHERE member_id = sanction.member_id ORDER BY written_at OFFSET written - sanction.per_day - 1 LIMIT 1;
  PERFORM refuse_by_sanction(sanction,
    jsonb_build_object('retry_after', ceil(extract(epoch FROM least(free_at, sanction.ends_at) - moment))));
END $$;

-- Staff who publish what somebody else wrote say so for their transaction:
-- set_config('threshold.publishes_for_others', 'on', true).
CREATE FUNCTION refuse_sanctioned(writer uuid, things bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  sanction sanctions;
BEGIN
  IF current_setting('threshold.publishes_for_others', true) = 'on' THEN
    RETURN;
  END IF;
  SELECT * INTO sanction FROM sanctions s
  WHERE s.member_id = writer AND s.kind IN ('suspension', 'warning') AND is_in_force(s)
  ORDER BY s.kind = 'warning', s.id LIMIT 1;
  IF FOUND THEN
    PERFORM refuse_by_sanction(sanction, '{}');
  END IF;
  -- One write after the other.
  SELECT * INTO sanction FROM sanctions s
  WHERE s.member_id = writer AND s.kind = 'rate_limit' AND is_in_force(s) FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM take_limited_writes(sanction, things);
  END IF;
END $$;

-- After the statement: by then the foreign key holds the author's profile, and whoever sanctions somebody holds it first, in a
-- mode that waits for that (hold_member). So a write either is there before the sanction or sees it. What is sent a second
-- time under its id adds nothing, and is not refused.
CREATE FUNCTION refuse_sanctioned_author() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_sanctioned(writer.id, writer.things) FROM (
    SELECT author_id AS id, count(*) AS things FROM added
    WHERE EXISTS (SELECT FROM sanctions s WHERE s.member_id = author_id AND is_in_force(s))
    GROUP BY author_id ORDER BY author_id) AS writer;
  RETURN NULL;
END $$;
CREATE FUNCTION refuse_sanctioned_sender() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_sanctioned(writer.id, writer.things) FROM (
    SELECT sender_id AS id, count(*) AS things FROM added
    WHERE EXISTS (SELECT FROM sanctions s WHERE s.member_id = sender_id AND is_in_force(s))
    GROUP BY sender_id ORDER BY sender_id) AS writer;
  RETURN NULL;
END $$;

CREATE TRIGGER posts_refuse_sanctioned AFTER INSERT ON posts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_sanctioned_author();
CREATE TRIGGER comments_refuse_sanctioned AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_sanctioned_author();
CREATE TRIGGER notes_refuse_sanctioned AFTER INSERT ON notes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_sanctioned_author();
CREATE TRIGGER messages_refuse_sanctioned AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_sanctioned_sender();

-- Before anything else is done to them: what they write at this moment is waited for, and what they write then waits.
CREATE FUNCTION hold_member(member uuid) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT id FROM profiles WHERE id = member FOR UPDATE
$$;

-- The member is told, and of the end of it as well. Whatever other kinds there are by now stay.
ALTER TABLE notifications ADD COLUMN sanction_id uuid REFERENCES sanctions ON DELETE CASCADE;
CREATE INDEX notifications_sanction_id_index ON notifications (sanction_id) WHERE sanction_id IS NOT NULL;
DO $$
DECLARE
  kinds text := substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]') FROM pg_constraint
    WHERE conrelid = 'notifications'::regclass AND conname = 'notifications_type_check';
BEGIN
  EXECUTE format('ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
    ADD CONSTRAINT notifications_type_check CHECK (type = ANY (ARRAY[%s, ''sanction''::text]))', kinds);
END $$;
