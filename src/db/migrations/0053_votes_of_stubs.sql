-- A comment that leaves a stub takes its votes along, as it does its entries in the feeds (0014) and its notifications
-- (0049). delete_comment() did so, the forum itself did not: its stubs kept their score, and members their votes for them.

CREATE FUNCTION forget_votes_of_stub() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM votes WHERE comment_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER comments_forget_votes_of_stub AFTER UPDATE OF deleted_at ON comments
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION forget_votes_of_stub();

DELETE FROM votes USING comments c WHERE c.id = comment_id AND c.deleted_at IS NOT NULL;
