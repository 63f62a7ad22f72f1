-- Administrators choose how much of a new member's writing is reviewed before it is published.
ALTER TABLE site_settings ADD COLUMN new_members text NOT NULL DEFAULT 'open'
  CONSTRAINT site_settings_new_members_check CHECK (new_members IN ('open', 'careful', 'strict'));

-- New members have the same limits as everybody.
DROP FUNCTION take_new_member_turn(uuid, text, uuid, integer);
DROP TABLE new_member_turns;
DROP FUNCTION report_thing(uuid, text, uuid, text, text, integer, integer);

-- As in 0094, with one limit for everybody.
CREATE FUNCTION report_thing(
  reporter uuid, of_kind text, thing uuid, why text, said text, most integer,
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

-- The links of new members are links, so no page changes when a member becomes established.
DROP TRIGGER profiles_tell_established ON profiles;
DROP FUNCTION tell_established();

-- The application stores fingerprints before it counts them. Texts sent at the same moment therefore count each other.
DROP TRIGGER posts_keep_fingerprint ON posts;
DROP TRIGGER comments_keep_fingerprint ON comments;
DROP TRIGGER notes_keep_fingerprint ON notes;
DROP FUNCTION keep_fingerprint();
CREATE INDEX text_fingerprints_hosts_index ON text_fingerprints USING gin (hosts);

-- A fast form is no sign of abuse. Accounts that were held for nothing else are free.
UPDATE profiles SET held_until_established = false
WHERE held_until_established AND id IN (SELECT id FROM users WHERE held_for = 'too_fast');
UPDATE users SET held_for = NULL WHERE held_for = 'too_fast';
ALTER TABLE users DROP CONSTRAINT users_held_for_check,
  ADD CONSTRAINT users_held_for_check CHECK (held_for IN ('crowd', 'hidden_field'));

-- Texts that await approval keep waiting. Their reasons get the names of today.
CREATE FUNCTION pg_temp.reason_of_today(reason text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN reason IN ('new_site', 'repeated_site') THEN 'first_link' WHEN reason = 'too_fast' THEN 'first_posts' ELSE reason END
$$;
UPDATE pending_content SET reasons = ARRAY(SELECT DISTINCT pg_temp.reason_of_today(reason) FROM unnest(reasons) AS reason)
WHERE reasons && ARRAY['new_site', 'repeated_site', 'too_fast'];
UPDATE moderation_cases SET snapshot = jsonb_set(snapshot, '{hold_reasons}', (
  SELECT coalesce(jsonb_agg(DISTINCT pg_temp.reason_of_today(reason)), '[]')
  FROM jsonb_array_elements_text(snapshot -> 'hold_reasons') AS reason))
WHERE source = 'pending' AND snapshot -> 'hold_reasons' ?| ARRAY['new_site', 'repeated_site', 'too_fast'];
