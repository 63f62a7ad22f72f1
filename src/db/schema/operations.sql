-- Statistics for /manage/dashboard, and the check of all counters. No row identifies a member.
--
-- Order of locks: rows of day_counts in order of day and kind.

CREATE TABLE day_counts (
  -- The day in UTC.
  day date NOT NULL,
  kind text NOT NULL
    CONSTRAINT day_counts_kind_check CHECK (kind IN ('page_views', 'members_active', 'members_joined', 'posts',
      'mails_sent', 'mails_refused', 'guests_checked', 'checks_solved', 'checks_refused', 'search_engine_reads')),
  count bigint NOT NULL CONSTRAINT day_counts_count_check CHECK (count >= 0),
  PRIMARY KEY (day, kind)
);

-- Floods by crawlers, during which guests need a pass (accounts/guest-passes). A flood that continues moves `ends_at`.
CREATE TABLE floods (
  started_at timestamptz PRIMARY KEY DEFAULT now(),
  ends_at timestamptz NOT NULL,
  CONSTRAINT floods_ends_at_check CHECK (ends_at > started_at)
);

-- Running processes of the forum. Each writes its row every 30 seconds and deletes it on an orderly stop.
CREATE TABLE node_statuses (
  id uuid PRIMARY KEY,
  name text NOT NULL CONSTRAINT node_statuses_name_check CHECK (char_length(name) <= 200),
  version text NOT NULL CONSTRAINT node_statuses_version_check CHECK (char_length(version) <= 100),
  role text NOT NULL CONSTRAINT node_statuses_role_check CHECK (role IN ('all', 'web', 'jobs')),
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  memory_bytes bigint NOT NULL,
  -- Name of the newest migration when the process started.
  migration text NOT NULL CONSTRAINT node_statuses_migration_check CHECK (char_length(migration) <= 200),
  cache_hits bigint NOT NULL,
  cache_misses bigint NOT NULL,
  -- Milliseconds until a message that this process sends on the event bus returns to it. Null: none has returned yet.
  event_lag_ms double precision
);

-- Returns every stored counter that differs from the counted value, so no rows means that all are correct. Scans whole
-- tables. Used in tests, after a crash, and by operators who suspect a wrong number. Calls every function whose name
-- begins with counter_drift_of_.
CREATE FUNCTION counter_drift() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  audit regproc;
BEGIN
  FOR audit IN SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND starts_with(p.proname, 'counter_drift_of_')
  LOOP
    RETURN QUERY EXECUTE format('SELECT * FROM %s()', audit);
  END LOOP;
END $$;

CREATE FUNCTION counter_drift_of_posts() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'posts.votes_score', p.id, p.votes_score::bigint, coalesce(v.counted, 0)
  FROM posts p LEFT JOIN (SELECT post_id, sum(vote_type) AS counted FROM votes GROUP BY 1) v ON v.post_id = p.id
  WHERE p.votes_score <> coalesce(v.counted, 0)
  UNION ALL
  SELECT 'comments.votes_score', c.id, c.votes_score, coalesce(v.counted, 0)
  FROM comments c LEFT JOIN (SELECT comment_id, sum(vote_type) AS counted FROM votes GROUP BY 1) v ON v.comment_id = c.id
  WHERE c.votes_score <> coalesce(v.counted, 0)
  UNION ALL
  SELECT 'posts.comment_count', p.id, p.comment_count, coalesce(c.counted, 0)
  FROM posts p LEFT JOIN (
    SELECT post_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.post_id = p.id
  WHERE p.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'posts.last_comment_at', p.id, extract(epoch FROM p.last_comment_at)::bigint, extract(epoch FROM c.latest)::bigint
  FROM posts p LEFT JOIN (
    SELECT post_id, max(created_at) AS latest FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.post_id = p.id
  WHERE p.last_comment_at IS DISTINCT FROM c.latest
  UNION ALL
  SELECT 'post_rankings.active_at', p.id, extract(epoch FROM r.active_at)::bigint,
    extract(epoch FROM coalesce(p.last_comment_at, p.created_at))::bigint
  FROM post_rankings r JOIN posts p ON p.id = r.post_id
  WHERE r.active_at IS DISTINCT FROM coalesce(p.last_comment_at, p.created_at)
  UNION ALL
  SELECT 'profiles.post_count', m.id, m.post_count, coalesce(p.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM posts WHERE removed_at IS NULL GROUP BY 1) p ON p.author_id = m.id
  WHERE m.post_count <> coalesce(p.counted, 0)
  UNION ALL
  SELECT 'profiles.comment_count', m.id, m.comment_count, coalesce(c.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL AND removed_at IS NULL
    GROUP BY 1) c ON c.author_id = m.id
  WHERE m.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'posts.concept_id', p.id, NULL, NULL
  FROM posts p LEFT JOIN (
    SELECT DISTINCT ON (post_id) post_id, concept_id FROM post_concepts ORDER BY post_id, position) c ON c.post_id = p.id
  WHERE p.concept_id IS DISTINCT FROM c.concept_id
  UNION ALL
  -- Reports differences in post_rankings: each visible post should have one row per scope, with its counters.
  SELECT 'post_rankings', coalesce(r.post_id, p.post_id), NULL, NULL
  FROM post_rankings r
  FULL JOIN (
    SELECT s.scope, posts.id AS post_id, posts.created_at, votes_score, comment_count, view_count
    FROM posts CROSS JOIN LATERAL (
      SELECT whole_forum() AS scope UNION ALL
      SELECT concept_id FROM post_concepts WHERE post_id = posts.id) AS s
    WHERE posts.deleted_at IS NULL AND posts.removed_at IS NULL) p
    ON p.scope = r.scope AND p.post_id = r.post_id
  WHERE ROW(r.created_at, r.votes_score, r.comment_count, r.view_count)
    IS DISTINCT FROM ROW(p.created_at, p.votes_score, p.comment_count, p.view_count)
  UNION ALL
  SELECT 'post_search', p.id, NULL, NULL
  FROM posts p LEFT JOIN post_search s ON s.post_id = p.id
  WHERE (s.post_id IS NULL) <> (p.deleted_at IS NOT NULL OR p.removed_at IS NOT NULL)
  UNION ALL
  -- Reports deleted posts' stubs that should be gone, because no comment by another member remains.
  SELECT 'posts.deleted_at', p.id, 0, 1
  FROM posts p WHERE p.deleted_at IS NOT NULL AND NOT has_comments_of_others(p.id, p.deleted_by)
$$;
