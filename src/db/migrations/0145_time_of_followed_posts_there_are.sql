-- What was followed before 0144.

UPDATE post_follows SET posted_at = posts.created_at
FROM posts WHERE posts.id = post_follows.post_id AND post_follows.posted_at IS NULL;

ALTER TABLE post_follows ALTER COLUMN posted_at SET NOT NULL;
CREATE INDEX post_follows_posted_index ON post_follows (follower_id, posted_at DESC, post_id DESC);
