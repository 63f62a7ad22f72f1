-- Starter content that an admin removed in one step, so that it can be restored.
ALTER TABLE starter_content ADD COLUMN removed jsonb;
