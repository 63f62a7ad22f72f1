-- Pictures in posts and comments. A text refers to a picture with ![description](/files/pictures/ID.webp).
--
-- A picture is public while a visible text of its uploader contains it. So texts of others cannot publish a private
-- picture, and a removal hides the picture together with the text. An hourly job deletes unused pictures.
--
-- Order of locks: after posts and comments; the uploader's profile, then pictures.

CREATE TABLE pictures (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- Null: the uploader has left. The picture stays as long as the text that contains it.
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  -- Size in pixels, so that pages can reserve the space.
  width integer NOT NULL CONSTRAINT pictures_width_check CHECK (width BETWEEN 1 AND 1600),
  height integer NOT NULL CONSTRAINT pictures_height_check CHECK (height BETWEEN 1 AND 1600),
  bytes integer NOT NULL CONSTRAINT pictures_bytes_check CHECK (bytes BETWEEN 1 AND 10485760),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_author_index ON pictures (author_id, id) INCLUDE (bytes);

-- Locks the profile, so that simultaneous uploads cannot exceed the quota.
CREATE FUNCTION pictures_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT pictures FROM site_settings) = 'off' THEN
    PERFORM refuse('pictures_off', 'Pictures are switched off');
  END IF;
  PERFORM refuse_sanctioned(ARRAY[NEW.author_id]);
  PERFORM FROM profiles WHERE id = NEW.author_id FOR NO KEY UPDATE;
  IF NOT is_import()
    AND NEW.bytes + (SELECT coalesce(sum(bytes), 0) FROM pictures WHERE author_id = NEW.author_id) > 200 * 1024 * 1024 THEN
    PERFORM refuse('pictures_quota', 'A member has at most 200 MB of pictures (PICTURE_QUOTA)');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pictures_before_insert BEFORE INSERT ON pictures
  FOR EACH ROW EXECUTE FUNCTION pictures_before_insert();

-- The pictures that the text of a post or comment contains. Texts that a moderator removed are not listed here.
CREATE TABLE picture_uses (
  picture_id uuid NOT NULL REFERENCES pictures,
  post_id uuid REFERENCES posts ON DELETE CASCADE,
  comment_id uuid REFERENCES comments ON DELETE CASCADE,
  item_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(post_id, comment_id)) STORED,
  PRIMARY KEY (picture_id, item_id),
  CONSTRAINT picture_uses_item_check CHECK (num_nonnulls(post_id, comment_id) = 1)
);
CREATE INDEX picture_uses_comment_index ON picture_uses (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX picture_uses_post_index ON picture_uses (post_id) WHERE post_id IS NOT NULL;

CREATE FUNCTION pictures_in(body text) RETURNS uuid[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT m[1]::uuid
    FROM regexp_matches(body, '/files/pictures/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.webp', 'g') AS m)
$$;

-- Stores which pictures a text contains, of those that its author uploaded. The lock skips a picture that is being
-- deleted. The trigger's condition keeps texts without pictures cheap.
CREATE FUNCTION store_picture_uses() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  post uuid := CASE WHEN TG_TABLE_NAME = 'posts' THEN NEW.id END;
  comment uuid := CASE WHEN TG_TABLE_NAME = 'comments' THEN NEW.id END;
  present uuid[] := pictures_in(NEW.content);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM picture_uses u WHERE (u.post_id = post OR u.comment_id = comment) AND u.picture_id <> ALL (present);
  END IF;
  INSERT INTO picture_uses (picture_id, post_id, comment_id)
  SELECT p.id, post, comment FROM (
    SELECT id FROM pictures
    WHERE id = ANY (present) AND author_id IS NOT DISTINCT FROM NEW.author_id ORDER BY id FOR KEY SHARE) AS p
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_pictures_after_insert AFTER INSERT ON posts
  FOR EACH ROW WHEN (NEW.content LIKE '%/files/pictures/%') EXECUTE FUNCTION store_picture_uses();
CREATE TRIGGER posts_pictures_after_update AFTER UPDATE OF content ON posts
  FOR EACH ROW WHEN (OLD.content <> NEW.content
    AND (OLD.content LIKE '%/files/pictures/%' OR NEW.content LIKE '%/files/pictures/%'))
  EXECUTE FUNCTION store_picture_uses();
CREATE TRIGGER comments_pictures_after_insert AFTER INSERT ON comments
  FOR EACH ROW WHEN (NEW.content LIKE '%/files/pictures/%') EXECUTE FUNCTION store_picture_uses();
CREATE TRIGGER comments_pictures_after_update AFTER UPDATE OF content ON comments
  FOR EACH ROW WHEN (OLD.content <> NEW.content
    AND (OLD.content LIKE '%/files/pictures/%' OR NEW.content LIKE '%/files/pictures/%'))
  EXECUTE FUNCTION store_picture_uses();

CREATE FUNCTION is_picture_public(picture uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM picture_uses u
    LEFT JOIN comments c ON c.id = u.comment_id
    JOIN posts p ON p.id = coalesce(u.post_id, c.post_id)
    WHERE u.picture_id = picture AND p.removed_at IS NULL)
$$;

-- Returns whether a text that only its author and moderators can read contains the picture: a pending, removed, purged
-- or reported text. Moderators see its pictures, and they are not deleted.
CREATE FUNCTION is_picture_held(picture uuid, author uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM pending_content c WHERE c.author_id = author AND picture = ANY (pictures_in(c.payload ->> 'content')))
  OR EXISTS (
    SELECT FROM removed_content c
    WHERE c.author_id = author AND picture = ANY (pictures_in(c.content -> 'row' ->> 'content')))
  OR EXISTS (
    SELECT FROM moderation_cases c WHERE c.member_id = author AND c.snapshot -> 'pictures' ? picture::text)
  OR EXISTS (
    SELECT FROM purges g JOIN purged_content c ON c.purge_id = g.id
    WHERE g.member_id = author AND c.kind = 'pending' AND picture = ANY (pictures_in(c.content::text)))
$$;
