-- Notes can be edited, as comments can. NULL: as it was written. A node of the version before goes on without it.
ALTER TABLE notes ADD COLUMN edited_at timestamptz;
CREATE TRIGGER notes_mark_edited BEFORE UPDATE OF content ON notes
  FOR EACH ROW WHEN (OLD.content <> NEW.content AND NEW.deleted_at IS NULL) EXECUTE FUNCTION mark_edited();
