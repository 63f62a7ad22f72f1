-- The votes of new members notify the author, as everybody's do.

-- Votes that no notification has counted so far are counted from now on, so that taking one back subtracts what was added.
UPDATE notifications AS n SET actor_count = n.actor_count + uncounted.votes
FROM (
  SELECT vote_notice_key(coalesce(v.post_id, c.post_id), v.comment_id) AS key, count(*) AS votes
  FROM user_activity a
  JOIN votes v ON v.user_id = a.user_id AND a.target_id = coalesce(v.comment_id, v.post_id) AND v.vote_type = 1
  LEFT JOIN comments c ON c.id = v.comment_id
  WHERE a.action = 'vote_cast' AND a.metadata ? 'quiet'
  GROUP BY key) AS uncounted
WHERE n.dedupe_key = uncounted.key AND n.type = 'vote' AND n.actor_count > 0;
UPDATE user_activity SET metadata = metadata - 'quiet' WHERE action = 'vote_cast' AND metadata ? 'quiet';

DROP FUNCTION tell_of_vote(uuid, uuid, uuid, uuid, smallint, smallint, boolean, boolean);
CREATE FUNCTION tell_of_vote(voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  key text := vote_notice_key(post, comment);
  is_told boolean := false;
BEGIN
  IF author <> voter AND wanted = 1 THEN
    is_told := announce(voter, author, key, 'vote', post, comment, NULL);
  ELSIF author <> voter AND previous = 1 THEN
    is_told := withdraw(author, key, latest_voter(author, key, post, comment));
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

CREATE OR REPLACE FUNCTION record_vote(voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint)
RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
BEGIN
  IF wanted = 0 THEN
    DELETE FROM user_activity WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  ELSE
    INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
    VALUES (voter, 'vote_cast', CASE WHEN comment IS NULL THEN 'post' ELSE 'comment' END, target,
      jsonb_build_object('vote_type', wanted))
    ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata;
  END IF;
  RETURN tell_of_vote(voter, author, post, comment, previous, wanted);
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
       WHERE v.post_id = post AND vote_type = 1 AND user_id <> author AND NOT ignores(author, user_id) LIMIT 1),
      latest,
      (SELECT user_id FROM votes v WHERE v.post_id = post AND vote_type = 1 AND user_id <> author LIMIT 1));
  END IF;
  RETURN coalesce(
    (SELECT user_id FROM votes v
     WHERE v.comment_id = comment AND vote_type = 1 AND user_id <> author AND NOT ignores(author, user_id) LIMIT 1),
    latest,
    (SELECT user_id FROM votes v WHERE v.comment_id = comment AND vote_type = 1 AND user_id <> author LIMIT 1));
END $$;

-- As in 0141.
CREATE OR REPLACE FUNCTION vote_on_posts(voters uuid[], targets uuid[], wishes smallint[])
RETURNS TABLE (place bigint, votes_score integer, has_changed boolean, told uuid)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  held uuid[] := ARRAY(
    SELECT id FROM posts WHERE id = ANY (targets) AND deleted_at IS NULL AND removed_at IS NULL
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED);
  change record;
  changed bigint[];
  told_of uuid[];
BEGIN
  FOR change IN
    WITH changes AS MATERIALIZED (
      SELECT asked.place, voter, target, wanted, vote_type AS previous
      FROM unnest(voters, targets, wishes) WITH ORDINALITY AS asked (voter, target, wanted, place)
      LEFT JOIN votes ON post_id = target AND user_id = voter
      WHERE target = ANY (held) AND coalesce(vote_type, 0) <> wanted
    ), taken_back AS (
      DELETE FROM votes USING changes WHERE wanted = 0 AND post_id = target AND user_id = voter
    ), forgotten AS (
      DELETE FROM user_activity USING changes
      WHERE wanted = 0 AND target_id = target AND user_id = voter AND action = 'vote_cast'
    ), set AS (
      INSERT INTO votes (user_id, post_id, vote_type) SELECT voter, target, wanted FROM changes WHERE wanted <> 0
      ON CONFLICT (post_id, user_id) WHERE post_id IS NOT NULL DO UPDATE SET vote_type = excluded.vote_type
    ), recorded AS (
      INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
      SELECT voter, 'vote_cast', 'post', target, jsonb_build_object('vote_type', wanted) FROM changes WHERE wanted <> 0
      ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata
    )
    SELECT changes.*, author_id FROM changes JOIN posts ON posts.id = target ORDER BY changes.place
  LOOP
    changed := changed || change.place;
    IF change.author_id <> change.voter THEN
      told_of[change.place] := tell_of_vote(change.voter, change.author_id, change.target, NULL, change.previous,
        change.wanted);
    END IF;
  END LOOP;
  RETURN QUERY
    SELECT asked.place, posts.votes_score, coalesce(asked.place = ANY (changed), false), told_of[asked.place]
    FROM unnest(targets) WITH ORDINALITY AS asked (target, place) JOIN posts ON posts.id = target
    WHERE target = ANY (held);
END $$;

DROP FUNCTION vote_facts(smallint, boolean);
