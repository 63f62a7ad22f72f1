/** Verb for each action in the log, as in "removed a post". A test compares the keys with the database. */
export const ACTION_TEXT = {
  remove: 'removed',
  restore: 'restored',
  lock: 'locked',
  unlock: 'unlocked',
  pin: 'pinned',
  unpin: 'unpinned',
  classify: 'changed the title or concepts of',
  mark_duplicate: 'marked as a duplicate',
  unmark_duplicate: 'unmarked as a duplicate',
  warn: 'warned',
  require_approval: 'required approval for content by',
  rate_limit: 'limited the number of texts by',
  suspend: 'suspended',
  lift: 'lifted a sanction against',
  vouch: 'vouched for',
  withdraw_vouch: 'withdrew the vouch for',
  purge: 'removed all content by',
  undo_purge: 'restored all content by',
  block_domain: 'blocked',
  unblock_domain: 'unblocked',
  redact: 'redacted',
  reject_report: 'rejected a report about',
  approve: 'approved',
  reject: 'rejected',
  grant_appeal: 'granted an appeal',
  reject_appeal: 'rejected an appeal',
  redact_passage: 'redacted a passage of',
  restore_passage: 'restored a passage of',
  slow_down: 'turned on slow mode for',
  end_slow_mode: 'turned off slow mode for',
  split_comments: 'moved comments to a new post',
  move_comments: 'moved comments to another post',
  merge_post: 'merged a post into another',
} as const
export type ActionName = keyof typeof ACTION_TEXT
export const ACTION_NAMES = Object.keys(ACTION_TEXT) as [ActionName, ...ActionName[]]

export const TARGET_TEXT = {
  post: 'a post',
  comment: 'a comment',
  note: 'a note',
  profile: 'a profile',
  message: 'a message',
  member: 'a member',
  domain: 'links to a domain',
  action: 'an entry of this log',
  revision: 'an earlier version',
} as const
export const TARGET_KINDS = Object.keys(TARGET_TEXT) as [TargetKind, ...TargetKind[]]
type TargetKind = keyof typeof TARGET_TEXT

/** Entries per page. A month of a busy forum fits on two pages. */
export const LOG_PAGE = 50
/** Time a suspended member is named in the log. Being named forever would be worse than the suspension. */
export const LOG_NAME_RETENTION = '1 year'
