-- Notifications by mail: soon, in a digest, or not at all.
--
-- Order of locks: notifications, then mail_items by member.

-- An event to mail to a member, whether or not the bell shows it. The text, and whether the member may still
-- read it, are looked up when the mail is sent (settings/mail-choices/items-sql.server.ts). Ids have no foreign
-- keys: deleted content appears in no mail, and rows are deleted after a month.
CREATE TABLE mail_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT mail_items_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote',
      'note_like', 'note_reply')),
  -- The comment, note or post it is about, or the follower. Each is mailed once.
  thing_id uuid NOT NULL,
  -- The subject of one mail: a post, a note with its replies, or all new followers.
  thread_id uuid NOT NULL,
  actor_id uuid,
  post_id uuid,
  comment_id uuid,
  note_id uuid,
  -- When it is mailed. Null: it waits for the digest.
  due_at timestamptz,
  -- When a job took it.
  queued_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (member_id, thing_id)
);
CREATE INDEX mail_items_created_at_index ON mail_items (created_at);
CREATE INDEX mail_items_due_at_index ON mail_items (due_at) WHERE queued_at IS NULL;

-- Stores a notification for mail, unless the member wants none. A comment that is both a reply and a mention is
-- one row. If either kind is wanted soon, it is mailed soon, whichever came first. Grouped votes and likes are
-- mailed again when they are news again.
CREATE FUNCTION add_mail_item(reader uuid, wanted text, actor uuid, post uuid, comment uuid, note uuid) RETURNS void
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

-- PostgreSQL also accepts "EST5EDT4" and the like. It must know every zone that the contract accepts.
CREATE FUNCTION is_time_zone(name text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

-- Frequency and local hour of a member's digest. No row: none.
CREATE TABLE digests (
  member_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
  frequency text NOT NULL CONSTRAINT digests_frequency_check CHECK (frequency IN ('off', 'daily', 'weekly')),
  hour smallint NOT NULL CONSTRAINT digests_hour_check CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL CONSTRAINT digests_time_zone_check CHECK (is_time_zone(time_zone)),
  -- Earlier notifications were in the previous digest.
  covered_until timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz,
  -- Precise to the day.
  visited_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX digests_next_at_index ON digests (next_at) WHERE frequency <> 'off';

-- The next time after `since`: daily, on Mondays, or, eight weeks after the last visit, on the first of the
-- month. If daylight saving skips the hour, the next one is used. Two months of days always contain the next time:
-- the eight weeks may end just after the first of a month, and then only the first of the next month counts.
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

-- Sets the next time after any change. A due digest stays due until it is sent.
CREATE FUNCTION digests_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.next_at <= now() AND NEW.covered_until = OLD.covered_until AND NEW.frequency <> 'off' THEN
    RETURN NEW;
  END IF;
  NEW.next_at := next_digest(NEW, now());
  RETURN NEW;
END $$;
CREATE TRIGGER digests_before_write BEFORE INSERT OR UPDATE ON digests
  FOR EACH ROW EXECUTE FUNCTION digests_before_write();

-- Addresses that refuse mail, with the number of consecutive refusals by mail servers. From the third on,
-- unrequested mail stops (settings/mail-choices/refusals-sql.server.ts). A changed address voids it.
CREATE TABLE mail_refusals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  in_a_row integer NOT NULL DEFAULT 1,
  refused_at timestamptz NOT NULL DEFAULT now()
);
-- For the number of addresses without mail (/manage/operation).
CREATE INDEX mail_refusals_stopped_index ON mail_refusals (user_id) WHERE in_a_row >= 3;
-- FOR EACH ROW, so that the usual delete of nothing sends no message.
CREATE TRIGGER mail_refusals_after_change AFTER INSERT OR UPDATE OR DELETE ON mail_refusals
  FOR EACH ROW EXECUTE FUNCTION invalidate_all_viewers();

CREATE FUNCTION is_mail_stopped(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM mail_refusals r JOIN users u ON u.id = r.user_id AND u.email = r.email
    WHERE r.user_id = member AND r.in_a_row >= 3)
$$;
