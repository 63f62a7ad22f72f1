-- The default now depends on the kind (default_mail_choice in db/schema/mail.sql). Stored choices stay.
ALTER TABLE notification_choices ALTER COLUMN email DROP DEFAULT;
