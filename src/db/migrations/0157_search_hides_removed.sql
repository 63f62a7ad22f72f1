-- Nobody finds a word that only a removed post, or a comment below one, has. Such comments keep their place in the index, without
-- words, and search_words counts nothing of them.

CREATE FUNCTION is_below_removed_post(post uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM posts WHERE id = post AND removed_at IS NOT NULL)
$$;

-- Takes the words of all comments of a post out of the search, or puts them back.
CREATE FUNCTION index_comments_of_post(post uuid, wanted boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE comment_search s SET search_vector = CASE WHEN wanted THEN remark_document(s.n, c.content) ELSE '' END
  FROM comments c WHERE c.id = s.id AND c.post_id = post;
  PERFORM CASE WHEN wanted THEN count_words(NULL, content) ELSE count_words(content, NULL) END
  FROM comments WHERE post_id = post AND deleted_at IS NULL AND removed_at IS NULL;
END $$;

CREATE FUNCTION index_comments_of_removed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- The comments go with it, and uncount their words then.
    PERFORM count_words(NULL, content) FROM comments WHERE post_id = OLD.id AND deleted_at IS NULL AND removed_at IS NULL;
    RETURN OLD;
  END IF;
  PERFORM index_comments_of_post(NEW.id, NEW.removed_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER posts_index_comments AFTER UPDATE OF removed_at, deleted_at ON posts
  FOR EACH ROW WHEN ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)) EXECUTE FUNCTION index_comments_of_removed();
CREATE TRIGGER posts_count_words_of_comments BEFORE DELETE ON posts
  FOR EACH ROW WHEN (OLD.removed_at IS NOT NULL) EXECUTE FUNCTION index_comments_of_removed();

CREATE OR REPLACE FUNCTION index_changed_remark() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  below_removed boolean := false;
BEGIN
  IF TG_TABLE_NAME = 'comments' THEN
    -- Whoever removes the post meanwhile is waited for.
    SELECT removed_at IS NOT NULL INTO below_removed FROM posts WHERE id = NEW.post_id FOR SHARE;
  END IF;
  IF NEW.deleted_at IS NOT NULL OR NEW.removed_at IS NOT NULL THEN
    EXECUTE format('DELETE FROM %I WHERE id = $1', TG_ARGV[0]) USING NEW.id;
  ELSE
    EXECUTE format('UPDATE %I SET search_vector = CASE WHEN $3 THEN '''' ELSE remark_document(n, $2) END WHERE id = $1', TG_ARGV[0])
    USING NEW.id, NEW.content, below_removed;
  END IF;
  IF NOT below_removed THEN
    PERFORM count_words(
      CASE WHEN OLD.removed_at IS NULL THEN OLD.content END, CASE WHEN NEW.removed_at IS NULL THEN NEW.content END);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION uncount_words_of_remarks() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'comments' THEN
    PERFORM count_words(content, NULL) FROM deleted
    WHERE deleted_at IS NULL AND removed_at IS NULL AND NOT is_below_removed_post(post_id);
  ELSE
    PERFORM count_words(content, NULL) FROM deleted WHERE deleted_at IS NULL AND removed_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

-- As in 0136. Whoever is removing their post is waited for, too.
CREATE OR REPLACE FUNCTION index_remarks(source regclass, index regclass, targets uuid[], places bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  hidden uuid[] := '{}';
BEGIN
  EXECUTE format('SELECT FROM %1$s WHERE id = ANY ($1) ORDER BY id FOR SHARE', source) USING targets;
  IF source = 'comments'::regclass THEN
    PERFORM FROM posts WHERE id IN (SELECT post_id FROM comments WHERE id = ANY (targets)) ORDER BY id FOR SHARE;
    hidden := ARRAY(SELECT c.id FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = ANY (targets) AND p.removed_at IS NOT NULL);
  END IF;
  EXECUTE format($insert$
    INSERT INTO %2$s AS s (id, n, search_vector)
    SELECT t.id, own.n, CASE WHEN t.id = ANY ($3) THEN '' ELSE remark_document(own.n, t.content) END
    FROM unnest($1, $2) AS target (id, place)
    JOIN %1$s t ON t.id = target.id
    LEFT JOIN %2$s s ON s.id = t.id
    CROSS JOIN LATERAL (SELECT coalesce(s.n, place) AS n) AS own
    WHERE t.deleted_at IS NULL AND t.removed_at IS NULL
    ORDER BY own.n
    ON CONFLICT (id) DO UPDATE SET search_vector = excluded.search_vector
    WHERE s.search_vector <> excluded.search_vector
  $insert$, source, index) USING targets, places, hidden;
END $$;

-- As in 0136, of what can be found, in the words that it is indexed by.
CREATE OR REPLACE FUNCTION recount_search_words() RETURNS void
LANGUAGE sql AS $$
  WITH counted AS (
    SELECT word, ndoc AS holders FROM ts_stat($query$
      SELECT to_tsvector('public.threshold_plain', public.words_of_document(written)) FROM (
        SELECT title || ' ' || content_text FROM posts WHERE deleted_at IS NULL AND removed_at IS NULL
        UNION ALL SELECT c.content FROM comments c JOIN posts p ON p.id = c.post_id
          WHERE c.deleted_at IS NULL AND c.removed_at IS NULL AND p.removed_at IS NULL
        UNION ALL SELECT content FROM notes WHERE deleted_at IS NULL AND removed_at IS NULL) AS texts (written)$query$)
    WHERE is_search_word(word)
  ), stored AS (
    SELECT word, sum(holders) AS holders FROM (
      SELECT word, holders FROM search_words
      UNION ALL SELECT word, change FROM search_word_changes CROSS JOIN unnest(words) AS word) AS each
    GROUP BY word
  )
  INSERT INTO search_words (word, holders)
  SELECT word, coalesce(counted.holders, 0) - coalesce(stored.holders, 0) FROM counted FULL JOIN stored USING (word)
  WHERE counted.holders IS DISTINCT FROM stored.holders
  ORDER BY word COLLATE "C"
  ON CONFLICT (word) DO UPDATE SET holders = search_words.holders + excluded.holders;
  DELETE FROM search_words WHERE holders <= 0
    AND NOT EXISTS (SELECT FROM search_word_changes WHERE word = ANY (words));
$$;

-- search_words is up to a minute behind, the index is not.
CREATE FUNCTION is_found(word text) RETURNS boolean
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM post_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
    OR EXISTS (SELECT FROM comment_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
    OR EXISTS (SELECT FROM note_search WHERE search_vector @@ plainto_tsquery('public.threshold', word))
$$;

-- As in 0060, but only a word that can be found is near. Arabic is folded too far for words of search_words to be shown.
CREATE OR REPLACE FUNCTION nearest_word(typed text) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET pg_trgm.similarity_threshold = 0.4 SET enable_seqscan = off AS $$
DECLARE
  wanted text := immutable_unaccent(search_text(typed));
  known integer;
  least_held integer;
  nearest text;
BEGIN
  IF char_length(wanted) NOT BETWEEN 4 AND 30 OR wanted COLLATE "und-x-icu" !~ ('^[' || search_letters() || ']+$')
    OR wanted ~ '[0-9\u0600-\u06ff]' OR wanted ~ cjk() THEN
    RETURN NULL;
  END IF;
  SELECT holders INTO known FROM search_words WHERE word = wanted;
  -- Another form of a word that is there ("remembering" where all write "remembered") is right.
  IF known >= 3 OR coalesce(known, 0) = 0 AND is_found(wanted) THEN
    RETURN NULL;
  END IF;
  least_held := greatest(1, 10 * coalesce(known, 0));
  SELECT word INTO nearest FROM (
    SELECT word FROM search_words
    WHERE word = ANY (ARRAY(SELECT edits_of(wanted))) AND word <> wanted AND holders >= least_held
    ORDER BY left(word, 1) = left(wanted, 1) DESC, holders DESC, word LIMIT 5) AS candidates
  WHERE is_found(word) LIMIT 1;
  -- What somebody wrote may be rare and right: only a word that nobody wrote is taken for one that is further off.
  IF nearest IS NULL AND coalesce(known, 0) = 0 AND char_length(wanted) >= 6 THEN
    SELECT word INTO nearest FROM (
      SELECT word FROM search_words
      WHERE word % wanted AND holders >= least_held AND abs(char_length(word) - char_length(wanted)) <= 3 AND word <> wanted
      ORDER BY similarity(word, wanted) DESC, holders DESC, word LIMIT 5) AS candidates
    WHERE is_found(word) LIMIT 1;
  END IF;
  RETURN nearest;
END $$;

UPDATE comment_search s SET search_vector = ''
FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = s.id AND p.removed_at IS NOT NULL;
