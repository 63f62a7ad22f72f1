-- Sanctions (warnings, required approval, rate limits and suspensions), and the rules for new members.
--
-- Triggers on all tables with members' texts call refuse_sanctioned(). A text sent while a sanction is being imposed is
-- either stored before it or refused. A transaction that publishes another member's text sets
-- `threshold.publishes_for_others` to 'on', so that the text is not refused.
--
-- Order of locks: content, the member's profile (lockMemberWrites in moderation/sanctions/sql.server.ts), then the
-- log (decision 0024).

CREATE TABLE sanctions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT sanctions_kind_check CHECK (kind IN ('warning', 'approval', 'rate_limit', 'suspension')),
  -- The moderator's message to the member.
  message text NOT NULL CONSTRAINT sanctions_message_check CHECK (is_text(message, 1000)),
  -- For a rate limit: maximum number of posts, comments, notes and messages in any 24 hours.
  per_day smallint CONSTRAINT sanctions_per_day_check CHECK (per_day BETWEEN 1 AND 100),
  action_id uuid NOT NULL REFERENCES moderation_actions,
  starts_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the sanction is permanent.
  ends_at timestamptz CONSTRAINT sanctions_ends_at_check CHECK (ends_at > starts_at),
  acknowledged_at timestamptz,
  lifted_at timestamptz,
  -- The newer sanction that replaced this one. Except for warnings, a member has only one sanction of each kind.
  replaced_by uuid REFERENCES sanctions ON DELETE CASCADE,
  CONSTRAINT sanctions_acknowledged_check CHECK (acknowledged_at IS NULL OR kind = 'warning'),
  CONSTRAINT sanctions_rate_limit_check CHECK ((kind = 'rate_limit') = (per_day IS NOT NULL)),
  CONSTRAINT sanctions_warning_check CHECK (kind <> 'warning' OR ends_at IS NULL)
);
CREATE INDEX sanctions_action_index ON sanctions (action_id);
CREATE INDEX sanctions_member_index ON sanctions (member_id, id DESC);
CREATE INDEX sanctions_replaced_by_index ON sanctions (replaced_by) WHERE replaced_by IS NOT NULL;
CREATE INDEX sanctions_standing_index ON sanctions (member_id)
  WHERE lifted_at IS NULL AND acknowledged_at IS NULL;
CREATE UNIQUE INDEX sanctions_standing_key ON sanctions (member_id, kind)
  WHERE lifted_at IS NULL AND kind <> 'warning';

ALTER TABLE notifications ADD CONSTRAINT notifications_sanction_id_fkey
  FOREIGN KEY (sanction_id) REFERENCES sanctions ON DELETE CASCADE;

CREATE FUNCTION sanctions_after_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- A permanent suspension deletes the member's access tokens, because other people may have them.
  IF TG_OP = 'INSERT' AND NEW.kind = 'suspension' AND NEW.ends_at IS NULL THEN
    DELETE FROM access_tokens WHERE member_id = NEW.member_id;
  END IF;
  PERFORM invalidate_viewers(ARRAY[coalesce(NEW.member_id, OLD.member_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER sanctions_after_change AFTER INSERT OR UPDATE OR DELETE ON sanctions
  FOR EACH ROW EXECUTE FUNCTION sanctions_after_change();

-- Returns whether the sanction applies now. A warning ends when the member acknowledges it.
CREATE FUNCTION is_in_force(sanction sanctions) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT sanction.lifted_at IS NULL AND sanction.acknowledged_at IS NULL
    AND (sanction.ends_at IS NULL OR sanction.ends_at > now())
$$;

-- Raises an error with details from which the application makes a message to the member.
CREATE FUNCTION refuse_by_sanction(sanction sanctions, more jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The author is under a sanction' USING ERRCODE = 'check_violation',
    CONSTRAINT = 'sanctions_' || sanction.kind,
    DETAIL = (jsonb_build_object('id', sanction.id, 'kind', sanction.kind, 'message', sanction.message,
      'per_day', sanction.per_day, 'ends_at', sanction.ends_at, 'action_id', sanction.action_id,
      'rule', (SELECT rule FROM moderation_actions WHERE id = sanction.action_id)) || more)::text;
END $$;

-- Refuses texts of sanctioned members. `writers`: the author of each new text. Called after the insertion, when the
-- foreign key has locked the author's profile and so has waited for any sanction being imposed. A text that is sent
-- again with the same id inserts no row, so it is not refused. Uses a generic plan, because otherwise PostgreSQL plans
-- each call.
CREATE FUNCTION refuse_sanctioned(writers uuid[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  writer record;
  sanction sanctions;
BEGIN
  IF current_setting('threshold.publishes_for_others', true) = 'on' THEN
    RETURN;
  END IF;
  FOR writer IN
    SELECT author.id, count(*) AS things FROM unnest(writers) AS author (id)
    WHERE EXISTS (SELECT FROM sanctions s WHERE s.member_id = author.id AND is_in_force(s))
    GROUP BY author.id ORDER BY author.id
  LOOP
    SELECT * INTO sanction FROM sanctions s
    WHERE s.member_id = writer.id AND s.kind IN ('suspension', 'warning') AND is_in_force(s)
    ORDER BY s.kind = 'warning', s.id LIMIT 1;
    IF FOUND THEN
      PERFORM refuse_by_sanction(sanction, '{}');
    END IF;
    -- Locks the sanction, so that simultaneous texts are counted one at a time.
    SELECT * INTO sanction FROM sanctions s
    WHERE s.member_id = writer.id AND s.kind = 'rate_limit' AND is_in_force(s) FOR NO KEY UPDATE;
    IF FOUND THEN
      PERFORM count_limited_writes(sanction, writer.things);
    END IF;
  END LOOP;
END $$;

-- Times at which a member under a rate limit wrote a text, including texts deleted since.
CREATE TABLE limited_writes (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  written_at timestamptz NOT NULL
);
CREATE INDEX limited_writes_index ON limited_writes (member_id, written_at);

-- Counts the texts of the last 24 hours for a new rate limit. One that replaces another continues the former count.
CREATE FUNCTION sanctions_at_commit() RETURNS trigger
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
-- Runs at the commit, when `replaced_by` of the replaced sanction has been set.
CREATE CONSTRAINT TRIGGER sanctions_at_commit AFTER INSERT ON sanctions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'rate_limit')
  EXECUTE FUNCTION sanctions_at_commit();

-- Counts texts against a rate limit. Uses clock_timestamp(), because now() is the start of the transaction, and the
-- second of two simultaneous texts must also count the first.
CREATE FUNCTION count_limited_writes(sanction sanctions, things bigint) RETURNS void
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

-- Sanctions of deleted accounts, so that deleting an account does not end a suspension. They apply to the next
-- account with the same email address, which is stored as a digest.
CREATE TABLE former_sanctions (
  digest bytea NOT NULL CONSTRAINT former_sanctions_digest_check CHECK (octet_length(digest) = 32),
  -- Id of the original sanction. It is stored once for each of the member's recent email addresses.
  sanction_id uuid NOT NULL,
  kind text NOT NULL
    CONSTRAINT former_sanctions_kind_check CHECK (kind IN ('approval', 'rate_limit', 'suspension')),
  message text NOT NULL,
  per_day smallint,
  rule text,
  ends_at timestamptz,
  PRIMARY KEY (digest, sanction_id)
);
CREATE INDEX former_sanctions_ends_at_index ON former_sanctions (ends_at);
CREATE INDEX former_sanctions_sanction_index ON former_sanctions (sanction_id);

-- Returns the digest of an email address. Since addresses can be guessed, 10,000 rounds make each guess take 10 ms.
CREATE FUNCTION address_digest(address text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  digest bytea := convert_to('address of an account: ' || lower(address), 'UTF8');
BEGIN
  FOR round IN 1..10000 LOOP
    digest := sha256(digest);
  END LOOP;
  RETURN digest;
END $$;

-- Applies former sanctions to a new account whose email address was verified. In the moderation log, the forum itself
-- imposes these sanctions. The member can appeal.
CREATE FUNCTION apply_former_sanctions(member uuid, address text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  former former_sanctions;
  sanction uuid;
  entry uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM former_sanctions) THEN
    RETURN;
  END IF;
  FOR former IN
    SELECT * FROM former_sanctions WHERE digest = address_digest(address) AND (ends_at IS NULL OR ends_at > now())
    ORDER BY sanction_id
  LOOP
    IF EXISTS (SELECT FROM sanctions WHERE member_id = member AND kind = former.kind AND lifted_at IS NULL) THEN
      CONTINUE;
    END IF;
    sanction := new_id();
    INSERT INTO moderation_actions (action, acted_as, member_id, kind, target_id, rule, reason, ends_at, details)
    VALUES (CASE former.kind WHEN 'approval' THEN 'require_approval' WHEN 'rate_limit' THEN 'rate_limit' ELSE 'suspend' END,
      'system', member, 'member', member, former.rule, 'Carried over from a deleted account of the same person.',
      former.ends_at, jsonb_strip_nulls(jsonb_build_object('message', former.message, 'per_day', former.per_day)))
    RETURNING id INTO entry;
    INSERT INTO sanctions (id, member_id, kind, message, per_day, action_id, ends_at)
    VALUES (sanction, member, former.kind, former.message, former.per_day, entry, former.ends_at);
    INSERT INTO notifications (user_id, type, sanction_id, dedupe_key)
    VALUES (member, 'sanction', sanction, 'sanction:' || sanction);
    DELETE FROM former_sanctions WHERE sanction_id = former.sanction_id;
  END LOOP;
END $$;

CREATE FUNCTION is_new_member(profile uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT p.established_at IS NULL OR NOT u.email_verified
  FROM profiles p JOIN users u ON u.id = p.id WHERE p.id = profile
$$;

-- Returns whether at least three visible posts, comments or notes written by a member after `since` are three days old.
CREATE FUNCTION has_stood(member uuid, since timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT count(*) >= 3 FROM (
    (SELECT FROM posts WHERE author_id = member AND deleted_at IS NULL AND removed_at IS NULL
      AND created_at <= now() - interval '3 days' AND created_at >= coalesce(since, '-infinity') LIMIT 3)
    UNION ALL
    (SELECT FROM comments WHERE author_id = member AND deleted_at IS NULL AND removed_at IS NULL
      AND created_at <= now() - interval '3 days' AND created_at >= coalesce(since, '-infinity') LIMIT 3)
    UNION ALL
    (SELECT FROM notes WHERE author_id = member AND deleted_at IS NULL AND removed_at IS NULL
      AND created_at <= now() - interval '3 days' AND created_at >= coalesce(since, '-infinity') LIMIT 3)) standing
$$;

-- Returns the action by which a moderator vouched for a member. Null if there is none, if it was reverted, or if a
-- newer spam report was confirmed.
CREATE FUNCTION current_vouch_id(member uuid) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT m.id FROM moderation_actions m JOIN profiles p ON p.id = m.member_id
  WHERE m.member_id = member AND m.action = 'vouch' AND p.established_at IS NOT NULL
    AND m.created_at >= coalesce(p.new_since, '-infinity')
    AND NOT EXISTS (SELECT FROM moderation_actions r WHERE r.reverts = m.id)
  ORDER BY m.number DESC LIMIT 1
$$;

-- Digests of texts that new members wrote in the last 30 days. A repeated text needs approval. The application stores
-- fingerprints before counting them, so that texts sent at the same moment count each other.
CREATE TABLE text_fingerprints (
  kind text NOT NULL CONSTRAINT text_fingerprints_kind_check CHECK (kind IN ('post', 'comment', 'note')),
  target_id uuid NOT NULL,
  -- Null: the member has left.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- Digest of the text. Null: the text is too short.
  digest bytea CONSTRAINT text_fingerprints_digest_check CHECK (octet_length(digest) = 32),
  -- Host names that the text links to.
  hosts text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, target_id)
);
CREATE INDEX text_fingerprints_created_index ON text_fingerprints (created_at);
CREATE INDEX text_fingerprints_digest_index ON text_fingerprints (digest);
CREATE INDEX text_fingerprints_hosts_index ON text_fingerprints USING gin (hosts);
CREATE INDEX text_fingerprints_member_index ON text_fingerprints (member_id);

-- Returns the digest of a text's letters and digits, ignoring case and links, or null if there are fewer than 20.
CREATE FUNCTION text_digest(words text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length(bare) >= 20 THEN sha256(convert_to(bare, 'UTF8')) END
  FROM (
    SELECT regexp_replace(
      lower(regexp_replace(normalize(words, NFKC), '(https?://|www\.)\S+', ' ', 'gi') COLLATE "und-x-icu"),
      '[^[:alnum:]]+', '', 'g') AS bare) AS letters
$$;
