-- Rules kept on /manage, the public log read by its filters, and what moderators do with a post: lock it, name its
-- duplicate, retitle and recategorise it.

-- The next number, where none is asked for.
CREATE FUNCTION next_rule_number() RETURNS smallint
LANGUAGE sql VOLATILE AS $$ SELECT (coalesce(max(number), 0) + 1)::smallint FROM community_rules $$;
ALTER TABLE community_rules ALTER COLUMN number SET DEFAULT next_rule_number();

CREATE TRIGGER community_rules_mark_updated BEFORE UPDATE ON community_rules
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_updated();

-- A rule that takes the number of another changes places with it.
CREATE FUNCTION swap_rule_number() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE community_rules SET number = OLD.number WHERE number = NEW.number AND id <> NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER community_rules_swap_number AFTER UPDATE OF number ON community_rules
  FOR EACH ROW WHEN (OLD.number <> NEW.number AND pg_trigger_depth() = 0) EXECUTE FUNCTION swap_rule_number();

ALTER TABLE content_changes DROP CONSTRAINT content_changes_kind_check;
ALTER TABLE content_changes ADD CONSTRAINT content_changes_kind_check
  CHECK (kind IN ('category', 'thinker', 'book', 'blog', 'event', 'rule'));

-- The log as it is read: actions that are one of several stand below theirs, and a month is that of UTC.
CREATE FUNCTION month_of(moment timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT date_trunc('month', moment AT TIME ZONE 'UTC')::date $$;
CREATE INDEX moderation_actions_log_index ON moderation_actions (number DESC) WHERE part_of IS NULL;
CREATE INDEX moderation_actions_log_action_index ON moderation_actions (action, number DESC) WHERE part_of IS NULL;
CREATE INDEX moderation_actions_log_acted_by_index ON moderation_actions (acted_by, number DESC) WHERE part_of IS NULL;
CREATE INDEX moderation_actions_log_month_index ON moderation_actions (month_of(created_at), number DESC)
  WHERE part_of IS NULL;
CREATE INDEX moderation_actions_parts_index ON moderation_actions (part_of, number DESC) WHERE part_of IS NOT NULL;

ALTER TABLE posts
  ADD COLUMN locked_at timestamptz,
  -- The post that asks the same. A duplicate takes no comments either, as long as there is that post.
  ADD COLUMN duplicate_of uuid REFERENCES posts ON DELETE SET NULL
    CONSTRAINT posts_duplicate_of_itself CHECK (duplicate_of <> id);
CREATE INDEX posts_duplicate_of_index ON posts (duplicate_of) WHERE duplicate_of IS NOT NULL;

-- An original is no duplicate itself: who follows the link has arrived. Both rows are held, so that of two that are named
-- each other's duplicate at once, one is refused.
CREATE FUNCTION check_duplicate() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = NEW.duplicate_of AND deleted_at IS NULL AND removed_at IS NULL AND duplicate_of IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM refuse('posts_duplicate_original', 'The original of a duplicate is there, and no duplicate itself');
  ELSIF EXISTS (SELECT FROM posts WHERE duplicate_of = NEW.id) THEN
    PERFORM refuse('posts_duplicate_of_original', 'What has duplicates is no duplicate itself');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER posts_check_duplicate BEFORE UPDATE OF duplicate_of ON posts
  FOR EACH ROW WHEN (NEW.duplicate_of IS NOT NULL AND NEW.duplicate_of IS DISTINCT FROM OLD.duplicate_of)
  EXECUTE FUNCTION check_duplicate();

-- A stub is neither locked nor anybody's original or duplicate.
CREATE FUNCTION forget_duplicates_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET duplicate_of = NULL WHERE duplicate_of = NEW.id;
  UPDATE posts SET duplicate_of = NULL, locked_at = NULL
  WHERE id = NEW.id AND (duplicate_of IS NOT NULL OR locked_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER posts_forget_duplicates_of_stub AFTER UPDATE OF deleted_at ON posts
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_duplicates_of_stub();

-- Moderators and admins write on. The post's row is held as it will be anyway to count the comment: a lock that is under way
-- was waited for, and none comes before the commit.
CREATE FUNCTION refuse_on_locked_post() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id IN (SELECT post_id FROM added) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM added JOIN posts ON posts.id = added.post_id
    WHERE (posts.locked_at IS NOT NULL OR posts.duplicate_of IS NOT NULL) AND NOT EXISTS (
      SELECT FROM user_roles WHERE user_id = added.author_id AND role IN ('moderator', 'admin'))) THEN
    PERFORM refuse('comments_post_locked', 'A locked post takes no comments');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_refuse_on_locked AFTER INSERT ON comments
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_locked_post();

-- What members are told of, and that a moderator changed the title or concepts of their post. Whatever other kinds there
-- are by now stay.
DO $$
DECLARE
  kinds text := substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]') FROM pg_constraint
    WHERE conrelid = 'notifications'::regclass AND conname = 'notifications_type_check';
BEGIN
  EXECUTE format('ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
    ADD CONSTRAINT notifications_type_check CHECK (type = ANY (ARRAY[%s, ''post_classified''::text]))', kinds);
END $$;
