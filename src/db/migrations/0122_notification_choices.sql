-- What a member wants to be told of. Where there is no row, the default of the code holds (CHOICE_DEFAULTS): told.
-- What moderators do about somebody's own things is no choice, so those kinds are none of these.
CREATE TABLE notification_choices (
  member_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  kind text NOT NULL,
  in_app boolean NOT NULL,
  PRIMARY KEY (member_id, kind),
  CONSTRAINT notification_choices_kind_check
    CHECK (kind IN ('comment', 'followed_post', 'mention', 'follow', 'vote', 'note_like', 'note_reply'))
);

CREATE FUNCTION wants_notification(reader uuid, wanted text) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM notification_choices WHERE member_id = reader AND kind = wanted AND NOT in_app)
$$;

-- Whatever makes a notification, and whichever node. Votes and likes are gathered: they count all the same and are read
-- from the beginning, as those of an ignored member (0096_mutes_and_blocks.sql), and the lists leave them out. What is
-- dropped here is as if it had not been told, so that who wants mentions but no comments hears of a comment with one.
CREATE FUNCTION drop_unwanted_notification() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF wants_notification(NEW.user_id, NEW.type) THEN
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' AND NEW.type NOT IN ('vote', 'note_like') THEN
    RETURN NULL;
  END IF;
  NEW.is_read := true;
  RETURN NEW;
END $$;

CREATE TRIGGER notifications_drop_unwanted BEFORE INSERT ON notifications
  FOR EACH ROW EXECUTE FUNCTION drop_unwanted_notification();
CREATE TRIGGER notifications_keep_unwanted_read BEFORE UPDATE OF is_read ON notifications
  FOR EACH ROW WHEN (OLD.is_read AND NOT NEW.is_read) EXECUTE FUNCTION drop_unwanted_notification();
