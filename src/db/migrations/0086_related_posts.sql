-- The posts that a reader of one would go on to: those that share its concepts and its telling words, then the best of its
-- main concept. Telling are the rarest words of title and opening that others have used, too. So few rows hold them that
-- ranking all of these stays cheap: words are taken as long as they stand in no more than 300 texts together.
CREATE FUNCTION related_posts(target uuid, size integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 5 AS $$
DECLARE
  post posts;
  concepts tsquery;
  telling tsquery;
  ids uuid[] := '{}';
BEGIN
  SELECT * INTO post FROM posts WHERE id = target;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT string_agg(plainto_tsquery('public.threshold', word)::text, ' | ')::tsquery INTO telling FROM (
    SELECT word, sum(holders) OVER (ORDER BY holders, word) AS texts
    FROM search_words
    WHERE holders > 1 AND word = ANY (tsvector_to_array(
      to_tsvector('public.threshold_plain', search_text(post.title || ' ' || post.opening))))) AS words
  WHERE texts <= 300;
  IF numnode(telling) > 0 THEN
    SELECT string_agg(format('''#c:%s''', category_id), ' | ')::tsquery INTO concepts
    FROM post_categories WHERE post_id = target;
    ids := ARRAY(
      SELECT post_id FROM post_search
      WHERE search_vector @@ CASE WHEN concepts IS NULL THEN telling ELSE telling && concepts END
        AND post_id <> target
      ORDER BY ts_rank(search_vector, telling) DESC, post_id DESC LIMIT size);
  END IF;
  RETURN QUERY SELECT unnest(ids);
  RETURN QUERY
    SELECT post_id FROM post_rankings
    WHERE scope = coalesce(post.category_id, whole_forum()) AND post_id <> target AND post_id <> ALL (ids)
    ORDER BY votes_score DESC, post_id DESC LIMIT size - cardinality(ids);
END $$;
