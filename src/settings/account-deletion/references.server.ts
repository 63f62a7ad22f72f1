/**
 * What happens to a row when the member it refers to deletes their account:
 *
 * - `deleted`: the row is deleted.
 * - `nameless`: the column becomes null.
 * - `own`: a separate step handles it first (text-steps.server.ts, activity-steps.server.ts).
 * - `account`: the row is deleted with the account, at the end.
 *
 * references.test.ts fails if a foreign key to `users` or `profiles` is not listed.
 */
export type ReferenceFate = 'deleted' | 'nameless' | 'own' | 'account'

export const REFERENCES: Record<string, ReferenceFate> = {
  // Access tokens no longer work from the moment the deletion is requested.
  'access_tokens.member_id': 'account',
  'account_deletions.user_id': 'account',
  'accounts.user_id': 'account',
  'appeals.member_id': 'deleted',
  'blocked_domains.added_by': 'nameless',
  'blocks.blocked_id': 'deleted',
  'blocks.member_id': 'deleted',
  'bookmarks.user_id': 'deleted',
  'concept_follows.follower_id': 'deleted',
  'comments.author_id': 'own',
  'content_changes.changed_by': 'nameless',
  'conversations.user_id': 'own',
  'conversations.with_id': 'own',
  'digests.member_id': 'deleted',
  'email_changes.user_id': 'account',
  // This deletes the rows. An hourly job (sweepExports) then deletes the files.
  'exports.member_id': 'deleted',
  'first_steps_dismissals.user_id': 'deleted',
  'former_conversations.left_id': 'own',
  'former_conversations.member_id': 'deleted',
  // The names stay reserved, but only as digests (retire_usernames in db/schema/profiles.sql).
  'former_usernames.user_id': 'account',
  'invites.created_by': 'nameless',
  'known_devices.user_id': 'account',
  'limited_writes.member_id': 'deleted',
  'mail_items.member_id': 'deleted',
  'mail_refusals.user_id': 'account',
  'case_notes.author_id': 'nameless',
  'member_notes.author_id': 'nameless',
  'member_notes.member_id': 'deleted',
  'messages.recipient_id': 'own',
  'messages.sender_id': 'own',
  'moderation_actions.acted_by': 'nameless',
  'moderation_actions.member_id': 'nameless',
  'moderation_cases.claimed_by': 'nameless',
  'moderation_cases.closed_by': 'nameless',
  'moderation_cases.member_id': 'nameless',
  'mutes.member_id': 'deleted',
  'mutes.muted_id': 'deleted',
  'note_likes.user_id': 'own',
  'notes.author_id': 'own',
  'notification_choices.member_id': 'deleted',
  'notifications.related_user_id': 'nameless',
  'notifications.user_id': 'deleted',
  'passkeys.user_id': 'account',
  'pending_content.author_id': 'deleted',
  // A picture stays while a text that stays contains it. The others are deleted within an hour (deleteUnused).
  'pictures.author_id': 'nameless',
  'post_follows.follower_id': 'deleted',
  'post_mutes.member_id': 'deleted',
  'post_reads.user_id': 'deleted',
  'post_views.user_id': 'deleted',
  'posts.author_id': 'own',
  'posts.deleted_by': 'nameless',
  'profiles.id': 'account',
  'redacted_texts.author_id': 'deleted',
  'removed_content.author_id': 'own',
  // This also deletes the data to undo the purges. A daily job then deletes the avatar's files.
  'purges.member_id': 'deleted',
  'push_items.member_id': 'deleted',
  // Sessions end when the deletion begins, and subscriptions with them.
  'push_subscriptions.member_id': 'deleted',
  'reports.reporter_id': 'nameless',
  'revisions.edited_by': 'nameless',
  'role_changes.changed_by': 'nameless',
  'role_changes.user_id': 'deleted',
  // Active sanctions are first copied to former_sanctions, to apply if the email address signs up again.
  'sanctions.member_id': 'deleted',
  'sessions.user_id': 'account',
  'text_fingerprints.member_id': 'nameless',
  'two_factors.user_id': 'account',
  'user_activity.user_id': 'deleted',
  'user_follows.follower_id': 'own',
  'user_follows.following_id': 'own',
  'user_roles.granted_by': 'nameless',
  // Roles are deleted last. Until then, another admin isn't considered the last one.
  'user_roles.user_id': 'account',
  'users.invited_by': 'nameless',
  'votes.user_id': 'own',
}

/** Columns with members' ids or names but no foreign key. The text says how each is cleared, or why not. */
export const UNCONSTRAINED_REFERENCES: Record<string, string> = {
  'former_conversations.left_id': 'emptied at the end',
  'mail_items.actor_id': 'deleted: clearTraces()',
  'moderation_actions.target_id': 'stays: an id that leads nowhere, and part of the digest of the log',
  'moderation_cases.snapshot': 'cleared: clearTraces()',
  'moderation_cases.target_id': 'stays: an id that leads nowhere',
  'notifications.actor_ids': 'cleared: clearTraces()',
  'post_search.search_vector': 'made anew with the post',
  'purged_content.content': 'cleared: clearTraces()',
  'purged_content.id': 'cleared: clearTraces()',
  'push_items.actor_id': 'deleted: clearTraces()',
  'removed_content.content': 'cleared: clearTraces()',
  'text_fingerprints.target_id': 'stays: of a thing, not of a member',
  'user_activity.target_id': 'deleted: profiles_before_delete()',
  'verifications.value': 'deleted when the deletion begins',
  'webhook_deliveries.target_id': 'stays for 30 days: an id that leads nowhere',
}
