-- What waits for approval counts in a rate limit when it is sent, and nothing waits of who was suspended meanwhile; once it
-- is approved it is somebody else who publishes it (0100_sanctions.sql).
CREATE TRIGGER pending_content_refuse_sanctioned AFTER INSERT ON pending_content
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_sanctioned_author();
