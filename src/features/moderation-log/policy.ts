/** Actions of the table (db/schema/moderation.sql; a test compares them), and their words after a name. */
export const ACTION_WORDS = {
  remove: 'removed',
  restore: 'restored',
  lock: 'locked',
  unlock: 'unlocked',
  pin: 'pinned',
  unpin: 'unpinned',
  classify: 'changed the title or concepts of',
  mark_duplicate: 'marked as a duplicate',
  unmark_duplicate: 'no longer marked as a duplicate',
  warn: 'warned',
  require_approval: 'required approval for what is written by',
  rate_limit: 'limited how much is written by',
  suspend: 'suspended',
  lift: 'lifted a measure against',
  vouch: 'vouched for',
  withdraw_vouch: 'no longer vouched for',
  purge: 'removed everything by',
  undo_purge: 'restored everything by',
  block_domain: 'blocked',
  unblock_domain: 'unblocked',
  redact: 'redacted',
  reject_report: 'rejected a report about',
  approve: 'approved',
  reject: 'rejected',
  grant_appeal: 'granted an appeal',
  reject_appeal: 'rejected an appeal',
} as const
export type ActionName = keyof typeof ACTION_WORDS
export const ACTION_NAMES = Object.keys(ACTION_WORDS) as [ActionName, ...ActionName[]]

export const TARGET_WORDS = {
  post: 'a post',
  comment: 'a comment',
  note: 'a note',
  profile: 'a profile',
  message: 'a message',
  member: 'a member',
  domain: 'the links to a domain',
  action: 'an entry of this log',
  revision: 'an earlier version',
} as const
export const TARGET_KINDS = Object.keys(TARGET_WORDS) as [TargetKind, ...TargetKind[]]
type TargetKind = keyof typeof TARGET_WORDS

/** A month of a busy forum fits on two pages. */
export const LOG_PAGE = 50
/** A name in the public log for good would be worse than the suspension. */
export const NAMED_FOR = '1 year'
