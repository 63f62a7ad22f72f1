import type { ExportSection } from './section.server.ts'
import { accountSections } from './sections-account.server.ts'
import { activitySections, receivedSections } from './sections-activity.server.ts'
import { textSections } from './sections-texts.server.ts'

const [account, ...aroundIt] = accountSections

export const SECTIONS: readonly ExportSection[] = [
  account as ExportSection,
  ...textSections,
  ...activitySections,
  ...receivedSections,
  ...aroundIt,
]

/** Columns that are not in an export, each with the reason. */
export const NOT_EXPORTED: Record<string, string> = {
  'accounts.user_id': 'The password hash could be used to attack the account.',
  'blocked_domains.added_by': 'Staff work. It is in the moderation log.',
  'blocks.blocked_id': 'Only the blocker may know.',
  'conversations.with_id': 'The same conversation as conversations.user_id, for the other member.',
  'conversations.user_id': 'Counted from the messages, which are exported.',
  'former_conversations.left_id': 'Belongs to the member who stays.',
  'limited_writes.member_id': 'Times of writes, stored for a day to enforce limits.',
  'mail_items.member_id': 'Mails of the next month, about content that is exported or belongs to others.',
  'case_notes.author_id': 'Notes among moderators.',
  'member_notes.author_id': 'Notes among moderators.',
  'member_notes.member_id': 'Notes among moderators.',
  'moderation_cases.claimed_by': 'Unfinished staff work.',
  'moderation_cases.closed_by': 'The decision is in the moderation log.',
  'moderation_cases.member_id': 'Could reveal who reported. The decisions are exported.',
  'mutes.muted_id': 'Only the member who mutes may know.',
  'notifications.related_user_id': 'Notifications of other members.',
  'posts.deleted_by': 'The stub of a deleted post above comments of others.',
  'push_items.member_id':
    'Push messages of the last day, about content that is exported or belongs to others.',
  'redacted_texts.author_id': 'Originals of passages that moderators redacted.',
  'revisions.edited_by': 'Revisions of other members’ texts. The member’s own are exported.',
  'role_changes.changed_by': 'Roles of other members.',
  'two_factors.user_id': 'The secret of the second factor could be used to attack the account.',
  'text_fingerprints.member_id': 'Digests of texts that are exported.',
  'user_follows.following_id': 'Followers are public on the profile.',
  'user_roles.granted_by': 'Roles of other members.',
  'users.invited_by': 'Accounts of other members.',
}
