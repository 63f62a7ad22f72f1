-- Notifications by mail: soon after the event, in a digest, or not at all.
--
-- Order of locks: notifications, then mail_items by member.

-- Events to mail to members, including events that the bell menu does not show. The job that sends the mail looks up
-- the text and whether the member may still read it (settings/mail-choices/items-sql.server.ts). Ids need no foreign
-- keys, because mails omit deleted content and rows are deleted after a month.
CREATE TABLE mail_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL
    CONSTRAINT mail_items_kind_check CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote',
      'note_like', 'note_reply', 'message')),
  -- Id of the comment, note, post or message that the event is about, or of the new follower. Each is mailed once.
  thing_id uuid NOT NULL,
  -- Events with the same thread_id share a mail: those of a post, of a note with its replies, or all new followers. For
  -- messages, it is the sender's id.
  thread_id uuid NOT NULL,
  actor_id uuid,
  post_id uuid,
  comment_id uuid,
  note_id uuid,
  -- Time at which the event is mailed. Null: it is included in the next digest.
  due_at timestamptz,
  -- Time at which a job started to mail the event. Null: still to be mailed.
  queued_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (member_id, thing_id)
);
CREATE INDEX mail_items_created_at_index ON mail_items (created_at);
CREATE INDEX mail_items_due_at_index ON mail_items (due_at) WHERE queued_at IS NULL;
CREATE UNIQUE INDEX mail_items_message_key ON mail_items (member_id, thread_id)
  WHERE kind = 'message' AND queued_at IS NULL;

-- Choice of members who have made none: the same as CHOICE_DEFAULTS in people/notifications/policy.ts.
CREATE FUNCTION default_mail_choice(kind text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN kind IN ('comment', 'mention', 'note_reply', 'message') THEN 'soon' ELSE 'digest' END
$$;

-- Stores a notification for mail, unless the member turned mail for its kind off. A comment that is both a reply and a
-- mention is one row. If the member chose 'soon' for only one of the two kinds, it is mailed soon, whichever was stored
-- first. Grouped votes and likes are mailed again when new members join the group.
CREATE FUNCTION add_mail_item(reader uuid, wanted text, actor uuid, post uuid, comment uuid, note uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  choice text := coalesce(
    (SELECT email FROM notification_choices WHERE member_id = reader AND kind = wanted), default_mail_choice(wanted));
BEGIN
  IF choice = 'off' OR coalesce(comment, note, post, actor) IS NULL OR ignores(reader, actor)
    OR is_post_muted(reader, post) OR choice = 'digest' AND NOT EXISTS (
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

-- Returns whether PostgreSQL knows the time zone. It must know all zones that the API contract accepts, and knows
-- more, such as "EST5EDT4".
CREATE FUNCTION is_time_zone(name text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

-- Frequency and local hour of a member's digest. A member without a row receives no digest.
CREATE TABLE digests (
  member_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
  frequency text NOT NULL CONSTRAINT digests_frequency_check CHECK (frequency IN ('off', 'daily', 'weekly')),
  hour smallint NOT NULL CONSTRAINT digests_hour_check CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL CONSTRAINT digests_time_zone_check CHECK (is_time_zone(time_zone)),
  -- The previous digest covered notifications up to this time.
  covered_until timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz,
  -- Time of the member's last visit, precise to the day.
  visited_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX digests_next_at_index ON digests (next_at) WHERE frequency <> 'off';

-- Returns the time of the first digest after `since`: on the next day or Monday, or on the first of a month if the last
-- visit was at least eight weeks ago. If daylight saving time skips the hour, the next hour is used. Searches 62 days,
-- because the eight weeks may end just after the first of a month. The first of the next month is then the result.
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

-- Sets next_at after any change. A digest that is already due stays due until it is sent.
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

-- Email addresses that refuse mail, with the number of consecutive refusals. From the third refusal on, the forum sends
-- only mail that the member requests (settings/mail-choices/refusals-sql.server.ts). A row no longer applies once the
-- member changes the address.
CREATE TABLE mail_refusals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  in_a_row integer NOT NULL DEFAULT 1,
  refused_at timestamptz NOT NULL DEFAULT now()
);
-- For counting the addresses that no longer receive mail (/manage/dashboard).
CREATE INDEX mail_refusals_stopped_index ON mail_refusals (user_id) WHERE in_a_row >= 3;
-- FOR EACH ROW, so that a DELETE that finds no row, which is the usual case, does not clear all caches.
CREATE TRIGGER mail_refusals_after_change AFTER INSERT OR UPDATE OR DELETE ON mail_refusals
  FOR EACH ROW EXECUTE FUNCTION invalidate_all_viewers();

CREATE FUNCTION is_mail_stopped(member uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM mail_refusals r JOIN users u ON u.id = r.user_id AND u.email = r.email
    WHERE r.user_id = member AND r.in_a_row >= 3)
$$;
