-- The digest of an entry covers every column that is shown. Some of them may be emptied later: people leave, a reason is
-- redacted. `sealed` keeps the SHA-256 of each such value, so that the chain outlives the value.
ALTER TABLE moderation_actions
  ADD COLUMN sealed jsonb,
  -- Of entries that are older than `sealed`: their digest of before, so that their first chain can still be verified.
  ADD COLUMN former_digest bytea CONSTRAINT moderation_actions_former_digest_check CHECK (octet_length(former_digest) = 32);

CREATE FUNCTION sealed_columns(entry moderation_actions) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, encode(sha256(convert_to(value, 'UTF8')), 'hex')), '{}')
  FROM jsonb_each_text(jsonb_build_object(
    'acted_by', entry.acted_by, 'member_id', entry.member_id, 'reason', entry.reason, 'note', entry.note,
    'case_id', entry.case_id, 'details', entry.details))
  WHERE value IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION moderation_action_digest(previous bytea, entry moderation_actions) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
    entry.number, entry.id, entry.action, entry.acted_as, entry.kind, entry.target_id, entry.post_id, entry.rule,
    entry.sealed, entry.reverts, entry.part_of, extract(epoch FROM entry.ends_at), extract(epoch FROM entry.created_at),
    encode(entry.former_digest, 'hex'))::text, 'UTF8'))
$$;

-- As 0091_moderation.sql computed it.
CREATE FUNCTION former_moderation_action_digest(previous bytea, entry moderation_actions) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
    entry.number, entry.id, entry.action, entry.acted_as, entry.kind, entry.target_id, entry.post_id, entry.rule,
    entry.sealed ->> 'reason', entry.reverts, entry.part_of,
    extract(epoch FROM entry.ends_at), extract(epoch FROM entry.created_at))::text, 'UTF8'))
$$;

ALTER TABLE moderation_actions DISABLE TRIGGER moderation_actions_keep;
DO $$
DECLARE
  entry moderation_actions;
  previous bytea := '';
BEGIN
  FOR entry IN SELECT * FROM moderation_actions ORDER BY number LOOP
    -- The former digest of the reason counts: a reason that was changed since does not match it.
    entry.sealed := sealed_columns(entry) - 'reason'
      || jsonb_strip_nulls(jsonb_build_object('reason', encode(entry.reason_digest, 'hex')));
    entry.former_digest := entry.digest;
    entry.digest := moderation_action_digest(previous, entry);
    previous := entry.digest;
    UPDATE moderation_actions
      SET sealed = entry.sealed, former_digest = entry.former_digest, digest = entry.digest WHERE id = entry.id;
  END LOOP;
END $$;
ALTER TABLE moderation_actions ENABLE TRIGGER moderation_actions_keep;
ALTER TABLE moderation_actions ALTER COLUMN sealed SET NOT NULL, DROP COLUMN reason_digest;

CREATE OR REPLACE FUNCTION chain_moderation_action() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  previous record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('moderation_actions'));
  SELECT number, digest INTO previous FROM moderation_actions ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(previous.number, 0) + 1;
  NEW.sealed := sealed_columns(NEW);
  NEW.former_digest := NULL;
  NEW.digest := moderation_action_digest(coalesce(previous.digest, ''), NEW);
  RETURN NEW;
END $$;

-- Allowed changes: a reason is redacted, and people and cases that no longer exist lose their names.
CREATE OR REPLACE FUNCTION keep_moderation_action() RETURNS trigger
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
  PERFORM refuse('moderation_actions_append_only', 'The moderation log is only ever added to');
  RETURN NULL;
END $$;

-- The number of the first entry that is not as it was written, or follows a gap; null where there is none. A deleted end of
-- the log leaves no gap: compare its newest digest with one that was noted before.
CREATE OR REPLACE FUNCTION broken_moderation_log() RETURNS bigint
LANGUAGE sql STABLE AS $$
  WITH chain AS (
    SELECT a, number, digest, former_digest, lag(number, 1, 0) OVER w AS number_before,
      lag(digest, 1, '') OVER w AS previous, lag(former_digest, 1, '') OVER w AS former_previous
    FROM moderation_actions a WINDOW w AS (ORDER BY number)
  ), people AS (
    SELECT encode(sha256(convert_to(id::text, 'UTF8')), 'hex') AS seal FROM profiles p
    -- Those who are leaving lose their names before their profile.
    WHERE NOT EXISTS (SELECT FROM account_deletions d WHERE d.user_id = p.id)
  )
  SELECT min(number) FROM (
    SELECT number FROM chain c
    WHERE number <> number_before + 1 OR digest <> moderation_action_digest(previous, c.a)
      OR former_digest <> former_moderation_action_digest(former_previous, c.a)
    UNION ALL
    SELECT number FROM moderation_actions a, jsonb_each_text(sealed_columns(a)) AS shown
    WHERE shown.value IS DISTINCT FROM a.sealed ->> shown.key
    UNION ALL
    -- Nothing takes these out.
    SELECT number FROM moderation_actions
    WHERE (note IS NULL AND sealed ? 'note') OR (details IS NULL AND sealed ? 'details')
    UNION ALL
    SELECT number FROM moderation_actions a
    WHERE (redacted_at IS NOT NULL OR (reason IS NULL AND sealed ? 'reason')) AND (redacted_at IS NULL OR NOT EXISTS (
      SELECT FROM moderation_actions r WHERE r.action = 'redact' AND r.kind = 'action' AND r.target_id = a.id))
    UNION ALL
    -- Somebody who is still here has lost their name in the log.
    SELECT number FROM moderation_actions a JOIN people ON seal = sealed ->> 'acted_by' WHERE acted_by IS NULL
    UNION ALL
    SELECT number FROM moderation_actions a JOIN people ON seal = sealed ->> 'member_id' WHERE member_id IS NULL
    UNION ALL
    SELECT number FROM moderation_actions a
    JOIN moderation_cases c ON encode(sha256(convert_to(c.id::text, 'UTF8')), 'hex') = sealed ->> 'case_id'
    WHERE case_id IS NULL
  ) AS broken
$$;
