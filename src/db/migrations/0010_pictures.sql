-- Pictures in posts and comments, and the setting that switches them off.

CREATE TABLE pictures (
  id uuid PRIMARY KEY DEFAULT new_id(),
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  width integer NOT NULL CONSTRAINT pictures_width_check CHECK (width BETWEEN 1 AND 1600),
  height integer NOT NULL CONSTRAINT pictures_height_check CHECK (height BETWEEN 1 AND 1600),
  bytes integer NOT NULL CONSTRAINT pictures_bytes_check CHECK (bytes BETWEEN 1 AND 10485760),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_author_index ON pictures (author_id, id) INCLUDE (bytes);
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

ALTER TABLE site_settings ADD COLUMN pictures text NOT NULL DEFAULT 'on'
  CONSTRAINT site_settings_pictures_check CHECK (pictures IN ('on', 'off'));
