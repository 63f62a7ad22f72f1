-- Members delete their account: seven days in which they can undo it by signing in, then a job takes them out, batch by batch
-- (features/leaving, decision 0035). Until the last batch the account is there, so that whoever takes the job up finds what is left.

CREATE TABLE account_deletions (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Posts, comments and notes stay without the name; else they go, but for stubs where others answered.
  keep_content boolean NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  delete_at timestamptz NOT NULL DEFAULT now() + interval '7 days',
  -- From then on nothing is undone.
  begun_at timestamptz,
  -- Rows that were dealt with.
  done integer NOT NULL DEFAULT 0,
  CONSTRAINT account_deletions_delete_at_check CHECK (delete_at >= requested_at),
  CONSTRAINT account_deletions_done_check CHECK (done >= 0)
);
CREATE INDEX account_deletions_due_index ON account_deletions (delete_at);
CREATE TRIGGER account_deletions_tell AFTER INSERT OR UPDATE OR DELETE ON account_deletions
FOR EACH STATEMENT EXECUTE FUNCTION tell_viewers_changed();

-- Whoever is admin, and nobody else is who stays.
CREATE FUNCTION is_last_admin(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_roles WHERE user_id = member AND role = 'admin')
    AND NOT EXISTS (
      SELECT FROM user_roles r
      WHERE r.role = 'admin' AND r.user_id <> member
        AND NOT EXISTS (SELECT FROM account_deletions d WHERE d.user_id = r.user_id))
$$;

CREATE FUNCTION refuse_last_admin_leaving() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Of two admins who leave at once one is the last.
  PERFORM FROM user_roles WHERE role = 'admin' ORDER BY user_id FOR UPDATE;
  IF is_last_admin(NEW.user_id) THEN
    PERFORM refuse('account_deletions_last_admin', 'The last admin does not leave');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_deletions_refuse_last_admin BEFORE INSERT ON account_deletions
FOR EACH ROW EXECUTE FUNCTION refuse_last_admin_leaving();

-- What somebody who left and somebody who stays wrote to each other. Only who stays reads it.
CREATE TABLE former_conversations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- Who leaves, until they have left.
  left_id uuid REFERENCES profiles ON DELETE SET NULL,
  last_message_at timestamptz NOT NULL,
  CONSTRAINT former_conversations_left_key UNIQUE (member_id, left_id)
);
CREATE INDEX former_conversations_newest_index ON former_conversations (member_id, last_message_at DESC, id DESC);
CREATE INDEX former_conversations_left_index ON former_conversations (left_id) WHERE left_id IS NOT NULL;

CREATE TABLE former_messages (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES former_conversations ON DELETE CASCADE,
  -- Of the member who stays.
  is_own boolean NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX former_messages_conversation_index ON former_messages (conversation_id, created_at DESC, id DESC);

-- Answers with whom, as often as there were messages.
CREATE FUNCTION move_messages(leaver uuid, size integer) RETURNS SETOF uuid
LANGUAGE sql AS $$
  WITH these AS (
    SELECT id FROM messages WHERE sender_id = leaver OR recipient_id = leaver ORDER BY id LIMIT size FOR UPDATE
  ), gone AS (
    DELETE FROM messages WHERE id IN (SELECT id FROM these)
    RETURNING id, content, created_at, sender_id <> leaver AS is_own,
      CASE WHEN sender_id = leaver THEN recipient_id ELSE sender_id END AS other
  ), kept AS (
    INSERT INTO former_conversations AS c (member_id, left_id, last_message_at)
    SELECT other, leaver, max(created_at) FROM gone GROUP BY other ORDER BY other
    ON CONFLICT (member_id, left_id) DO UPDATE SET last_message_at = greatest(c.last_message_at, excluded.last_message_at)
    RETURNING id, member_id
  ), moved AS (
    INSERT INTO former_messages (id, conversation_id, is_own, content, created_at)
    SELECT gone.id, kept.id, gone.is_own, gone.content, gone.created_at FROM gone JOIN kept ON kept.member_id = gone.other
    RETURNING 1)
  SELECT other FROM gone
$$;

-- Leaving is no way round a suspension: what held somebody back who left waits for their address, as a digest.
CREATE TABLE kept_sanctions (
  digest bytea NOT NULL CONSTRAINT kept_sanctions_digest_check CHECK (octet_length(digest) = 32),
  -- Of the account that is gone: one, under each address that it had of late.
  sanction_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT kept_sanctions_kind_check CHECK (kind IN ('approval', 'rate_limit', 'suspension')),
  message text NOT NULL,
  per_day smallint,
  rule text,
  ends_at timestamptz,
  PRIMARY KEY (digest, sanction_id)
);
CREATE INDEX kept_sanctions_sanction_index ON kept_sanctions (sanction_id);
CREATE INDEX kept_sanctions_ends_at_index ON kept_sanctions (ends_at);

-- Addresses can be guessed: ten thousand rounds make each guess cost ten milliseconds.
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

CREATE FUNCTION keep_sanctions(leaver uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO kept_sanctions (digest, sanction_id, kind, message, per_day, rule, ends_at)
  SELECT address_digest(address), s.id, s.kind, s.message, s.per_day, m.rule, s.ends_at
  FROM sanctions s JOIN moderation_actions m ON m.id = s.action_id
  CROSS JOIN (
    SELECT email AS address FROM users WHERE id = leaver
    UNION
    SELECT old_email FROM email_changes WHERE user_id = leaver) addresses
  WHERE s.member_id = leaver AND s.kind <> 'warning' AND s.lifted_at IS NULL AND is_in_force(s)
  ON CONFLICT DO NOTHING
$$;

-- For who has shown that the address is theirs. The log has an entry of it, by the forum itself, which can be appealed.
CREATE FUNCTION take_up_sanctions() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  kept kept_sanctions;
  sanction uuid;
  entry uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM kept_sanctions) THEN
    RETURN NULL;
  END IF;
  FOR kept IN
    SELECT * FROM kept_sanctions WHERE digest = address_digest(NEW.email) AND (ends_at IS NULL OR ends_at > now())
    ORDER BY sanction_id
  LOOP
    IF EXISTS (SELECT FROM sanctions WHERE member_id = NEW.id AND kind = kept.kind AND lifted_at IS NULL) THEN
      CONTINUE;
    END IF;
    sanction := new_id();
    INSERT INTO moderation_actions (action, acted_as, member_id, kind, target_id, rule, reason, ends_at, details)
    VALUES (CASE kept.kind WHEN 'approval' THEN 'require_approval' WHEN 'rate_limit' THEN 'rate_limit' ELSE 'suspend' END,
      'system', NEW.id, 'member', NEW.id, kept.rule, 'It goes on from an account of the same person that was deleted.',
      kept.ends_at, jsonb_strip_nulls(jsonb_build_object('message', kept.message, 'per_day', kept.per_day)))
    RETURNING id INTO entry;
    INSERT INTO sanctions (id, member_id, kind, message, per_day, action_id, ends_at)
    VALUES (sanction, NEW.id, kept.kind, kept.message, kept.per_day, entry, kept.ends_at);
    INSERT INTO notifications (user_id, type, sanction_id, dedupe_key)
    VALUES (NEW.id, 'sanction', sanction, 'sanction:' || sanction);
    DELETE FROM kept_sanctions WHERE sanction_id = kept.sanction_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER users_take_up_sanctions AFTER INSERT ON users
FOR EACH ROW WHEN (NEW.email_verified) EXECUTE FUNCTION take_up_sanctions();
CREATE TRIGGER users_take_up_sanctions_of_verified AFTER UPDATE OF email_verified, email ON users
FOR EACH ROW WHEN (NEW.email_verified AND (NOT OLD.email_verified OR OLD.email <> NEW.email)) EXECUTE FUNCTION take_up_sanctions();

-- What others keep in JSON of somebody who leaves: ids and names, not words.
CREATE FUNCTION without_author(kept jsonb, leaver uuid) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN kept ->> 'author_id' = leaver::text
    THEN kept || '{"author_id": null, "author_name": null, "author_username": null}' ELSE kept END
$$;

-- Copies of things in the cases of moderators. Of a decided case nobody needs one any more; one about the profile is moot.
CREATE FUNCTION clear_snapshots(leaver uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE moderation_cases SET closed_at = now(), outcome = 'moot', claimed_by = NULL, claimed_until = NULL, snapshot = NULL
  WHERE member_id = leaver AND kind = 'profile' AND closed_at IS NULL;
  UPDATE moderation_cases SET snapshot = NULL
  WHERE member_id = leaver AND closed_at IS NOT NULL AND snapshot IS NOT NULL;
  UPDATE moderation_cases SET snapshot = without_author(snapshot, leaver) || CASE WHEN snapshot ? 'context'
    THEN jsonb_build_object('context', (
      SELECT coalesce(jsonb_agg(without_author(line, leaver) ORDER BY place), '[]')
      FROM jsonb_array_elements(snapshot -> 'context') WITH ORDINALITY AS context (line, place)))
    ELSE '{}' END
  WHERE snapshot::text LIKE '%' || leaver || '%'
$$;

-- Words that a moderator removed wait without the name until they are erased; those of others without what was told of who leaves.
CREATE FUNCTION clear_removed_content(leaver uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE removed_content r SET author_id = nullif(author_id, leaver), content = r.content || jsonb_build_object(
    'activity', (
      SELECT coalesce(jsonb_agg(a), '[]') FROM jsonb_array_elements(coalesce(r.content -> 'activity', '[]')) a
      WHERE a ->> 'user_id' <> leaver::text),
    'notifications', (
      SELECT coalesce(jsonb_agg(n
        || CASE WHEN n ->> 'related_user_id' = leaver::text THEN '{"related_user_id": null}'::jsonb ELSE '{}' END
        || jsonb_build_object('actor_ids', coalesce(n -> 'actor_ids', '[]') - leaver::text)), '[]')
      FROM jsonb_array_elements(coalesce(r.content -> 'notifications', '[]')) n
      WHERE n ->> 'user_id' <> leaver::text))
  WHERE author_id = leaver OR content::text LIKE '%' || leaver || '%'
$$;
