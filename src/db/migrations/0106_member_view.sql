-- What moderators did about a member, the newest first; parts of one action are read with it alone.
CREATE INDEX moderation_actions_member_history_index ON moderation_actions (member_id, id DESC)
  WHERE member_id IS NOT NULL AND part_of IS NULL;
