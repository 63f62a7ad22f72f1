-- Concepts, and the number of posts in each.
--
-- Order of locks: a deleted concept's posts by id (accounts/manage-forms/items.server.ts), then the concept itself.

-- A concept is a topic that posts are assigned to.
CREATE TABLE concepts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- This collation sorts names alphabetically for readers, even in a database cluster with the C locale.
  name text COLLATE "und-x-icu" NOT NULL CONSTRAINT concepts_name_check CHECK (is_text(name, 50)),
  color text NOT NULL CONSTRAINT concepts_color_check CHECK (color ~ '^#[0-9a-f]{6}$'),
  description text NOT NULL DEFAULT ''
    CONSTRAINT concepts_description_check CHECK (description = '' OR is_text(description, 500)),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Place in lists. Concepts without one come last, by name.
  position smallint CONSTRAINT concepts_position_check CHECK (position BETWEEN 1 AND 99),
  CONSTRAINT readable_name CHECK (is_readable_name(name))
);
CREATE UNIQUE INDEX concepts_name_key ON concepts (lower(name));

-- The number of posts in a concept is the sum of its rows here. With a single counter row, all authors in a concept
-- would wait for each other, and deadlock over several concepts. Counting a million posts on request would take 100 ms.
-- Each change therefore inserts a row, and each writer merges the rows that no other transaction has locked. When no
-- one is writing, a concept has one row.
CREATE TABLE concept_posts (
  concept_id uuid NOT NULL REFERENCES concepts ON DELETE CASCADE,
  posts integer NOT NULL
);
CREATE INDEX concept_posts_concept_id_index ON concept_posts (concept_id);

CREATE FUNCTION count_concept_posts(concept_ids uuid[], direction integer) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH merged AS (
    DELETE FROM concept_posts WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM concept_posts WHERE concept_id = ANY (concept_ids) FOR UPDATE SKIP LOCKED))
    RETURNING concept_id, posts
  )
  INSERT INTO concept_posts (concept_id, posts)
  SELECT concept_id, sum(parts.posts) FROM (
    SELECT concept_id, posts FROM merged
    UNION ALL
    SELECT changed, direction FROM unnest(concept_ids) AS changed) AS parts
  -- Skips deleted concepts: deleting a concept deletes its post_concepts, whose trigger calls this function.
  WHERE EXISTS (SELECT FROM concepts WHERE id = concept_id)
  GROUP BY concept_id;
END $$;

CREATE FUNCTION counter_drift_of_concepts() RETURNS TABLE(counter text, id uuid, stored bigint, counted bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'concept_posts', c.id, coalesce(s.stored, 0), coalesce(p.counted, 0)
  FROM concepts c
  LEFT JOIN (SELECT concept_id, sum(posts) AS stored FROM concept_posts GROUP BY 1) s ON s.concept_id = c.id
  LEFT JOIN (SELECT concept_id, count(*) AS counted FROM post_concepts GROUP BY 1) p ON p.concept_id = c.id
  WHERE coalesce(s.stored, 0) <> coalesce(p.counted, 0)
$$;
