-- Comments that arrive together are written by one statement with one commit, as votes are (0141). A comment by itself takes 2.9 ms of
-- the server's processor time on a busy machine, one of eight 1.0 ms.

-- Who is told of new comments, and of which.
CREATE FUNCTION tell_of_comments(comment_ids uuid[]) RETURNS TABLE (reader uuid, comment uuid)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  INSERT INTO notifications (user_id, type, is_reply, related_user_id, post_id, comment_id)
  SELECT told.id, 'comment', told.is_reply, c.author_id, p.id, c.id
  FROM comments c
  JOIN posts p ON p.id = c.post_id
  LEFT JOIN comments parent ON parent.id = c.parent_id
  LEFT JOIN comments answered ON answered.id = c.answered_id
  CROSS JOIN LATERAL (
    SELECT each.id, bool_or(each.is_reply) AS is_reply
    FROM (VALUES
      (answered.author_id, true), (parent.author_id, answered.id IS NULL), (p.author_id, false)
    ) AS each (id, is_reply)
    WHERE each.id IS NOT NULL GROUP BY each.id) AS told
  WHERE c.id = ANY (comment_ids) AND told.id <> c.author_id
  RETURNING user_id, comment_id;
END $$;

CREATE OR REPLACE FUNCTION notify_of_comments(comment_ids uuid[]) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT reader FROM tell_of_comments(comment_ids)
$$;

-- Of each post one comment: a follower has one notification of a post.
CREATE FUNCTION tell_post_followers(comment_ids uuid[]) RETURNS TABLE (reader uuid, comment uuid)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM keep_for_mail(f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, NULL)
  FROM comments c JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = ANY (comment_ids)
  ORDER BY f.follower_id;
  RETURN QUERY
  INSERT INTO notifications AS notice (user_id, type, related_user_id, post_id, comment_id, dedupe_key)
  SELECT f.follower_id, 'followed_post', c.author_id, c.post_id, c.id, 'followed_post:' || c.post_id
  FROM comments c
  JOIN post_follows f ON f.post_id = c.post_id AND f.follower_id IS DISTINCT FROM c.author_id
  WHERE c.id = ANY (comment_ids)
    AND NOT EXISTS (SELECT FROM notifications told WHERE told.user_id = f.follower_id AND told.comment_id = c.id)
    AND NOT EXISTS (
      SELECT FROM notifications waiting
      WHERE waiting.user_id = f.follower_id AND waiting.dedupe_key = 'followed_post:' || c.post_id
        AND NOT waiting.is_read)
  ORDER BY f.follower_id, c.post_id
  ON CONFLICT (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE SET
    related_user_id = excluded.related_user_id, comment_id = excluded.comment_id,
    is_read = false, created_at = excluded.created_at
  WHERE notice.is_read
  RETURNING notice.user_id, notice.comment_id;
END $$;

CREATE OR REPLACE FUNCTION notify_post_followers(written uuid) RETURNS SETOF uuid
LANGUAGE sql AS $$
  SELECT reader FROM tell_post_followers(ARRAY[written])
$$;

-- As count_words(NULL, …) does for each. All new words in one order: two who add the same wait for each other in one direction.
CREATE FUNCTION count_new_words(texts text[]) RETURNS void
LANGUAGE sql AS $$
  WITH counted AS (
    INSERT INTO search_word_changes (words, change)
    SELECT words, 1 FROM unnest(texts) AS words_in, words_of(words_in) AS words WHERE cardinality(words) > 0
    RETURNING words
  )
  INSERT INTO search_words (word)
  SELECT word FROM (SELECT DISTINCT unnest(words) COLLATE "C" AS word FROM counted) AS heard
  WHERE NOT EXISTS (SELECT FROM search_words known WHERE known.word = heard.word)
  ORDER BY word
  ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE FUNCTION index_new_remarks() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'comment_search' THEN
    INSERT INTO comment_search (id, n, search_vector)
    SELECT id, n, remark_document(n, content)
    FROM (
      SELECT id, content, nextval(pg_get_serial_sequence('comment_search', 'n')) AS n
      FROM added WHERE deleted_at IS NULL ORDER BY created_at, id) AS these;
  ELSE
    INSERT INTO note_search (id, n, search_vector)
    SELECT id, n, remark_document(n, content)
    FROM (
      SELECT id, content, nextval(pg_get_serial_sequence('note_search', 'n')) AS n
      FROM added WHERE deleted_at IS NULL ORDER BY created_at, id) AS these;
  END IF;
  PERFORM count_new_words(array_agg(content)) FROM added WHERE deleted_at IS NULL;
  RETURN NULL;
END $$;

-- The nth comment is of authors[n], below posts[n]; no post twice. One whose post is gone, locked or held by somebody else, or whose
-- id is taken, has no row in what comes back: write_comment() says why, or waits. A batch waits for nobody's post, so that none waits
-- for another in a circle.
-- Authors are held after posts, in their order, since what they wrote is counted.
CREATE FUNCTION write_comments(given uuid[], posts uuid[], parents uuid[], answered uuid[], authors uuid[], texts text[])
RETURNS TABLE (place bigint, id uuid, told uuid[])
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  held uuid[] := ARRAY(
    SELECT p.id FROM posts p
    WHERE p.id = ANY (posts) AND deleted_at IS NULL AND removed_at IS NULL AND locked_at IS NULL AND duplicate_of IS NULL
    ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED);
  ids uuid[] := ARRAY(
    SELECT coalesce(sent.id, new_id()) FROM unnest(given) WITH ORDINALITY AS sent (id, place) ORDER BY sent.place);
  written uuid[];
  readers uuid[];
  heard uuid[];
BEGIN
  PERFORM FROM profiles p WHERE p.id = ANY (authors) ORDER BY p.id FOR NO KEY UPDATE;
  WITH made AS (
    INSERT INTO comments (id, post_id, parent_id, answered_id, author_id, content)
    SELECT sent.id, post, parent, CASE WHEN parent IS NOT NULL THEN replied END, author, words
    FROM unnest(ids, posts, parents, answered, authors, texts) AS sent (id, post, parent, replied, author, words)
    WHERE post = ANY (held)
    ON CONFLICT (id) DO NOTHING RETURNING comments.id
  )
  SELECT array_agg(made.id) INTO written FROM made;
  INSERT INTO user_activity (user_id, action, target_type, target_id, metadata)
  SELECT author, 'comment_created', 'comment', sent.id, jsonb_build_object('is_reply', parent IS NOT NULL)
  FROM unnest(ids, parents, authors) AS sent (id, parent, author) WHERE sent.id = ANY (written)
  ON CONFLICT (target_id, user_id, action) DO NOTHING;
  SELECT array_agg(reader), array_agg(comment) INTO readers, heard FROM tell_of_comments(written);
  -- After those who are told for another reason: nobody is told twice.
  SELECT readers || array_agg(reader), heard || array_agg(comment) INTO readers, heard FROM tell_post_followers(written);
  RETURN QUERY
    SELECT sent.place, sent.id, ARRAY(SELECT reader FROM unnest(readers, heard) AS t (reader, comment) WHERE comment = sent.id)
    FROM unnest(ids) WITH ORDINALITY AS sent (id, place) WHERE sent.id = ANY (written);
END $$;
