-- Who is new here, how much they may do in a day, and what they have written lately.

-- Null: new. A spam report that was right makes somebody new again: what they wrote before does not count any more.
-- Held: what they write waits for approval until they are established, as they signed up without proof in a flood.
ALTER TABLE profiles
  ADD COLUMN established_at timestamptz,
  ADD COLUMN new_since timestamptz,
  ADD COLUMN held_until_established boolean NOT NULL DEFAULT false;

-- Whether three things of a member have stood for three days.
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

-- Establishes who is due. A job calls it every hour; answers how many.
CREATE FUNCTION establish_members() RETURNS bigint
LANGUAGE sql AS $$
  WITH established AS (
    UPDATE profiles SET established_at = now(), held_until_established = false
    WHERE id IN (
      SELECT p.id FROM profiles p JOIN users u ON u.id = p.id
      WHERE p.established_at IS NULL AND u.email_verified AND has_stood(p.id, p.new_since)
      ORDER BY p.id FOR NO KEY UPDATE OF p SKIP LOCKED)
    RETURNING id)
  SELECT count(*) FROM established
$$;

SELECT establish_members();
UPDATE profiles SET established_at = now()
WHERE established_at IS NULL AND id IN (SELECT user_id FROM user_roles);

-- Nodes of the version before ask it as well.
CREATE OR REPLACE FUNCTION is_new_member(profile uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT p.established_at IS NULL OR NOT u.email_verified
  FROM profiles p JOIN users u ON u.id = p.id WHERE p.id = profile
$$;

CREATE FUNCTION establish_staff() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET established_at = now(), held_until_established = false
  WHERE id = NEW.user_id AND established_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER user_roles_establish AFTER INSERT ON user_roles
  FOR EACH ROW EXECUTE FUNCTION establish_staff();

-- Pages show the links of the established alone: whoever changes it, every node makes them anew.
CREATE FUNCTION tell_established() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('threshold', json_build_array('', json_build_object('channel', 'pages', 'message',
    json_build_array('profile:' || NEW.id)))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_tell_established AFTER UPDATE OF established_at ON profiles
  FOR EACH ROW WHEN ((OLD.established_at IS NULL) <> (NEW.established_at IS NULL)) EXECUTE FUNCTION tell_established();

-- Somebody whose spam was reported, and who has no role, is new again.
CREATE FUNCTION unsettle_spammer() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET established_at = NULL, new_since = now()
  WHERE id = NEW.member_id AND NOT EXISTS (SELECT FROM user_roles WHERE user_id = NEW.member_id)
    AND EXISTS (SELECT FROM reports WHERE case_id = NEW.id AND reason = 'spam');
  RETURN NULL;
END $$;
CREATE TRIGGER moderation_cases_unsettle_spammer AFTER UPDATE OF outcome ON moderation_cases
  FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome = 'upheld' AND NEW.member_id IS NOT NULL)
  EXECUTE FUNCTION unsettle_spammer();

-- What new members did in the last day, whether or not it is still there.
CREATE TABLE new_member_turns (
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT new_member_turns_kind_check CHECK (kind IN ('post', 'comment', 'note', 'conversation')),
  -- Of a conversation the other member.
  target_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, kind, target_id)
);
CREATE INDEX new_member_turns_created_index ON new_member_turns (created_at);

-- Takes one of `most` turns in any 24 hours. Not taken: the member is established, or it is the same thing again, and there
-- is nothing to give back; or, with `wait`, there is none for so many seconds.
CREATE FUNCTION take_new_member_turn(
  member uuid, of_kind text, target uuid, most integer, OUT is_taken boolean, OUT wait integer
) LANGUAGE plpgsql AS $$
DECLARE
  counted integer;
  oldest timestamptz;
BEGIN
  is_taken := false;
  IF NOT is_new_member(member) THEN
    RETURN;
  END IF;
  -- One of a member's at a time: they are counted.
  PERFORM pg_advisory_xact_lock(hashtextextended(member::text, 104));
  IF EXISTS (
    SELECT FROM new_member_turns t WHERE t.member_id = member AND t.kind = of_kind AND t.target_id = target
      AND t.created_at > now() - interval '1 day') THEN
    RETURN;
  END IF;
  SELECT count(*), min(created_at) INTO counted, oldest FROM (
    SELECT t.created_at FROM new_member_turns t
    WHERE t.member_id = member AND t.kind = of_kind AND t.created_at > now() - interval '1 day'
    ORDER BY t.created_at DESC LIMIT most) latest;
  IF counted >= most THEN
    wait := greatest(1, ceil(extract(epoch FROM oldest + interval '1 day' - clock_timestamp())));
    RETURN;
  END IF;
  -- Not now(): this one may have waited for the others.
  INSERT INTO new_member_turns (member_id, kind, target_id, created_at)
  VALUES (member, of_kind, target, clock_timestamp())
  ON CONFLICT (member_id, kind, target_id) DO UPDATE SET created_at = excluded.created_at;
  is_taken := true;
END $$;

-- What new members wrote in the last 30 days, as digests: the same again waits for approval. What waits has its hosts, too,
-- which of what is published are in its words.
CREATE TABLE text_fingerprints (
  kind text NOT NULL CONSTRAINT text_fingerprints_kind_check CHECK (kind IN ('post', 'comment', 'note')),
  target_id uuid NOT NULL,
  -- Null: has left.
  member_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- Null: too short to tell.
  digest bytea CONSTRAINT text_fingerprints_digest_check CHECK (octet_length(digest) = 32),
  hosts text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, target_id)
);
CREATE INDEX text_fingerprints_digest_index ON text_fingerprints (digest);
CREATE INDEX text_fingerprints_member_index ON text_fingerprints (member_id);
CREATE INDEX text_fingerprints_created_index ON text_fingerprints (created_at);

-- Of the words without case, spaces, signs and addresses; nothing where fewer than 20 letters and digits are left.
CREATE FUNCTION text_digest(words text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length(bare) >= 20 THEN sha256(convert_to(bare, 'UTF8')) END
  FROM (
    SELECT regexp_replace(
      lower(regexp_replace(normalize(words, NFKC), '(https?://|www\.)\S+', ' ', 'gi') COLLATE "und-x-icu"),
      '[^[:alnum:]]+', '', 'g') AS bare) AS letters
$$;

CREATE FUNCTION keep_fingerprint() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  words text := CASE TG_ARGV[0] WHEN 'post' THEN to_jsonb(NEW) ->> 'content_text' ELSE to_jsonb(NEW) ->> 'content' END;
BEGIN
  IF is_new_member(NEW.author_id) THEN
    INSERT INTO text_fingerprints (kind, target_id, member_id, digest)
    VALUES (TG_ARGV[0], NEW.id, NEW.author_id, text_digest(words))
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_keep_fingerprint AFTER INSERT ON posts
  FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION keep_fingerprint('post');
CREATE TRIGGER comments_keep_fingerprint AFTER INSERT ON comments
  FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION keep_fingerprint('comment');
CREATE TRIGGER notes_keep_fingerprint AFTER INSERT ON notes
  FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION keep_fingerprint('note');

-- Sites to which nobody here links unseen, with all their subdomains.
CREATE TABLE blocked_domains (
  -- As URLs have it: small letters, punycode, no dot at the end.
  domain text PRIMARY KEY CONSTRAINT blocked_domains_domain_check
    CHECK (char_length(domain) BETWEEN 3 AND 253 AND domain = lower(domain) AND domain !~ '[\s/@]|^\.|\.$'),
  reason text NOT NULL DEFAULT '' CONSTRAINT blocked_domains_reason_check CHECK (reason = '' OR is_text(reason, 500)),
  added_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX blocked_domains_added_by_index ON blocked_domains (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX blocked_domains_created_index ON blocked_domains (created_at DESC, domain DESC);

-- Votes of new members count, and are nowhere in the notice of votes. What was left out when it was cast is left out when it
-- is taken back.
CREATE OR REPLACE FUNCTION record_vote(voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint)
RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
  key text := vote_notice_key(post, comment);
  is_told boolean := false;
  was_quiet boolean;
  is_quiet boolean := is_new_member(voter);
BEGIN
  SELECT metadata ? 'quiet' INTO was_quiet FROM user_activity
  WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  IF wanted = 0 THEN
    DELETE FROM user_activity WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  ELSE
    INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
    VALUES (voter, 'vote_cast', CASE WHEN comment IS NULL THEN 'post' ELSE 'comment' END, target,
      jsonb_build_object('vote_type', wanted) || CASE WHEN is_quiet THEN '{"quiet": true}' ELSE '{}'::jsonb END)
    ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata;
  END IF;
  IF author <> voter AND wanted = 1 AND NOT is_quiet THEN
    is_told := announce(voter, author, key, 'vote', post, comment, NULL);
  ELSIF author <> voter AND previous = 1 AND NOT coalesce(was_quiet, false) THEN
    is_told := withdraw(author, key, latest_voter(author, key, post, comment));
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

CREATE OR REPLACE FUNCTION latest_voter(author uuid, key text, post uuid, comment uuid) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
  latest uuid;
BEGIN
  SELECT actor.id INTO latest
  FROM notifications n
  CROSS JOIN unnest(n.actor_ids) WITH ORDINALITY AS actor (id, place)
  JOIN votes v ON v.user_id = actor.id AND v.vote_type = 1
    AND (v.comment_id = comment OR comment IS NULL AND v.post_id = post)
  WHERE n.user_id = author AND n.dedupe_key = key
  ORDER BY ignores(author, actor.id), actor.place LIMIT 1;
  IF latest IS NOT NULL AND NOT ignores(author, latest) THEN
    RETURN latest;
  END IF;
  IF comment IS NULL THEN
    RETURN coalesce(
      (SELECT user_id FROM votes v
       WHERE v.post_id = post AND vote_type = 1 AND user_id <> author AND NOT ignores(author, user_id)
         AND NOT is_new_member(user_id) LIMIT 1),
      latest,
      (SELECT user_id FROM votes v
       WHERE v.post_id = post AND vote_type = 1 AND user_id <> author AND NOT is_new_member(user_id) LIMIT 1));
  END IF;
  RETURN coalesce(
    (SELECT user_id FROM votes v
     WHERE v.comment_id = comment AND vote_type = 1 AND user_id <> author AND NOT ignores(author, user_id)
       AND NOT is_new_member(user_id) LIMIT 1),
    latest,
    (SELECT user_id FROM votes v
     WHERE v.comment_id = comment AND vote_type = 1 AND user_id <> author AND NOT is_new_member(user_id) LIMIT 1));
END $$;
