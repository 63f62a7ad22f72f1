-- What only nodes and sessions of earlier versions used.
ALTER TABLE sessions DROP COLUMN former_cookie_until;
DROP FUNCTION IF EXISTS write_comment(uuid, uuid, uuid, uuid, text);
DROP FUNCTION IF EXISTS find_posts(text, uuid[], timestamptz, bigint, integer, boolean);
