-- Posts, the lists they appear in, and what a member does with a post.
--
-- Order of locks: post, comment, post_rankings, then profiles by id. Nothing waits in a circle.
--
-- A deleted post with comments of others leaves a stub: a row without author, title and text that keeps the
-- discussion readable at its address. A removed post is one that a moderator took down (removals.sql).
--
-- Further triggers on posts: comments.sql (revisions), follows.sql, notifications.sql (activity),
-- search_index.sql, spelling.sql, removals.sql, sanctions.sql.

-- The fill factor leaves room on each page. No index here holds a counter, so a vote updates this wide row
-- without touching an index (HOT).
CREATE TABLE posts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL
    CONSTRAINT posts_title_check CHECK (char_length(title) BETWEEN 1 AND 200 AND title = btrim(title,
      E' \t\r\n')),
  -- Sanitized HTML. Formatting makes it longer than its text, because tags and entities count.
  content text NOT NULL
    CONSTRAINT posts_content_check CHECK (char_length(content) BETWEEN 1
      AND CASE format WHEN 'plain' THEN 60000 ELSE 300000 END),
  -- The text without markup, for search, previews and descriptions. The application derives it from content.
  content_text text NOT NULL
    CONSTRAINT posts_content_text_check CHECK (
      char_length(content_text) <= CASE format WHEN 'plain' THEN 10000 ELSE 100000 END
      AND content_text ~ '\S'),
  format text NOT NULL DEFAULT 'rich' CONSTRAINT posts_format_check CHECK (format IN ('rich', 'plain')),
  -- The first category, maintained by the triggers on post_categories.
  category_id uuid REFERENCES categories ON DELETE SET NULL,
  -- Null: the author has left. The discussion belongs to everyone who took part, so it stays.
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  votes_score integer NOT NULL DEFAULT 0,
  view_count integer NOT NULL DEFAULT 0 CONSTRAINT posts_view_count_check CHECK (view_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CONSTRAINT posts_comment_count_check CHECK (comment_count >= 0),
  is_pinned boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- Excerpt for lists. PostgreSQL compresses longer texts and stores them apart, so a list of fifty posts
  -- would unpack fifty of them. The preview has 200 characters; the rest is for white space that is
  -- collapsed.
  opening text NOT NULL GENERATED ALWAYS AS (left(content_text, 250)) STORED,
  -- Time of the newest comment that is neither deleted nor removed.
  last_comment_at timestamptz,
  deleted_at timestamptz,
  -- Shown to nobody. Distinguishes comments of others from those of the member who deleted the post.
  deleted_by uuid REFERENCES profiles ON DELETE SET NULL,
  removed_at timestamptz,
  removal_id uuid,
  locked_at timestamptz,
  -- The post that asks the same. Like a locked post, a duplicate accepts no comments.
  duplicate_of uuid REFERENCES posts ON DELETE SET NULL,
  CONSTRAINT posts_duplicate_of_itself CHECK (duplicate_of <> id),
  CONSTRAINT posts_removed_check CHECK (
    (removed_at IS NULL) = (removal_id IS NULL) AND (
      removed_at IS NULL OR deleted_at IS NULL AND title = 'Removed post'
        AND content = '<p>This post was removed by a moderator.</p>'
        AND content_text = 'This post was removed by a moderator.' AND category_id IS NULL AND NOT is_pinned)),
  -- Neutral texts instead of empty ones: a query that does not know of stubs has something to show, and
  -- nothing of the author's.
  CONSTRAINT posts_stub_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN deleted_by IS NULL
      ELSE title = 'Deleted post' AND content = '<p>This post was deleted.</p>' AND content_text = 'This post was deleted.'
        AND author_id IS NULL AND category_id IS NULL AND NOT is_pinned AND votes_score = 0 AND edited_at IS NULL
    END)
) WITH (fillfactor = 85);
CREATE INDEX posts_author_index ON posts (author_id, created_at DESC, id DESC);
CREATE INDEX posts_category_id_index ON posts (category_id);
CREATE INDEX posts_deleted_by_index ON posts (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE INDEX posts_duplicate_of_index ON posts (duplicate_of) WHERE duplicate_of IS NOT NULL;
-- A handful of rows. The first page shows pinned posts first, with a query of their own.
CREATE INDEX posts_pinned_index ON posts (created_at DESC, id DESC) WHERE is_pinned;
CREATE INDEX posts_removal_index ON posts (removal_id) WHERE removal_id IS NOT NULL;
CREATE TRIGGER posts_mark_edited BEFORE UPDATE OF title, content ON posts
  FOR EACH ROW WHEN ((OLD.title <> NEW.title OR OLD.content <> NEW.content) AND NEW.deleted_at IS NULL
    AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at)
  EXECUTE FUNCTION mark_edited();
CREATE TRIGGER posts_title_readable BEFORE INSERT ON posts
  FOR EACH ROW WHEN (NOT is_readable_name(NEW.title)) EXECUTE FUNCTION refuse_unreadable_name();
CREATE TRIGGER posts_title_still_readable BEFORE UPDATE OF title ON posts
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.title <> OLD.title AND NOT is_readable_name(NEW.title))
  EXECUTE FUNCTION refuse_unreadable_name();

-- A post has at most 330,000 bytes (POST_BYTES). Triggers instead of a constraint: the counters of an older,
-- longer post can still change, and a moderator can restore it.
CREATE FUNCTION refuse_long_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse('posts_content_bytes', 'A post has at most 330,000 bytes');
  RETURN NULL;
END $$;
CREATE TRIGGER posts_content_bytes BEFORE INSERT ON posts
  FOR EACH ROW WHEN (octet_length(NEW.content) > 330000) EXECUTE FUNCTION refuse_long_post();
CREATE TRIGGER posts_content_bytes_edited BEFORE UPDATE OF content ON posts
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.content <> OLD.content AND octet_length(NEW.content) > 330000)
  EXECUTE FUNCTION refuse_long_post();

-- The original must not be a duplicate itself, so that its link leads to the end. Locking both rows refuses
-- one of two posts that are marked as each other's duplicate at once.
CREATE FUNCTION check_duplicate() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = NEW.duplicate_of AND deleted_at IS NULL AND removed_at IS NULL AND duplicate_of IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM refuse('posts_duplicate_original', 'The original must exist and must not be a duplicate itself');
  ELSIF EXISTS (SELECT FROM posts WHERE duplicate_of = NEW.id) THEN
    PERFORM refuse('posts_duplicate_of_original', 'A post with duplicates cannot be a duplicate itself');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER posts_check_duplicate BEFORE UPDATE OF duplicate_of ON posts
  FOR EACH ROW WHEN (NEW.duplicate_of IS NOT NULL AND NEW.duplicate_of IS DISTINCT FROM OLD.duplicate_of)
  EXECUTE FUNCTION check_duplicate();

-- A stub is neither locked nor part of a pair of duplicates.
CREATE FUNCTION clear_duplicates_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET duplicate_of = NULL WHERE duplicate_of = NEW.id;
  UPDATE posts SET duplicate_of = NULL, locked_at = NULL
  WHERE id = NEW.id AND (duplicate_of IS NOT NULL OR locked_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER posts_delete_duplicates_of_stub AFTER UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION clear_duplicates_of_stub();

CREATE FUNCTION count_new_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET post_count = post_count + 1 WHERE id = NEW.author_id;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_count_new AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION count_new_post();

-- Once per statement: updating one member's row repeatedly in a transaction costs the square of the number of
-- updates, because each walks over the versions before it.
CREATE FUNCTION count_deleted_posts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET post_count = post_count - gone.posts
  FROM (SELECT author_id, count(*) AS posts FROM deleted WHERE removed_at IS NULL GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_count_deleted AFTER DELETE ON posts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_posts();

CREATE FUNCTION count_removed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.removed_at IS NOT NULL THEN
    DELETE FROM post_rankings WHERE post_id = NEW.id;
    UPDATE profiles SET post_count = post_count - 1 WHERE id = NEW.author_id;
  ELSE
    -- Its categories follow with post_categories (rank_in_category).
    INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
    VALUES (whole_forum(), NEW.id, NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count,
      coalesce(NEW.last_comment_at, NEW.created_at));
    UPDATE profiles SET post_count = post_count + 1 WHERE id = NEW.author_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_count_removed AFTER UPDATE OF removed_at ON posts
  FOR EACH ROW WHEN ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION count_removed_post();

CREATE FUNCTION uncount_post_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM post_rankings WHERE post_id = NEW.id;
  UPDATE profiles SET post_count = post_count - 1 WHERE id = OLD.author_id AND OLD.removed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_uncount_stub AFTER UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION uncount_post_stub();

-- Deleting a post changes the counters of its author and all commenters. Locking their rows in order of id
-- before the first changes avoids deadlocks between two deletions.
CREATE FUNCTION lock_participants() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles
  WHERE id = OLD.author_id OR id IN (SELECT author_id FROM comments WHERE post_id = OLD.id)
  ORDER BY id FOR NO KEY UPDATE;
  RETURN OLD;
END $$;
CREATE TRIGGER posts_lock_participants BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION lock_participants();

-- A post has up to 12 categories (CATEGORY_LIMIT). Position 0 is posts.category_id.
CREATE TABLE post_categories (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  position smallint NOT NULL CONSTRAINT post_categories_position_check CHECK (position BETWEEN 0 AND 11),
  PRIMARY KEY (post_id, category_id),
  CONSTRAINT post_categories_position_key UNIQUE (post_id, position) DEFERRABLE
);
CREATE INDEX post_categories_category_id_index ON post_categories (category_id);
CREATE TRIGGER post_categories_count_deleted AFTER DELETE ON post_categories
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_category_posts();
CREATE TRIGGER post_categories_count_new AFTER INSERT ON post_categories
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_category_posts();
CREATE TRIGGER post_categories_stay BEFORE UPDATE ON post_categories
  FOR EACH ROW EXECUTE FUNCTION refuse_move();

-- The sorted lists of posts. Holds the keys for sorting and filtering, once per scope: the whole forum (the
-- nil id) and each category of the post. Every list is a walk down one index from the cursor; several
-- categories are several walks, merged. Triggers maintain it.
--
-- Measured on PostgreSQL 18 with two shared cores, 51 rows with authors, categories and previews, client
-- included, at 10,000 / 1,000,000 posts: newest 1.5 / 1.5 ms, top 1.4 / 1.4, discussed 1.4 / 1.3, views 1.5 /
-- 1.4. Row 50,000 takes as long as row 1. Five categories 1.6 / 1.1, top of the day 0.6 / 1.5, week 1.5 /
-- 2.3, month 1.4 / 1.1, year 1.4 / 1.3. A vote writes one row here and one for each category: 2,500 to 4,400
-- votes a second with fsync. Sorted indexes on posts would cost as much, copy the wide row on each vote, and
-- exclude categories.
--
-- Each vote leaves a dead row, so vacuum runs at 2 % instead of 20 %.
CREATE TABLE post_rankings (
  scope uuid NOT NULL,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  votes_score integer NOT NULL,
  comment_count integer NOT NULL,
  view_count integer NOT NULL,
  active_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, scope)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX post_rankings_active ON post_rankings (scope, active_at DESC, post_id DESC) INCLUDE (created_at);
CREATE INDEX post_rankings_discussed ON post_rankings (scope, comment_count DESC, post_id DESC)
  INCLUDE (created_at);
-- Ids sort by time, so the newest comes first among equals.
CREATE INDEX post_rankings_newest ON post_rankings (scope, created_at DESC, post_id DESC)
  INCLUDE (votes_score, comment_count, view_count);
CREATE INDEX post_rankings_top ON post_rankings (scope, votes_score DESC, post_id DESC) INCLUDE (created_at);
CREATE INDEX post_rankings_views ON post_rankings (scope, view_count DESC, post_id DESC) INCLUDE (created_at);

CREATE FUNCTION rank_new_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  VALUES (whole_forum(), NEW.id, NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count,
    coalesce(NEW.last_comment_at, NEW.created_at));
  RETURN NULL;
END $$;
CREATE TRIGGER posts_rank_new AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION rank_new_post();

CREATE FUNCTION rank_changed_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_rankings
  SET created_at = NEW.created_at, votes_score = NEW.votes_score,
    comment_count = NEW.comment_count, view_count = NEW.view_count,
    active_at = coalesce(NEW.last_comment_at, NEW.created_at)
  WHERE post_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_rank_changed AFTER UPDATE OF created_at, votes_score, comment_count, view_count,
    last_comment_at ON posts
  FOR EACH ROW WHEN (
    ROW(OLD.created_at, OLD.votes_score, OLD.comment_count, OLD.view_count, OLD.last_comment_at)
      IS DISTINCT FROM ROW(NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count, NEW.last_comment_at))
  EXECUTE FUNCTION rank_changed_post();

-- Locks the post before copying its counters: a vote in progress is waited for, and a later one finds the new
-- row.
CREATE FUNCTION rank_in_category() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  post posts;
BEGIN
  SELECT * INTO post FROM posts WHERE id = NEW.post_id FOR NO KEY UPDATE;
  IF post.removed_at IS NOT NULL THEN
    PERFORM refuse('post_categories_post_removed', 'A removed post has no categories');
  END IF;
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  VALUES (NEW.category_id, post.id, post.created_at, post.votes_score, post.comment_count, post.view_count,
    coalesce(post.last_comment_at, post.created_at));
  IF NEW.position = 0 THEN
    UPDATE posts SET category_id = NEW.category_id WHERE id = NEW.post_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER post_categories_rank AFTER INSERT ON post_categories
  FOR EACH ROW EXECUTE FUNCTION rank_in_category();

CREATE FUNCTION unrank_in_category() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET category_id =
    (SELECT category_id FROM post_categories WHERE post_id = OLD.post_id ORDER BY position LIMIT 1)
  WHERE id = OLD.post_id AND (category_id = OLD.category_id OR category_id IS NULL);
  DELETE FROM post_rankings WHERE post_id = OLD.post_id AND scope = OLD.category_id;
  RETURN NULL;
END $$;
CREATE TRIGGER post_categories_unrank AFTER DELETE ON post_categories
  FOR EACH ROW EXECUTE FUNCTION unrank_in_category();

-- Posts that a member has viewed. The columns for address and browser are part of the specification;
-- addresses are never stored.
CREATE TABLE post_views (
  id uuid PRIMARY KEY DEFAULT new_id(),
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  ip_address inet CONSTRAINT post_views_ip_address_check CHECK (ip_address IS NULL),
  user_agent text CONSTRAINT post_views_user_agent_check CHECK (char_length(user_agent) <= 300),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX post_views_post_id_index ON post_views (post_id);
CREATE INDEX post_views_user_id_index ON post_views (user_id);

-- Adds the views that the application collected and skips deleted posts. Rows are locked in one order, so
-- that nodes do not wait in a circle.
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

-- Progress of a member in a discussion. Later comments of others are new to them. They are counted on request
-- (comments_post_index), so comments cost nothing extra and the number cannot drift.
CREATE TABLE post_reads (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- Time of the newest comment that was on screen, or of the post without comments.
  read_until timestamptz NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, post_id),
  -- Rejects times in the future.
  CONSTRAINT post_reads_until_check CHECK (read_until <= read_at)
);
CREATE INDEX post_reads_post_id_index ON post_reads (post_id);
CREATE INDEX post_reads_recent_index ON post_reads (user_id, read_at DESC);

CREATE TABLE bookmarks (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (post_id, user_id)
);
CREATE INDEX bookmarks_user_index ON bookmarks (user_id, created_at DESC, id DESC);

-- Runs once per statement and after the foreign key has locked the post: a deletion in progress was waited
-- for, and none commits before us.
CREATE FUNCTION refuse_on_post_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  stub record;
BEGIN
  SELECT posts.deleted_at, posts.removed_at INTO stub FROM added JOIN posts ON posts.id = added.post_id
  WHERE posts.deleted_at IS NOT NULL OR posts.removed_at IS NOT NULL LIMIT 1;
  IF stub.deleted_at IS NOT NULL THEN
    PERFORM refuse(TG_TABLE_NAME || '_post_deleted', 'A deleted post accepts no ' || TG_TABLE_NAME);
  ELSIF stub.removed_at IS NOT NULL THEN
    PERFORM refuse(TG_TABLE_NAME || '_post_removed', 'A removed post accepts no ' || TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bookmarks_refuse_on_stub AFTER INSERT ON bookmarks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_post_stub();

-- Deletes a post, or leaves a stub if others have commented. Returns the commenters, whose cached pages name
-- it. The application checks permission.
CREATE FUNCTION delete_post(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
BEGIN
  -- Locked, so that nobody comments, votes or bookmarks before the commit.
  SELECT author_id INTO author FROM posts WHERE id = target AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT DISTINCT author_id FROM comments WHERE post_id = target AND author_id IS NOT NULL;
  IF NOT has_comments_of_others(target, author) THEN
    DELETE FROM posts WHERE id = target;
    RETURN;
  END IF;
  DELETE FROM votes WHERE post_id = target;
  DELETE FROM bookmarks WHERE post_id = target;
  DELETE FROM post_follows WHERE post_id = target;
  DELETE FROM post_views WHERE post_id = target;
  DELETE FROM notifications WHERE post_id = target AND comment_id IS NULL;
  -- Before post_categories, whose trigger would index it again for each row.
  DELETE FROM post_search WHERE post_id = target;
  DELETE FROM post_categories WHERE post_id = target;
  UPDATE posts SET deleted_at = now(), deleted_by = author, author_id = NULL, title = 'Deleted post',
    content = '<p>This post was deleted.</p>', content_text = 'This post was deleted.', format = 'plain',
    is_pinned = false, edited_at = NULL, updated_at = now()
  WHERE id = target;
END $$;
