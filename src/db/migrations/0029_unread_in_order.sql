-- A member who never reads has many unread: their page walks this from the newest on.
DROP INDEX notifications_unread_index;
CREATE INDEX notifications_unread_index ON notifications (user_id, created_at DESC, id DESC) WHERE NOT is_read;
