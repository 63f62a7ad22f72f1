-- Where history of edits (0095), indexing of many at once (0087) and removal (0092) meet.

-- Removing and restoring are no edits: neither the removed words nor the neutral ones become a revision.
DROP TRIGGER posts_keep_revision ON posts;
CREATE TRIGGER posts_keep_revision AFTER UPDATE OF title, content ON posts
  FOR EACH ROW WHEN ((OLD.title <> NEW.title OR OLD.content <> NEW.content)
    AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL AND OLD.removed_at IS NULL AND NEW.removed_at IS NULL)
  EXECUTE FUNCTION keep_post_revision();
DROP TRIGGER comments_keep_revision ON comments;
CREATE TRIGGER comments_keep_revision AFTER UPDATE OF content ON comments
  FOR EACH ROW WHEN (OLD.content <> NEW.content AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL
    AND OLD.removed_at IS NULL AND NEW.removed_at IS NULL)
  EXECUTE FUNCTION keep_comment_revision();

-- As in 0087, and neither neutral words nor those of a stub are in an index.
CREATE OR REPLACE FUNCTION index_posts(targets uuid[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO post_search (post_id, n, search_vector)
  SELECT id, n, search_document(title, content_text) || author_facet(author_id) || search_facets(n, categories)
  FROM (
    SELECT p.id, p.title, p.content_text, p.author_id,
      coalesce(s.n, nextval(pg_get_serial_sequence('post_search', 'n'))) AS n,
      ARRAY(SELECT category_id FROM post_categories WHERE post_id = p.id) AS categories
    FROM posts p LEFT JOIN post_search s ON s.post_id = p.id
    WHERE p.id = ANY (targets) AND p.deleted_at IS NULL AND p.removed_at IS NULL ORDER BY p.created_at, p.id) AS these
  ON CONFLICT (post_id) DO UPDATE SET search_vector = excluded.search_vector
$$;

CREATE OR REPLACE FUNCTION index_remarks(source regclass, index regclass, targets uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($insert$
    INSERT INTO %2$s (id, n, search_vector)
    SELECT id, n, remark_document(n, content) FROM (
      SELECT id, content, nextval(pg_get_serial_sequence(%2$L, 'n')) AS n
      FROM %1$s WHERE id = ANY ($1) AND deleted_at IS NULL AND removed_at IS NULL ORDER BY created_at, id) AS these
  $insert$, source, index) USING targets;
END $$;
