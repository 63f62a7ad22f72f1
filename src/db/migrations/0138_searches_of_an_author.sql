-- Words in the posts of one member: by their facet in the same index as all other searches. Their posts were looked through one by one,
-- which took seconds for who has written twenty thousand.

-- The newest `size` posts that match, as search_posts() goes back through them (0009_search.sql says why in steps).
CREATE FUNCTION walk_posts(words tsquery, category_ids uuid[], author uuid, since timestamptz, before bigint, size integer)
RETURNS TABLE (post_id uuid, n bigint, rank double precision)
LANGUAGE plpgsql STABLE ROWS 200 AS $$
#variable_conflict use_column
DECLARE
  restricted tsquery := words;
  wanted tsquery;
  newest bigint := coalesce(before - 1, (SELECT last_value FROM post_search_n_seq));
  upper bigint := newest;
  lower bigint;
  bits integer;
  found integer := 0;
  batch integer;
BEGIN
  IF category_ids IS NOT NULL THEN
    restricted := restricted && (SELECT string_agg('''#c:' || id || '''', ' | ') FROM unnest(category_ids) AS id)::tsquery;
  END IF;
  IF author IS NOT NULL THEN
    restricted := restricted && format('''#a:%s''', author)::tsquery;
  END IF;
  WHILE upper >= 0 AND found < size LOOP
    bits := CASE
      WHEN newest - upper < 1 << 12 THEN 12
      WHEN newest - upper < 1 << 14 THEN 14
      WHEN newest - upper < 1 << 16 THEN 16
      WHEN newest - upper < 1 << 18 THEN 18
      ELSE 20 END;
    lower := (upper >> bits) << bits;
    wanted := restricted && format('''#%s:%s''', bits, upper >> bits)::tsquery; -- once, not at every row checked
    RETURN QUERY
      SELECT s.post_id, s.n, ts_rank_cd(s.search_vector, words, 1)::double precision
      FROM (
        SELECT post_id, n, search_vector FROM post_search
        WHERE search_vector @@ wanted
          AND n <= upper
          AND (since IS NULL OR EXISTS (
            SELECT FROM post_rankings r
            WHERE r.post_id = post_search.post_id AND r.scope = whole_forum() AND r.created_at >= since))
        ORDER BY n DESC LIMIT size - found) AS s;
    GET DIAGNOSTICS batch = ROW_COUNT;
    found := found + batch;
    upper := lower - 1;
  END LOOP;
END $$;

-- As in 0060, of everybody or of one author.
CREATE FUNCTION find_posts(
  query text, category_ids uuid[], author uuid, since timestamptz, before bigint, size integer, exact_first boolean
) RETURNS TABLE (post_id uuid, n bigint, rank double precision)
LANGUAGE plpgsql STABLE ROWS 200 AS $$
#variable_conflict use_column
DECLARE
  exact tsquery;
  wide tsquery;
  first_place CONSTANT bigint := 1::bigint << 40;
  found integer := 0;
BEGIN
  SELECT asked.exact, asked.wide INTO exact, wide FROM post_queries(query) AS asked;
  IF numnode(wide) = 0 THEN
    RETURN;
  END IF;
  IF NOT exact_first THEN
    RETURN QUERY SELECT * FROM walk_posts(wide, category_ids, author, since, before, size);
    RETURN;
  END IF;
  IF coalesce(before > first_place, true) THEN
    RETURN QUERY SELECT w.post_id, w.n + first_place, w.rank + 1000
      FROM walk_posts(exact, category_ids, author, since, before - first_place, size) AS w;
    GET DIAGNOSTICS found = ROW_COUNT;
  END IF;
  IF found < size AND wide <> exact THEN
    RETURN QUERY SELECT w.post_id, w.n, w.rank
      FROM walk_posts(
        wide && !!exact, category_ids, author, since, CASE WHEN before <= first_place THEN before END, size - found) AS w;
  END IF;
END $$;

-- Nodes of before ask this one.
CREATE OR REPLACE FUNCTION find_posts(
  query text, category_ids uuid[], since timestamptz, before bigint, size integer, exact_first boolean
) RETURNS TABLE (post_id uuid, n bigint, rank double precision)
LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT * FROM find_posts(query, category_ids, NULL, since, before, size, exact_first)
$$;
DROP FUNCTION walk_posts(tsquery, uuid[], timestamptz, bigint, integer);
