-- Votes that arrive together are set by one statement with one commit. A vote by itself takes 0.72 ms of the server's processor time,
-- one of eight 0.28 ms: what is left is its own rows and their indexes.

-- Of the statement instead of each row: the score and the ranks of a post are written once, however many vote on it.
DROP TRIGGER votes_count_new ON votes;
DROP TRIGGER votes_count_changed ON votes;
DROP FUNCTION count_vote();

CREATE FUNCTION count_new_votes() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  voted record;
BEGIN
  FOR voted IN SELECT post_id, comment_id, sum(vote_type) AS difference FROM added GROUP BY post_id, comment_id LOOP
    PERFORM add_to_score(voted.post_id, voted.comment_id, voted.difference);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_votes() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  voted record;
BEGIN
  FOR voted IN
    SELECT post_id, comment_id, sum(difference) AS difference
    FROM (
      SELECT post_id, comment_id, vote_type AS difference FROM changed
      UNION ALL
      SELECT post_id, comment_id, - vote_type FROM former) AS differences
    GROUP BY post_id, comment_id
  LOOP
    PERFORM add_to_score(voted.post_id, voted.comment_id, voted.difference);
  END LOOP;
  RETURN NULL;
END $$;

-- Of a post, or of a comment. Who sets votes on several things holds these before, in their order.
CREATE FUNCTION add_to_score(post uuid, comment uuid, difference bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF comment IS NULL THEN
    UPDATE posts SET votes_score = votes_score + difference WHERE id = post AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_post_deleted', 'A deleted or removed post takes no votes');
    END IF;
  ELSE
    UPDATE comments SET votes_score = votes_score + difference
    WHERE id = comment AND deleted_at IS NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('votes_comment_deleted', 'A deleted or removed comment takes no votes');
    END IF;
  END IF;
END $$;

CREATE TRIGGER votes_count_new AFTER INSERT ON votes REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_new_votes();
CREATE TRIGGER votes_count_changed AFTER UPDATE ON votes REFERENCING OLD TABLE AS former NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_votes();

-- What record_vote() did at its end (0104), for one vote and for many.
CREATE FUNCTION tell_of_vote(
  voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint, is_quiet boolean, was_quiet boolean
) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  key text := vote_notice_key(post, comment);
  is_told boolean := false;
BEGIN
  IF author <> voter AND wanted = 1 AND NOT is_quiet THEN
    is_told := announce(voter, author, key, 'vote', post, comment, NULL);
  ELSIF author <> voter AND previous = 1 AND NOT coalesce(was_quiet, false) THEN
    is_told := withdraw(author, key, latest_voter(author, key, post, comment));
  END IF;
  RETURN CASE WHEN is_told THEN author END;
END $$;

CREATE OR REPLACE FUNCTION record_vote(voter uuid, author uuid, post uuid, comment uuid, previous smallint, wanted smallint)
RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  target uuid := coalesce(comment, post);
  was_quiet boolean;
  is_quiet boolean := is_new_member(voter);
BEGIN
  SELECT metadata ? 'quiet' INTO was_quiet FROM user_activity
  WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  IF wanted = 0 THEN
    DELETE FROM user_activity WHERE target_id = target AND user_id = voter AND action = 'vote_cast';
  ELSE
    INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
    VALUES (voter, 'vote_cast', CASE WHEN comment IS NULL THEN 'post' ELSE 'comment' END, target, vote_facts(wanted, is_quiet))
    ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata;
  END IF;
  RETURN tell_of_vote(voter, author, post, comment, previous, wanted, is_quiet, was_quiet);
END $$;

-- Quiet is the vote of a new member, of which nobody is told.
CREATE FUNCTION vote_facts(vote_type smallint, is_quiet boolean) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('vote_type', vote_type) || CASE WHEN is_quiet THEN '{"quiet": true}' ELSE '{}'::jsonb END
$$;

-- The nth vote is what voters[n] wants of targets[n]; nobody votes twice on a post here. A post that is gone, or that somebody else
-- holds, has no row in what comes back: a batch waits for nobody, so that none waits for another in a circle. vote_on_post() waits.
CREATE FUNCTION vote_on_posts(voters uuid[], targets uuid[], wishes smallint[])
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
      SELECT asked.place, voter, target, wanted, vote_type AS previous, is_new_member(voter) AS is_quiet,
        (SELECT metadata ? 'quiet' FROM user_activity
         WHERE target_id = target AND user_id = voter AND action = 'vote_cast') AS was_quiet
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
      SELECT voter, 'vote_cast', 'post', target, vote_facts(wanted, is_quiet) FROM changes WHERE wanted <> 0
      ON CONFLICT (target_id, user_id, action) DO UPDATE SET metadata = excluded.metadata
    )
    SELECT changes.*, author_id FROM changes JOIN posts ON posts.id = target ORDER BY changes.place
  LOOP
    changed := changed || change.place;
    IF change.author_id <> change.voter THEN
      told_of[change.place] := tell_of_vote(change.voter, change.author_id, change.target, NULL, change.previous,
        change.wanted, change.is_quiet, change.was_quiet);
    END IF;
  END LOOP;
  RETURN QUERY
    SELECT asked.place, posts.votes_score, coalesce(asked.place = ANY (changed), false), told_of[asked.place]
    FROM unnest(targets) WITH ORDINALITY AS asked (target, place) JOIN posts ON posts.id = target
    WHERE target = ANY (held);
END $$;
