-- What is to be mailed, whether or not the bell tells it as well. Each row is a thing that one member hears of; its words, and
-- whether it is still to be read by them, are looked up when the mail is made (features/mails/items-sql.server.ts). The ids of
-- things are no foreign keys: what is gone is in no mail, and a month later the row is gone too.
CREATE TABLE mail_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- The comment, note or post it is about, or who follows: each is told once.
  thing_id uuid NOT NULL,
  -- What one mail is about: a post, a note with its replies, or all new followers.
  thread_id uuid NOT NULL,
  actor_id uuid,
  post_id uuid,
  comment_id uuid,
  note_id uuid,
  -- Of what is mailed soon; null: it waits for the digest.
  due_at timestamptz,
  -- Since when it is in the hands of a job, which mails it or finds that it need not.
  queued_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT mail_items_member_id_thing_id_key UNIQUE (member_id, thing_id)
);
CREATE INDEX mail_items_due_at_index ON mail_items (due_at) WHERE queued_at IS NULL;
CREATE INDEX mail_items_created_at_index ON mail_items (created_at);

-- PostgreSQL also takes "EST5EDT4" and the like: what the contract lets through, it must know.
CREATE FUNCTION is_time_zone(name text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

-- How often a member wants a digest, at which hour on their clock. No row is none.
CREATE TABLE digests (
  member_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  frequency text NOT NULL CONSTRAINT digests_frequency_check CHECK (frequency IN ('off', 'daily', 'weekly')),
  hour smallint NOT NULL CONSTRAINT digests_hour_check CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL CONSTRAINT digests_time_zone_check CHECK (is_time_zone(time_zone)),
  -- What is older was in the one before.
  covered_until timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz,
  -- To the day.
  visited_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX digests_next_at_index ON digests (next_at) WHERE frequency <> 'off';

-- When the next one is due after `since`: every day, on Mondays, or on the first of a month that begins eight weeks after the last
-- visit or later. An hour that a clock skips is the one after it.
CREATE FUNCTION next_digest(digest digests, since timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT min(day.at) FROM (
    SELECT local, local AT TIME ZONE digest.time_zone AS at
    FROM generate_series(0, 62) AS n
    CROSS JOIN LATERAL (
      SELECT date_trunc('day', since AT TIME ZONE digest.time_zone) + make_interval(days => n, hours => digest.hour)
    ) AS clock (local)) AS day
  WHERE day.at > since AND CASE
    WHEN digest.frequency = 'off' THEN false
    WHEN day.at >= digest.visited_at + interval '8 weeks' THEN extract(day FROM day.local) = 1
    ELSE digest.frequency = 'daily' OR extract(isodow FROM day.local) = 1 END
$$;

-- However the row is written, the next one follows from it. One that is due already stays so until it is made.
CREATE FUNCTION plan_digest() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.next_at <= now() AND NEW.covered_until = OLD.covered_until AND NEW.frequency <> 'off' THEN
    RETURN NEW;
  END IF;
  NEW.next_at := next_digest(NEW, now());
  RETURN NEW;
END $$;

CREATE TRIGGER digests_plan BEFORE INSERT OR UPDATE ON digests FOR EACH ROW EXECUTE FUNCTION plan_digest();

-- A session begins or is used (0110, to the quarter of an hour): its member is here.
CREATE FUNCTION note_visit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE digests SET visited_at = now() WHERE member_id = NEW.user_id AND visited_at < now() - interval '1 day';
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_note_visit AFTER INSERT OR UPDATE OF used_at, expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION note_visit();

-- Keeps what a member hears of for their mail, unless they want none of it. In either order: of one thing they are told once, as
-- soon as one of its kinds is told. What gathers many (votes, likes) is mailed again once it is news again.
CREATE FUNCTION keep_for_mail(
  reader uuid, wanted text, actor uuid, post uuid, comment uuid, note uuid
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  choice text := coalesce(
    (SELECT email FROM notification_choices WHERE member_id = reader AND kind = wanted), 'digest');
BEGIN
  IF choice = 'off' OR ignores(reader, actor) OR is_post_muted(reader, post) OR choice = 'digest' AND NOT EXISTS (
    SELECT FROM digests WHERE member_id = reader AND frequency <> 'off') THEN
    RETURN;
  END IF;
  INSERT INTO mail_items AS item
    (member_id, kind, thing_id, thread_id, actor_id, post_id, comment_id, note_id, due_at)
  VALUES (reader, wanted, coalesce(comment, note, post, actor),
    coalesce(post, (SELECT coalesce(parent_id, id) FROM notes WHERE id = note), reader),
    actor, post, comment, note, CASE WHEN choice = 'soon' THEN now() + interval '15 minutes' END)
  ON CONFLICT (member_id, thing_id) DO UPDATE SET
    kind = excluded.kind, actor_id = excluded.actor_id, due_at = excluded.due_at, queued_at = NULL, created_at = now()
  WHERE item.queued_at IS NULL AND item.due_at IS NULL AND excluded.due_at IS NOT NULL
    OR item.queued_at IS NOT NULL AND item.kind = excluded.kind AND excluded.kind IN ('vote', 'note_like');
END $$;

-- As in 0132. What is told, or would be if the bell told it, is kept for the mail too.
CREATE OR REPLACE FUNCTION drop_unwanted_notification() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.is_read AND NEW.type IN ('comment', 'mention', 'note_reply', 'follow', 'vote', 'note_like') THEN
    PERFORM keep_for_mail(NEW.user_id, NEW.type, NEW.related_user_id, NEW.post_id, NEW.comment_id, NEW.note_id);
  END IF;
  IF wants_notification(NEW.user_id, NEW.type) AND NOT (
    NEW.type IN ('comment', 'followed_post', 'mention', 'vote') AND is_post_muted(NEW.user_id, NEW.post_id)
  ) THEN
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' AND NEW.type NOT IN ('vote', 'note_like') THEN
    RETURN NULL;
  END IF;
  NEW.is_read := true;
  RETURN NEW;
END $$;

-- As in 0076. The bell tells of a followed discussion once until that is read; the mail has every comment.
CREATE OR REPLACE FUNCTION notify_post_followers(written uuid) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT keep_for_mail(f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, NULL)
  FROM comments c JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
  ORDER BY f.follower_id;

  INSERT INTO notifications AS notice (user_id, type, related_user_id, post_id, comment_id, dedupe_key)
  SELECT f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, 'followed_post:' || c.post_id
  FROM comments c
  JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = written
    AND NOT EXISTS (SELECT FROM notifications told WHERE told.user_id = f.follower_id AND told.comment_id = written)
    AND NOT EXISTS (
      SELECT FROM notifications waiting
      WHERE waiting.user_id = f.follower_id AND waiting.dedupe_key = 'followed_post:' || c.post_id
        AND NOT waiting.is_read)
  ORDER BY f.follower_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
    related_user_id = excluded.related_user_id, comment_id = excluded.comment_id,
    is_read = false, created_at = excluded.created_at
  WHERE notice.is_read
  RETURNING user_id
$$;

-- Those whom these names mean, in small letters: whose they are, or were and still lead to (0003_profiles.sql).
CREATE FUNCTION mentioned(names text[]) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
  SELECT member.id
  FROM (
    SELECT id FROM profiles WHERE lower(username) = ANY (names)
    UNION
    SELECT user_id FROM former_usernames WHERE username = ANY (names) AND is_former_username(username, NULL)
  ) AS member
  JOIN users u ON u.id = member.id AND u.email_verified
$$;

-- As in 0055. Who is named in a comment on their own post has one notification, of the comment; by mail they may want the one kind
-- and not the other.
CREATE OR REPLACE FUNCTION notify_of_mentions(
  actor uuid, names text[], post uuid, comment uuid, note uuid
) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT keep_for_mail(member_id, 'mention', actor, post, comment, note)
  FROM mentioned(names) AS member_id
  WHERE member_id <> actor AND NOT EXISTS (
    SELECT FROM notifications WHERE user_id = member_id AND dedupe_key = 'mention:' || coalesce(comment, note, post))
  ORDER BY member_id;

  INSERT INTO notifications (user_id, type, related_user_id, post_id, comment_id, note_id, dedupe_key)
  SELECT member_id, 'mention', actor, post, comment, note, 'mention:' || coalesce(comment, note, post)
  FROM mentioned(names) AS member_id
  WHERE member_id <> actor AND NOT EXISTS (
    SELECT FROM notifications told
    WHERE told.user_id = member_id AND told.related_user_id = actor AND told.type <> 'vote'
      AND (told.comment_id = comment OR told.note_id = note AND told.type <> 'note_like'))
  ORDER BY member_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
  RETURNING user_id
$$;

-- Addresses that take no mail: how many answers of mail servers in a row said so, in our own dialogue with them. From the third
-- on nothing is sent there unasked (features/mails/refusals-sql.server.ts). Of an address that its member has changed it is void.
CREATE TABLE mail_refusals (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  in_a_row integer NOT NULL DEFAULT 1,
  refused_at timestamptz NOT NULL DEFAULT now()
);
-- Of each row: every mail that arrives deletes what there is, which is nothing.
CREATE TRIGGER mail_refusals_tell AFTER INSERT OR UPDATE OR DELETE ON mail_refusals
  FOR EACH ROW EXECUTE FUNCTION tell_viewers_changed();

CREATE FUNCTION is_mail_stopped(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM mail_refusals r JOIN users u ON u.id = r.user_id AND u.email = r.email
    WHERE r.user_id = member AND r.in_a_row >= 3)
$$;
