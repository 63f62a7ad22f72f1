-- How many posts each category has: the sum of its rows here. One row with the number would be waited for by all who
-- post in a category, with locks on several of them in any order; counting a million posts takes 100 ms. So a change
-- is a row of its own, and whoever adds one folds into it those that nobody else is folding at the moment: without
-- writers at work a category has one row.
CREATE TABLE category_posts (
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  posts integer NOT NULL
);
CREATE INDEX category_posts_category_id_index ON category_posts (category_id);

INSERT INTO category_posts (category_id, posts)
SELECT category_id, count(*) FROM post_categories GROUP BY category_id;

CREATE FUNCTION count_category_posts() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  WITH folded AS (
    DELETE FROM category_posts WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM category_posts WHERE category_id IN (SELECT category_id FROM changed) FOR UPDATE SKIP LOCKED))
    RETURNING category_id, posts
  )
  INSERT INTO category_posts (category_id, posts)
  SELECT category_id, sum(parts.posts) FROM (
    SELECT category_id, posts FROM folded
    UNION ALL
    SELECT category_id, direction FROM changed) AS parts
  -- A category that is being deleted takes its labels along.
  WHERE EXISTS (SELECT FROM categories WHERE id = category_id)
  GROUP BY category_id;
  RETURN NULL;
END $$;

CREATE TRIGGER post_categories_count_new AFTER INSERT ON post_categories
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_category_posts();
CREATE TRIGGER post_categories_count_deleted AFTER DELETE ON post_categories
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_category_posts();

CREATE FUNCTION counter_drift_of_categories() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'category_posts', c.id, coalesce(s.stored, 0), coalesce(p.counted, 0)
  FROM categories c
  LEFT JOIN (SELECT category_id, sum(posts) AS stored FROM category_posts GROUP BY 1) s ON s.category_id = c.id
  LEFT JOIN (SELECT category_id, count(*) AS counted FROM post_categories GROUP BY 1) p ON p.category_id = c.id
  WHERE coalesce(s.stored, 0) <> coalesce(p.counted, 0)
$$;

-- All audits that there are, by their name: a feature adds its own and nothing else.
CREATE OR REPLACE FUNCTION counter_drift() RETURNS TABLE (counter text, id uuid, stored bigint, counted bigint)
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
