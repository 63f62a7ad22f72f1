-- Categories and posts. A deleted post is gone, with everything that hangs on it.

CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- This collation sorts as people do, also where the cluster was made with the C locale.
  name text COLLATE "und-x-icu" NOT NULL CONSTRAINT categories_name_check CHECK (char_length(btrim(name)) BETWEEN 1 AND 50),
  color text NOT NULL CONSTRAINT categories_color_check CHECK (color ~ '^#[0-9a-f]{6}$'),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 500)
);
CREATE UNIQUE INDEX categories_name_key ON categories (lower(name));

CREATE TABLE posts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL CONSTRAINT posts_title_check
    CHECK (char_length(title) BETWEEN 1 AND 200 AND title = btrim(title, E' \t\r\n')),
  -- Sanitized HTML. Rich text may weigh more than its words: tags and entities count here.
  content text NOT NULL CONSTRAINT posts_content_check CHECK (char_length(content) BETWEEN 1 AND 60000),
  -- The words alone, derived by the application from content: for search, previews and descriptions.
  content_text text NOT NULL CONSTRAINT posts_content_text_check
    CHECK (char_length(content_text) <= 10000 AND content_text ~ '\S'),
  format text NOT NULL DEFAULT 'rich' CONSTRAINT posts_format_check CHECK (format IN ('rich', 'plain')),
  -- The first selected category; kept by the trigger on post_categories.
  category_id uuid REFERENCES categories ON DELETE SET NULL,
  -- Null: the author has left. A discussion belongs to all who took part, so it stays ("Unknown").
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  votes_score integer NOT NULL DEFAULT 0,
  view_count integer NOT NULL DEFAULT 0 CHECK (view_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  is_pinned boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz
-- No index here holds a counter (post_rankings does), so with room on the page a vote on this wide row
-- is a HOT update: it touches no index.
) WITH (fillfactor = 85);

CREATE INDEX posts_author_index ON posts (author_id, created_at DESC, id DESC);
CREATE INDEX posts_category_id_index ON posts (category_id);
-- A handful of rows: the pinned posts come first on the first page, with a query of their own.
CREATE INDEX posts_pinned_index ON posts (created_at DESC, id DESC) WHERE is_pinned;

CREATE TABLE post_categories (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  -- More than five labels say nothing. Position 0 is posts.category_id.
  position smallint NOT NULL CONSTRAINT post_categories_position_check CHECK (position BETWEEN 0 AND 4),
  PRIMARY KEY (post_id, category_id),
  CONSTRAINT post_categories_position_key UNIQUE (post_id, position) DEFERRABLE INITIALLY IMMEDIATE
);
CREATE INDEX post_categories_category_id_index ON post_categories (category_id);

CREATE TABLE post_views (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- In the record for compatibility; addresses are never kept.
  ip_address inet CONSTRAINT post_views_ip_address_check CHECK (ip_address IS NULL),
  user_agent text CHECK (char_length(user_agent) <= 300),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX post_views_post_id_index ON post_views (post_id);
CREATE INDEX post_views_user_id_index ON post_views (user_id);

-- Votes and views change the row too; only new words are an edit.
CREATE FUNCTION mark_edited() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  NEW.edited_at := now();
  RETURN NEW;
END $$;

CREATE TRIGGER posts_mark_edited BEFORE UPDATE OF title, content ON posts
  FOR EACH ROW WHEN (OLD.title <> NEW.title OR OLD.content <> NEW.content) EXECUTE FUNCTION mark_edited();

CREATE FUNCTION count_new_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET post_count = post_count + 1 WHERE id = NEW.author_id;
  RETURN NULL;
END $$;

CREATE TRIGGER posts_count_new AFTER INSERT ON posts
  FOR EACH ROW EXECUTE FUNCTION count_new_post();

-- Once per statement: updating one member's row again and again within a transaction costs the square of
-- the number of updates, as each walks over the versions before it.
CREATE FUNCTION count_deleted_posts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET post_count = post_count - gone.posts
  FROM (SELECT author_id, count(*) AS posts FROM deleted GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  RETURN NULL;
END $$;

CREATE TRIGGER posts_count_deleted AFTER DELETE ON posts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_posts();

-- Adds the views that the application has gathered; posts deleted meanwhile are skipped. The rows are locked
-- in one order, so that several nodes never wait for each other in a circle.
CREATE FUNCTION add_post_views(post_ids uuid[], views integer[]) RETURNS void
LANGUAGE sql AS $$
  WITH gathered AS (
    SELECT post_id, sum(n)::integer AS n FROM unnest(post_ids, views) AS v (post_id, n) GROUP BY post_id
  ), locked AS MATERIALIZED (
    SELECT id FROM posts WHERE id = ANY (post_ids) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE posts SET view_count = view_count + gathered.n
  FROM locked JOIN gathered ON gathered.post_id = locked.id
  WHERE posts.id = locked.id
$$;
