-- Posts, their lists, and a member's views, reads and bookmarks of posts.
--
-- To prevent deadlocks, rows are locked in this order: posts by id, comments, post_rankings, then profiles by id.
--
-- If other members have commented, deleting a post leaves a stub: a row without author, title and text that keeps the
-- discussion readable at its URL. "Removed" means taken down by a moderator (removals.sql).

-- The fill factor leaves free space on each page. Since no index of posts contains a counter, a vote can update this
-- wide row without touching any index (a HOT update).
CREATE TABLE posts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL
    CONSTRAINT posts_title_check CHECK (char_length(title) BETWEEN 1 AND 200 AND title = btrim(title,
      E' \t\r\n')),
  -- Sanitized HTML. The limits exceed those of content_text, because tags and entities count too. The application
  -- accepts half of it; imported texts may be longer.
  content text NOT NULL
    CONSTRAINT posts_content_check CHECK (char_length(content) BETWEEN 1
      AND CASE format WHEN 'plain' THEN 60000 ELSE 600000 END),
  -- Plain text of `content`, for search, previews and descriptions. The application derives it.
  content_text text NOT NULL
    CONSTRAINT posts_content_text_check CHECK (
      char_length(content_text) <= CASE format WHEN 'plain' THEN 10000 ELSE 200000 END
      AND content_text ~ '\S'),
  format text NOT NULL DEFAULT 'rich' CONSTRAINT posts_format_check CHECK (format IN ('rich', 'plain')),
  -- The first of the post's concepts, set by the triggers on post_concepts.
  concept_id uuid REFERENCES concepts ON DELETE SET NULL,
  -- Null: the author has left. The post stays, because the discussion belongs to all who took part.
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  votes_score integer NOT NULL DEFAULT 0,
  view_count integer NOT NULL DEFAULT 0 CONSTRAINT posts_view_count_check CHECK (view_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CONSTRAINT posts_comment_count_check CHECK (comment_count >= 0),
  is_pinned boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  -- Excerpt for lists. PostgreSQL compresses longer texts and stores them separately, so a list of fifty posts would
  -- have to unpack fifty of them. A preview has 200 characters. The other 50 allow for white space that is collapsed.
  opening text NOT NULL GENERATED ALWAYS AS (left(content_text, 250)) STORED,
  -- Time of the newest comment that is neither deleted nor removed, or null.
  last_comment_at timestamptz,
  deleted_at timestamptz,
  -- The member who deleted the post. Never shown, but needed to tell that member's comments from other members'.
  deleted_by uuid REFERENCES profiles ON DELETE SET NULL,
  removed_at timestamptz,
  removal_id uuid,
  locked_at timestamptz,
  -- An earlier post about the same question. Like a locked post, a duplicate accepts no comments.
  duplicate_of uuid REFERENCES posts ON DELETE SET NULL,
  -- The lock opens at this time by itself. Null: a moderator opens it.
  locked_until timestamptz,
  -- Minimum seconds between two comments of a member. Null: no minimum. Moderators and admins are exempt.
  slow_mode_seconds integer CONSTRAINT posts_slow_mode_seconds_check CHECK (slow_mode_seconds BETWEEN 60 AND 86400),
  CONSTRAINT posts_locked_until_check CHECK (locked_until IS NULL OR locked_at IS NOT NULL),
  CONSTRAINT posts_duplicate_of_itself CHECK (duplicate_of <> id),
  CONSTRAINT posts_removed_check CHECK (
    (removed_at IS NULL) = (removal_id IS NULL) AND (
      removed_at IS NULL OR deleted_at IS NULL AND title = 'Removed post'
        AND content = '<p>This post was removed by a moderator.</p>'
        AND content_text = 'This post was removed by a moderator.' AND concept_id IS NULL AND NOT is_pinned)),
  -- The stub of a deleted post has neutral texts instead of empty ones. Queries that do not distinguish stubs thus
  -- have something to show, and nothing by the author.
  CONSTRAINT posts_stub_check CHECK (
    CASE WHEN deleted_at IS NULL
      THEN deleted_by IS NULL
      ELSE title = 'Deleted post' AND content = '<p>This post was deleted.</p>' AND content_text = 'This post was deleted.'
        AND author_id IS NULL AND concept_id IS NULL AND NOT is_pinned AND votes_score = 0 AND edited_at IS NULL
    END)
) WITH (fillfactor = 85);
CREATE INDEX posts_author_index ON posts (author_id, created_at DESC, id DESC);
CREATE INDEX posts_concept_id_index ON posts (concept_id);
CREATE INDEX posts_deleted_by_index ON posts (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE INDEX posts_duplicate_of_index ON posts (duplicate_of) WHERE duplicate_of IS NOT NULL;
-- Contains only a few rows. The home page queries pinned posts separately and shows them first.
CREATE INDEX posts_pinned_index ON posts (created_at DESC, id DESC) WHERE is_pinned;
CREATE INDEX posts_removal_index ON posts (removal_id) WHERE removal_id IS NOT NULL;

CREATE FUNCTION is_locked(post posts) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT post.locked_at IS NOT NULL AND (post.locked_until IS NULL OR post.locked_until > now())
$$;

CREATE FUNCTION posts_before_write() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_edit boolean := TG_OP = 'UPDATE' AND NEW.deleted_at IS NULL AND (OLD.title <> NEW.title OR OLD.content <> NEW.content);
BEGIN
  IF is_edit AND OLD.removed_at IS NOT NULL AND NEW.removed_at IS NOT NULL THEN
    PERFORM refuse('posts_edit_removed', 'Removed content cannot be edited');
  END IF;
  IF TG_OP = 'INSERT' OR is_edit THEN
    IF NOT is_readable_name(NEW.title) THEN
      PERFORM refuse('readable_name', 'A title needs a letter, digit or emoji, and at most four marks on a character');
    ELSIF octet_length(NEW.content) > 330000 AND NOT is_import() THEN
      PERFORM refuse('posts_content_bytes', 'A post has at most 330,000 bytes (POST_BYTES)');
    END IF;
  END IF;
  -- A removal or restoration by a moderator does not count as an edit.
  IF is_edit AND OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN
    PERFORM refuse_redacted(NEW.id, NEW.title || E'\n' || NEW.content_text);
    NEW.updated_at := now();
    NEW.edited_at := CASE WHEN is_redacting() THEN OLD.edited_at ELSE now() END;
  END IF;
  IF NEW.duplicate_of IS DISTINCT FROM OLD.duplicate_of AND NEW.duplicate_of IS NOT NULL AND TG_OP = 'UPDATE' THEN
    PERFORM check_duplicate(NEW.id, NEW.duplicate_of);
  END IF;
  IF NEW.deleted_at IS NOT NULL AND OLD.removed_at IS NOT NULL THEN
    PERFORM delete_removal_of_stub('post', NEW.id, OLD.author_id, OLD.removal_id);
    NEW.removed_at := NULL;
    NEW.removal_id := NULL;
  END IF;
  RETURN NEW;
END $$;
-- Lists the columns, so that votes, views and comments do not fire this trigger.
CREATE TRIGGER posts_before_write BEFORE INSERT OR UPDATE OF title, content, deleted_at, duplicate_of ON posts
  FOR EACH ROW EXECUTE FUNCTION posts_before_write();

-- Refuses an original that is itself a duplicate, deleted or removed. If two posts are marked as each other's
-- duplicate simultaneously, the locks let only one succeed.
CREATE FUNCTION check_duplicate(duplicate uuid, original uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = original AND deleted_at IS NULL AND removed_at IS NULL AND duplicate_of IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM refuse('posts_duplicate_original', 'The original must exist and must not be a duplicate itself');
  ELSIF EXISTS (SELECT FROM posts WHERE duplicate_of = duplicate) THEN
    PERFORM refuse('posts_duplicate_of_original', 'A post with duplicates cannot be a duplicate itself');
  END IF;
END $$;

CREATE FUNCTION posts_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  SELECT whole_forum(), id, created_at, votes_score, comment_count, view_count, coalesce(last_comment_at, created_at)
  FROM added;
  UPDATE profiles SET post_count = post_count + more.posts
  FROM (SELECT author_id, count(*) AS posts FROM added GROUP BY author_id) AS more
  WHERE profiles.id = more.author_id;
  PERFORM refuse_sanctioned(ARRAY(SELECT author_id FROM added));
  PERFORM record_webhook_events('post.created', ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_insert AFTER INSERT ON posts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION posts_after_insert();

-- Runs at the commit, when the post's concepts have been inserted, so that a new post is indexed only once.
CREATE FUNCTION posts_at_commit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_post(NEW.id);
  -- NEW is the text as inserted. A later change in the same transaction has already counted the difference.
  PERFORM count_words(NULL, NEW.title || ' ' || NEW.content_text);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER posts_at_commit AFTER INSERT ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION posts_at_commit();

-- A trigger of its own, so that votes do not run posts_after_update(), which compares long texts.
CREATE FUNCTION posts_after_count() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_rankings
  SET created_at = NEW.created_at, votes_score = NEW.votes_score,
    comment_count = NEW.comment_count, view_count = NEW.view_count,
    active_at = coalesce(NEW.last_comment_at, NEW.created_at)
  WHERE post_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_count AFTER UPDATE OF created_at, votes_score, comment_count, view_count,
    last_comment_at ON posts
  FOR EACH ROW WHEN (
    ROW(OLD.created_at, OLD.votes_score, OLD.comment_count, OLD.view_count, OLD.last_comment_at)
      IS DISTINCT FROM ROW(NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count, NEW.last_comment_at))
  EXECUTE FUNCTION posts_after_count();

CREATE FUNCTION posts_after_update() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_new_stub boolean := OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL;
  is_new_removal boolean := OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL;
  is_restored boolean := OLD.removed_at IS NOT NULL AND NEW.removed_at IS NULL AND NEW.deleted_at IS NULL;
  is_edit boolean := OLD.title <> NEW.title OR OLD.content <> NEW.content;
BEGIN
  -- post_follows has a copy of the creation time, which only operators change.
  IF OLD.created_at <> NEW.created_at THEN
    UPDATE post_follows SET posted_at = NEW.created_at WHERE post_id = NEW.id;
  END IF;
  IF is_new_stub OR is_new_removal THEN
    DELETE FROM post_rankings WHERE post_id = NEW.id;
    DELETE FROM post_search WHERE post_id = NEW.id;
  END IF;
  IF is_new_stub THEN
    DELETE FROM user_activity WHERE target_id = NEW.id;
    DELETE FROM revisions WHERE post_id = NEW.id;
    DELETE FROM redacted_texts WHERE post_id = NEW.id;
    -- The stub of a deleted post cannot be locked, a duplicate, or the original of a duplicate.
    UPDATE posts SET duplicate_of = NULL WHERE duplicate_of = NEW.id;
    UPDATE posts SET duplicate_of = NULL, locked_at = NULL, locked_until = NULL, slow_mode_seconds = NULL
    WHERE id = NEW.id AND num_nonnulls(duplicate_of, locked_at, slow_mode_seconds) > 0;
  ELSIF is_edit AND OLD.removed_at IS NULL AND NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN
    PERFORM store_revision(NEW.id, NULL, OLD.created_at, OLD.title, OLD.content, OLD.format);
  END IF;
  IF is_edit OR is_new_stub OR is_new_removal THEN
    PERFORM delete_original(NEW.id);
  END IF;
  IF is_restored THEN
    -- The trigger on post_concepts adds the rows for the post's concepts.
    INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
    VALUES (whole_forum(), NEW.id, NEW.created_at, NEW.votes_score, NEW.comment_count, NEW.view_count,
      coalesce(NEW.last_comment_at, NEW.created_at));
  END IF;
  IF OLD.deleted_at IS NULL AND (
    is_edit OR OLD.content_text <> NEW.content_text OR is_new_stub OR is_new_removal OR is_restored) THEN
    IF NEW.deleted_at IS NULL AND NEW.removed_at IS NULL THEN
      PERFORM index_post(NEW.id);
    END IF;
    PERFORM count_words(
      CASE WHEN OLD.removed_at IS NULL THEN OLD.title || ' ' || OLD.content_text END,
      CASE WHEN NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN NEW.title || ' ' || NEW.content_text END);
  END IF;
  IF (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) THEN
    PERFORM index_comments_of_post(NEW.id, NEW.removed_at IS NULL);
  END IF;
  IF is_new_removal OR is_new_stub AND OLD.removed_at IS NULL THEN
    UPDATE profiles SET post_count = post_count - 1 WHERE id = OLD.author_id;
    PERFORM record_webhook_events('post.deleted', ARRAY[NEW.id]);
  ELSIF is_restored THEN
    UPDATE profiles SET post_count = post_count + 1 WHERE id = NEW.author_id;
  END IF;
  IF is_restored OR is_edit AND NEW.removed_at IS NULL AND NEW.deleted_at IS NULL THEN
    PERFORM record_webhook_events('post.updated', ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_update AFTER UPDATE OF created_at, title, content, content_text, deleted_at,
    removed_at ON posts
  FOR EACH ROW EXECUTE FUNCTION posts_after_update();

CREATE FUNCTION posts_before_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Deleting a post changes the counters of its author and of all commenters. Locking their profiles in order of id
  -- before the first change avoids deadlocks between two deletions.
  PERFORM FROM profiles
  WHERE id = OLD.author_id OR id IN (SELECT author_id FROM comments WHERE post_id = OLD.id)
  ORDER BY id FOR NO KEY UPDATE;
  IF OLD.removed_at IS NOT NULL THEN
    -- search_words does not count words of comments below a removed post. comments_after_delete() subtracts them
    -- anyway, because the cascade has deleted the post by then. Adding them here keeps the count correct.
    PERFORM count_words(NULL, content) FROM comments WHERE post_id = OLD.id AND deleted_at IS NULL AND removed_at IS NULL;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER posts_before_delete BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION posts_before_delete();

-- Runs once per statement, because updating a member's row repeatedly in one transaction takes quadratic time: each
-- update searches all earlier versions of the row.
CREATE FUNCTION posts_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET post_count = post_count - gone.posts
  FROM (SELECT author_id, count(*) AS posts FROM deleted WHERE removed_at IS NULL GROUP BY author_id) AS gone
  WHERE profiles.id = gone.author_id;
  DELETE FROM user_activity WHERE target_id IN (SELECT id FROM deleted);
  DELETE FROM comment_moves WHERE from_id IN (SELECT id FROM deleted);
  PERFORM delete_original(id) FROM deleted;
  IF EXISTS (SELECT FROM deleted WHERE removed_at IS NOT NULL) THEN
    PERFORM delete_removed_content('post', ARRAY(SELECT id FROM deleted WHERE removed_at IS NOT NULL));
  END IF;
  PERFORM count_words(title || ' ' || content_text, NULL) FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL;
  PERFORM record_webhook_events('post.deleted',
    ARRAY(SELECT id FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER posts_after_delete AFTER DELETE ON posts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION posts_after_delete();

-- A post has up to 12 concepts (CONCEPT_LIMIT). The one at position 0 is also stored in posts.concept_id.
CREATE TABLE post_concepts (
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  concept_id uuid NOT NULL REFERENCES concepts ON DELETE CASCADE,
  position smallint NOT NULL CONSTRAINT post_concepts_position_check CHECK (position BETWEEN 0 AND 11),
  PRIMARY KEY (post_id, concept_id),
  CONSTRAINT post_concepts_position_key UNIQUE (post_id, position) DEFERRABLE
);
CREATE INDEX post_concepts_concept_id_index ON post_concepts (concept_id);

-- Rows for sorted lists of posts. A post has one row for each scope: the whole forum (the nil id) and each of its
-- concepts. Every list reads one index from the cursor on. A list of several concepts merges several such reads.
-- Triggers maintain the table.
--
-- Measured on PostgreSQL 18 with two shared cores, for 51 rows with authors, concepts and previews, client included,
-- at 10,000 / 1,000,000 posts: newest 1.5 / 1.5 ms, top 1.4 / 1.4, discussed 1.4 / 1.3, views 1.5 / 1.4. Row 50,000
-- takes as long as row 1. Five concepts 1.6 / 1.1, top of the day 0.6 / 1.5, week 1.5 / 2.3, month 1.4 / 1.1, year
-- 1.4 / 1.3. A vote writes one row here and one for each concept: 2,500 to 4,400 votes a second with fsync. Sorted
-- indexes on posts would cost as much, copy the wide row on each vote, and not support concepts.
--
-- Each vote leaves a dead row, so vacuum runs when 2 % of the rows are dead instead of 20 %.
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
-- Ids sort by time, so post_id puts the newest first among equals.
CREATE INDEX post_rankings_newest ON post_rankings (scope, created_at DESC, post_id DESC)
  INCLUDE (votes_score, comment_count, view_count);
CREATE INDEX post_rankings_top ON post_rankings (scope, votes_score DESC, post_id DESC) INCLUDE (created_at);
CREATE INDEX post_rankings_views ON post_rankings (scope, view_count DESC, post_id DESC) INCLUDE (created_at);

-- Locks the posts before copying their counters. The lock waits for running votes, and later votes find the new rows.
CREATE FUNCTION post_concepts_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM added) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM posts WHERE id IN (SELECT post_id FROM added) AND removed_at IS NOT NULL) THEN
    PERFORM refuse('post_concepts_post_removed', 'A removed post has no concepts');
  END IF;
  INSERT INTO post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
  SELECT a.concept_id, p.id, p.created_at, p.votes_score, p.comment_count, p.view_count,
    coalesce(p.last_comment_at, p.created_at)
  FROM added a JOIN posts p ON p.id = a.post_id;
  UPDATE posts SET concept_id = a.concept_id FROM added a WHERE a.position = 0 AND posts.id = a.post_id;
  PERFORM count_concept_posts(ARRAY(SELECT concept_id FROM added), 1);
  -- Skips new posts, which have no row in post_search until they are indexed at the commit.
  PERFORM index_post(post_id) FROM post_search WHERE post_id IN (SELECT post_id FROM added);
  RETURN NULL;
END $$;
CREATE TRIGGER post_concepts_after_insert AFTER INSERT ON post_concepts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION post_concepts_after_insert();

CREATE FUNCTION post_concepts_after_delete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM deleted) ORDER BY id FOR NO KEY UPDATE;
  UPDATE posts SET concept_id =
    (SELECT concept_id FROM post_concepts WHERE post_id = posts.id ORDER BY position LIMIT 1)
  FROM deleted d
  WHERE posts.id = d.post_id AND (posts.concept_id = d.concept_id OR posts.concept_id IS NULL);
  DELETE FROM post_rankings r USING deleted d WHERE r.post_id = d.post_id AND r.scope = d.concept_id;
  PERFORM count_concept_posts(ARRAY(SELECT concept_id FROM deleted), -1);
  -- If the concept itself was deleted, its posts need no new index entry, because no search asks for the concept.
  PERFORM index_post(post_id) FROM post_search WHERE post_id IN (
    SELECT post_id FROM deleted d WHERE EXISTS (SELECT FROM concepts WHERE id = d.concept_id));
  RETURN NULL;
END $$;
CREATE TRIGGER post_concepts_after_delete AFTER DELETE ON post_concepts
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION post_concepts_after_delete();

-- Posts that a member has viewed. The specification requires the columns for IP address and browser. The forum never
-- needs the IP address, so a check refuses this personal data.
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

-- Visitors that views were counted for, so that each counts once a day: an HMAC of the post with the member, or with the
-- guest's network address and browser. Its key depends on the day and is not stored. Deleted after the day, and not part
-- of backups.
CREATE TABLE post_visitors (
  day date NOT NULL,
  visitor uuid NOT NULL,
  PRIMARY KEY (day, visitor)
);

-- Adds the views of visitors who were not counted on this day. The arrays have the same length. Locks visitors in
-- order, then posts, so that two nodes do not deadlock. Adds none while the table has about a million rows (100 MB).
CREATE FUNCTION add_visitor_views(visit_day date, visitors uuid[], post_ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  viewed uuid[];
  views integer[];
BEGIN
  IF (SELECT reltuples FROM pg_class WHERE oid = 'post_visitors'::regclass) > 1000000 THEN
    RETURN;
  END IF;
  WITH added AS (
    INSERT INTO post_visitors (day, visitor)
    SELECT visit_day, v.visitor FROM unnest(visitors) AS v (visitor) ORDER BY v.visitor
    ON CONFLICT DO NOTHING
    RETURNING post_visitors.visitor
  )
  SELECT array_agg(v.post_id), array_agg(1) INTO viewed, views
  FROM added JOIN unnest(visitors, post_ids) AS v (visitor, post_id) ON v.visitor = added.visitor;
  IF viewed IS NOT NULL THEN
    PERFORM add_post_views(viewed, views);
  END IF;
END $$;

-- Adds the views that the application has collected, except views of posts that no longer exist. Locks posts in order
-- of id, so that two nodes do not deadlock.
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

-- How far a member has read a discussion. Other members' later comments are shown as new. They are counted on request
-- (comments_post_index), so writing a comment costs nothing extra and the number cannot become wrong.
CREATE TABLE post_reads (
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
  -- Time of the newest comment that was on screen, or of the post if there was none.
  read_until timestamptz NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, post_id),
  -- Refuses times in the future.
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

-- Refuses comments, bookmarks and so on (`rows_of`) for deleted and removed posts. Called after the insertion, when the
-- foreign key has locked the post: running deletions have finished, and later ones wait for this transaction. Uses a
-- generic plan, because otherwise PostgreSQL would plan the query again for each array.
CREATE FUNCTION refuse_unless_post_visible(rows_of text, post_ids uuid[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  post record;
BEGIN
  SELECT deleted_at, removed_at INTO post FROM posts
  WHERE id = ANY (post_ids) AND (deleted_at IS NOT NULL OR removed_at IS NOT NULL) LIMIT 1;
  IF post.deleted_at IS NOT NULL THEN
    PERFORM refuse(rows_of || '_post_deleted', 'A deleted post accepts no ' || rows_of);
  ELSIF post.removed_at IS NOT NULL THEN
    PERFORM refuse(rows_of || '_post_removed', 'A removed post accepts no ' || rows_of);
  END IF;
END $$;

CREATE FUNCTION bookmarks_after_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_unless_post_visible('bookmarks', ARRAY(SELECT post_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER bookmarks_after_insert AFTER INSERT ON bookmarks
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bookmarks_after_insert();

-- Deletes a post, or replaces it with a stub if other members have commented. Returns all commenters, because their
-- cached profile pages mention the post. The application checks permission.
CREATE FUNCTION delete_post(target uuid) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  author uuid;
BEGIN
  -- This lock prevents new comments, votes and bookmarks until the commit.
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
  -- Must come before the DELETE from post_concepts, whose trigger would index the post again for each row.
  DELETE FROM post_search WHERE post_id = target;
  DELETE FROM post_concepts WHERE post_id = target;
  UPDATE posts SET deleted_at = now(), deleted_by = author, author_id = NULL, title = 'Deleted post',
    content = '<p>This post was deleted.</p>', content_text = 'This post was deleted.', format = 'plain',
    is_pinned = false, edited_at = NULL, updated_at = now()
  WHERE id = target;
END $$;
