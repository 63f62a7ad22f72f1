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
  'accounts.user_id': 'the hash of the password, which opens the account',
  'blocked_domains.added_by': 'an act of office, which is in the log of moderation',
  'blocks.blocked_id': 'who blocks me is theirs to know',
  'conversations.with_id': 'the other side of what conversations.user_id counts',
  'conversations.user_id': 'counted from the messages, which are there',
  'former_conversations.left_id': 'of others, while they leave',
  'limited_writes.member_id': 'moments that are counted for a day',
  'mail_items.member_id':
    'what is to be mailed within a month, of things that are there themselves or of others',
  'member_notes.author_id': 'notes of moderators',
  'member_notes.member_id': 'notes of moderators',
  'moderation_cases.claimed_by': 'work of moderators under way',
  'moderation_cases.closed_by': 'what came of it is in the log of moderation',
  'moderation_cases.member_id': 'would tell who reports; what was decided is there',
  'mutes.muted_id': 'who mutes me is theirs to know',
  'notifications.related_user_id': 'what others were told',
  'posts.deleted_by': 'an empty place above words of others',
  'revisions.edited_by': 'of words of others; those of my own are there',
  'role_changes.changed_by': 'roles of others',
  'two_factors.user_id': 'the secret of the second factor, which opens the account',
  'text_fingerprints.member_id': 'digests of words that are there themselves',
  'user_follows.following_id': 'who follows me is public on my profile',
  'user_roles.granted_by': 'roles of others',
  'users.invited_by': 'accounts of others',
}
