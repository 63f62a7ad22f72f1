-- Each stored number that differs from its source; no rows is the only right answer. Reads whole tables:
-- for tests, for the check after a crash, and for an operator in doubt.
CREATE FUNCTION counter_drift() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
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
    SELECT post_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL GROUP BY 1) c ON c.post_id = p.id
  WHERE p.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'profiles.post_count', m.id, m.post_count, coalesce(p.counted, 0)
  FROM profiles m LEFT JOIN (SELECT author_id, count(*) AS counted FROM posts GROUP BY 1) p ON p.author_id = m.id
  WHERE m.post_count <> coalesce(p.counted, 0)
  UNION ALL
  SELECT 'profiles.comment_count', m.id, m.comment_count, coalesce(c.counted, 0)
  FROM profiles m LEFT JOIN (
    SELECT author_id, count(*) AS counted FROM comments WHERE deleted_at IS NULL GROUP BY 1) c ON c.author_id = m.id
  WHERE m.comment_count <> coalesce(c.counted, 0)
  UNION ALL
  SELECT 'posts.category_id', p.id, NULL, NULL
  FROM posts p LEFT JOIN (
    SELECT DISTINCT ON (post_id) post_id, category_id FROM post_categories ORDER BY post_id, position) c ON c.post_id = p.id
  WHERE p.category_id IS DISTINCT FROM c.category_id
  UNION ALL
  -- Every post in its scopes, with its own numbers, and nothing else.
  SELECT 'post_rankings', coalesce(r.post_id, p.post_id), NULL, NULL
  FROM post_rankings r
  FULL JOIN (
    SELECT s.scope, posts.id AS post_id, posts.created_at, votes_score, comment_count, view_count
    FROM posts CROSS JOIN LATERAL (
      SELECT whole_forum() AS scope UNION ALL
      SELECT category_id FROM post_categories WHERE post_id = posts.id) AS s) p
    ON p.scope = r.scope AND p.post_id = r.post_id
  WHERE ROW(r.created_at, r.votes_score, r.comment_count, r.view_count)
    IS DISTINCT FROM ROW(p.created_at, p.votes_score, p.comment_count, p.view_count)
  UNION ALL
  SELECT 'post_search', p.id, NULL, NULL
  FROM posts p LEFT JOIN post_search s ON s.post_id = p.id WHERE s.post_id IS NULL
$$;
