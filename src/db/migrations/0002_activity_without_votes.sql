-- Activity feeds show no votes of others, so their indexes leave out votes, which are most of the activity.
DROP INDEX user_activity_newest_index;
CREATE INDEX user_activity_public_index ON user_activity (created_at DESC, id DESC) WHERE action <> 'vote_cast';
CREATE INDEX user_activity_followed_index ON user_activity (user_id, created_at DESC, id DESC) WHERE action <> 'vote_cast';
