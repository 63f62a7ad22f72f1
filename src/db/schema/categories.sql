-- Categories, and how many posts each has.
--
-- Order of locks: the posts of a deleted category by id (accounts/manage-forms/items.server.ts), then the category.

-- A category ("concept" in the interface).
CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- This collation sorts for people, also in clusters with the C locale.
  name text COLLATE "und-x-icu" NOT NULL CONSTRAINT categories_name_check CHECK (is_text(name, 50)),
  color text NOT NULL CONSTRAINT categories_color_check CHECK (color ~ '^#[0-9a-f]{6}$'),
  description text NOT NULL DEFAULT ''
    CONSTRAINT categories_description_check CHECK (description = '' OR is_text(description, 500)),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT readable_name CHECK (is_readable_name(name))
);
CREATE UNIQUE INDEX categories_name_key ON categories (lower(name));

-- The number of posts in a category is the sum of its rows here. A single counter row would make all authors
-- in a category wait for each other, and lock several categories in any order. Counting a million posts takes
-- 100 ms. Each change is therefore a row, and each writer merges the rows that no other transaction is merging.
-- Without writers a category has one row.
CREATE TABLE category_posts (
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  posts integer NOT NULL
);
CREATE INDEX category_posts_category_id_index ON category_posts (category_id);

CREATE FUNCTION count_category_posts(category_ids uuid[], direction integer) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH merged AS (
    DELETE FROM category_posts WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM category_posts WHERE category_id = ANY (category_ids) FOR UPDATE SKIP LOCKED))
    RETURNING category_id, posts
  )
  INSERT INTO category_posts (category_id, posts)
  SELECT category_id, sum(parts.posts) FROM (
    SELECT category_id, posts FROM merged
    UNION ALL
    SELECT changed, direction FROM unnest(category_ids) AS changed) AS parts
  -- Deleting a category deletes its post_categories.
  WHERE EXISTS (SELECT FROM categories WHERE id = category_id)
  GROUP BY category_id;
END $$;

CREATE FUNCTION counter_drift_of_categories() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'category_posts', c.id, coalesce(s.stored, 0), coalesce(p.counted, 0)
  FROM categories c
  LEFT JOIN (SELECT category_id, sum(posts) AS stored FROM category_posts GROUP BY 1) s ON s.category_id = c.id
  LEFT JOIN (SELECT category_id, count(*) AS counted FROM post_categories GROUP BY 1) p ON p.category_id = c.id
  WHERE coalesce(s.stored, 0) <> coalesce(p.counted, 0)
$$;
