-- What editors and admins maintain: categories, thinkers, resources and events, and who changed what of it.

-- A text as people type it into a form: something in it, nothing around it, and no longer than it may be.
CREATE FUNCTION is_text(value text, most integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT value ~ '\S' AND value = btrim(value, E' \t\r\n') AND char_length(value) <= most
$$;

CREATE FUNCTION is_web_address(value text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT char_length(value) <= 500 AND value ~* '^https?://[^\s<>"]+$'
$$;

CREATE FUNCTION are_texts(texts text[], most integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_position(texts, NULL) IS NULL AND coalesce(bool_and(is_text(each, most)), true)
  FROM unnest(texts) AS each
$$;

-- 0005 and 0011 let spaces stand around a text, and two thinkers differ in the case of their names.
UPDATE categories SET name = btrim(name, E' \t\r\n'), description = btrim(description, E' \t\r\n');
ALTER TABLE categories
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  DROP CONSTRAINT categories_name_check,
  DROP CONSTRAINT categories_description_check,
  ADD CONSTRAINT categories_name_check CHECK (is_text(name, 50)),
  ADD CONSTRAINT categories_description_check CHECK (description = '' OR is_text(description, 500));

UPDATE featured_thinkers SET name = btrim(name, E' \t\r\n'), bio = btrim(bio, E' \t\r\n'),
  field_of_expertise = btrim(field_of_expertise, E' \t\r\n'),
  key_works = ARRAY(SELECT btrim(work, E' \t\r\n') FROM unnest(key_works) WITH ORDINALITY AS w (work, n)
    WHERE work ~ '\S' ORDER BY n);
ALTER TABLE featured_thinkers
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  DROP CONSTRAINT featured_thinkers_name_key,
  DROP CONSTRAINT featured_thinkers_name_check,
  DROP CONSTRAINT featured_thinkers_field_of_expertise_check,
  DROP CONSTRAINT featured_thinkers_bio_check,
  DROP CONSTRAINT featured_thinkers_website_url_check,
  DROP CONSTRAINT featured_thinkers_key_works_check,
  ADD CONSTRAINT featured_thinkers_name_check CHECK (is_text(name, 100)),
  ADD CONSTRAINT featured_thinkers_field_of_expertise_check CHECK (is_text(field_of_expertise, 150)),
  ADD CONSTRAINT featured_thinkers_bio_check CHECK (is_text(bio, 2000)),
  ADD CONSTRAINT featured_thinkers_website_url_check CHECK (is_web_address(website_url)),
  ADD CONSTRAINT featured_thinkers_key_works_check CHECK (cardinality(key_works) <= 20 AND are_texts(key_works, 200)),
  ADD CONSTRAINT featured_thinkers_born_check CHECK (born BETWEEN 1 AND 2100),
  ADD CONSTRAINT featured_thinkers_died_check CHECK (died BETWEEN 1 AND 2100);
CREATE UNIQUE INDEX featured_thinkers_name_key ON featured_thinkers (lower(name));

-- Where to read on, beyond the forum. What it is decides what is known of it.
CREATE TABLE resources (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL CONSTRAINT resources_kind_check CHECK (kind IN ('book', 'blog')),
  title text COLLATE "und-x-icu" NOT NULL CONSTRAINT resources_title_check CHECK (is_text(title, 200)),
  author text NOT NULL CONSTRAINT resources_author_check CHECK (is_text(author, 150)),
  description text NOT NULL CONSTRAINT resources_description_check CHECK (is_text(description, 500)),
  link text NOT NULL CONSTRAINT resources_link_check CHECK (is_web_address(link)),
  year smallint CONSTRAINT resources_year_check CHECK (year BETWEEN 1 AND 2100),
  category text COLLATE "und-x-icu" CONSTRAINT resources_category_check CHECK (is_text(category, 50)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT resources_book_check CHECK ((kind = 'book') = (year IS NOT NULL)),
  CONSTRAINT resources_blog_check CHECK ((kind = 'blog') = (category IS NOT NULL))
);
CREATE UNIQUE INDEX resources_title_key ON resources (kind, lower(title));

CREATE TABLE events (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL CONSTRAINT events_title_check CHECK (is_text(title, 150)),
  description text NOT NULL DEFAULT '' CONSTRAINT events_description_check
    CHECK (description = '' OR is_text(description, 2000)),
  -- Years as people plan in them: a slip of the finger is not an event of the year 20226.
  starts_at timestamptz NOT NULL CONSTRAINT events_starts_at_check
    CHECK (starts_at >= '2000-01-01T00:00Z' AND starts_at < '2100-01-01T00:00Z'),
  ends_at timestamptz CONSTRAINT events_ends_at_check CHECK (ends_at > starts_at AND ends_at < '2100-01-01T00:00Z'),
  place text CONSTRAINT events_place_check CHECK (is_text(place, 200)),
  link text CONSTRAINT events_link_check CHECK (is_web_address(link)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT events_where_check CHECK (place IS NOT NULL OR link IS NOT NULL)
);
CREATE INDEX events_starts_at_index ON events (starts_at, id);

-- Who saves a form that was opened before somebody else's save is told (0018).
CREATE TRIGGER categories_mark_updated BEFORE UPDATE ON categories
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_updated();
CREATE TRIGGER featured_thinkers_mark_updated BEFORE UPDATE ON featured_thinkers
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_updated();
CREATE TRIGGER resources_mark_updated BEFORE UPDATE ON resources
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_updated();
CREATE TRIGGER events_mark_updated BEFORE UPDATE ON events
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_updated();

-- Who created, changed or deleted what, and when. A row is written in the transaction of the change
-- (features/manage/items.server.ts); it outlives the thing, of which it keeps the name that it had then.
CREATE TABLE content_changes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL CONSTRAINT content_changes_kind_check
    CHECK (kind IN ('category', 'thinker', 'book', 'blog', 'event')),
  item_id uuid NOT NULL,
  name text NOT NULL,
  act text NOT NULL CONSTRAINT content_changes_act_check CHECK (act IN ('created', 'updated', 'deleted')),
  -- Of an update: the columns that are other than before.
  fields text[] NOT NULL DEFAULT '{}' CONSTRAINT content_changes_fields_check
    CHECK ((act = 'updated') = (cardinality(fields) > 0)),
  -- Null: who did it has left.
  changed_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX content_changes_changed_by_index ON content_changes (changed_by);

-- What a forum was given to begin with, so that it is not given again when somebody has removed all of it.
CREATE TABLE starter_content (
  name text PRIMARY KEY,
  inserted_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO starter_content (name)
SELECT 'categories' WHERE EXISTS (SELECT FROM categories)
UNION ALL
SELECT 'featured_thinkers' WHERE EXISTS (SELECT FROM featured_thinkers);
