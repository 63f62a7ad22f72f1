import { displayName } from '../../shared/authors/display-name.ts'
import { commentHref, noteHref, postHref } from '../../shared/branding/item-address.ts'
import type { LogEntry } from './contract.ts'
import { ACTION_TEXT, type ActionName, TARGET_TEXT } from './policy.ts'

export function actionText({ action, kind, member }: Pick<LogEntry, 'action' | 'kind' | 'member'>): string {
  // Omits the target, because the log entry that was appealed already names it.
  if (action === 'grant_appeal') return 'Granted an appeal'
  if (action === 'reject_appeal') return 'Rejected an appeal'
  const target = member ? displayName(member) : TARGET_TEXT[kind]
  // These texts have words after the target, so they can't be composed like the others.
  if (action === 'mark_duplicate') return `Marked ${target} as a duplicate`
  if (action === 'withdraw_vouch') return `Withdrew the vouch for ${target}`
  if (action === 'unmark_duplicate') return `Unmarked ${target} as a duplicate`
  const words = ACTION_TEXT[action]
  return capital(NAMES_TARGET.has(action) ? words : `${words} ${target}`)
}

/** Actions whose text already names the target. */
const NAMES_TARGET = new Set<ActionName>(['split_comments', 'move_comments', 'merge_post'])

/** Returns the action as an option of the filter, for example "Changed the title or concepts of…". */
export function actionLabel(action: ActionName): string {
  const words = capital(ACTION_TEXT[action])
  return / (of|by|for|about|against)$/.test(words) ? `${words}…` : words
}

export function actorText({ acted_by, acted_as }: Pick<LogEntry, 'acted_by' | 'acted_as'>): string {
  if (acted_as === 'system') return 'The forum'
  return acted_by ? displayName(acted_by) : 'Former member'
}

/** Returns a link to the entry's subject, or undefined if it has no page. */
export function targetHref(
  entry: Pick<LogEntry, 'action' | 'kind' | 'target_id' | 'post_id' | 'member'>,
): string | undefined {
  const { action, kind, target_id, post_id, member } = entry
  // A rejected text was never published, so there is no page to link to.
  if (action === 'reject') return undefined
  if (member) return `/profile/${member.username}`
  if (!target_id) return undefined
  if (kind === 'post') return postHref({ id: target_id })
  if (kind === 'comment') return post_id ? commentHref({ id: post_id }, target_id) : undefined
  if (kind === 'note') return noteHref(target_id, null)
  return kind === 'action' ? entryHref(target_id) : undefined
}

export function entryHref(id: string): string {
  return `/moderation?action=${id}`
}

/** Returns a link to the rule, whose label has the form "3. No advertising". */
export function ruleHref(rule: string): string | undefined {
  const number = /^(\d{1,2})\. /.exec(rule)?.[1]
  return number && `/rules#rule-${number}`
}

/** Returns 'Newest entry: #12, SHA-256 9f86…' for the page, the feed and the command line. */
export function digestText({ number, digest }: { number: number; digest: string }): string {
  return `Newest entry: #${number}, SHA-256 ${digest}`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
