import { calendarDate } from '../../ui/format/relative-time.ts'
import { on, quoted } from './quoted.server.ts'

export interface ModerationFacts {
  comment_id: string | null
  note_id: string | null
  post_title: string | null
  /** The rule of a removal, sanction or rejection, such as “2. Be kind”. */
  rule: string | null
  /** Hidden automatically until a moderator decides. */
  is_hidden: boolean | null
  report_kind: keyof typeof REPORTED | null
  report_outcome: keyof typeof OUTCOMES | null
  /** The sanction against the reader. `ends_at` is null for a warning and for a permanent sanction. */
  sanction_kind: keyof typeof SANCTIONS | null
  sanction_ends_at: string | null
  is_lifted: boolean
  per_day: number | null
  appealed: string | null
  appeal_outcome: keyof typeof APPEAL_OUTCOMES | null
}

const SANCTIONS = {
  warning: () => 'A moderator has warned you',
  approval: (until: string) => `What you write waits for a moderator’s approval${until}`,
  rate_limit: (until: string, { per_day }: ModerationFacts) =>
    `You can write ${per_day} ${per_day === 1 ? 'thing' : 'things'} a day${until}`,
  suspension: (until: string) => `You are suspended${until || ' for good'}`,
}

const LIFTED = {
  warning: 'A warning to you was taken back',
  approval: 'What you write is published at once again',
  rate_limit: 'The limit on how much you write was lifted',
  suspension: 'Your suspension was lifted',
}

/** Returns 'You are suspended until 3 December 2026 (rule 2. Be kind)'. Never names a moderator. */
export function sanctionTitle(facts: ModerationFacts): string {
  const { sanction_kind, sanction_ends_at, is_lifted, rule } = facts
  if (!sanction_kind) return 'A moderator has written to you'
  if (is_lifted) return LIFTED[sanction_kind]
  const until = sanction_ends_at ? ` until ${calendarDate(sanction_ends_at)}` : ''
  return `${SANCTIONS[sanction_kind](until, facts)}${byRule(rule)}`
}

function byRule(rule: string | null): string {
  return rule === null ? '' : ` (rule ${rule})`
}

const REPORTED = {
  post: 'a post',
  comment: 'a comment',
  note: 'a note',
  profile: 'a profile',
  message: 'a message',
}

const OUTCOMES = {
  upheld: 'was upheld. Thank you for telling us.',
  rejected: 'was looked at: it breaks no rule.',
  moot: 'is closed: what it was about is gone.',
}

const APPEAL_OUTCOMES = {
  granted: 'was granted',
  rejected: 'was rejected',
  moot: 'is closed: it was taken back already',
}

const APPEALED: Record<string, string> = {
  remove: 'the removal',
  warn: 'the warning',
  require_approval: 'the approval of what you write',
  rate_limit: 'the limit on what you write',
  suspend: 'your suspension',
}

export function appealTitle({ appealed, appeal_outcome }: ModerationFacts): string {
  const against = APPEALED[appealed ?? '']
  return `Your appeal${against ? ` against ${against}` : ''} ${appeal_outcome ? APPEAL_OUTCOMES[appeal_outcome] : 'was decided'}.`
}

export function outcomeTitle({ report_kind, report_outcome }: ModerationFacts): string {
  const what = report_kind ? ` of ${REPORTED[report_kind]}` : ''
  return `Your report${what} ${report_outcome ? OUTCOMES[report_outcome] : 'was looked at.'}`
}

export function approvalTitle({ report_kind, report_outcome, post_title, rule }: ModerationFacts): string {
  const thing = `your ${report_kind ?? 'post'}`
  if (report_outcome === 'upheld')
    return `A moderator approved ${thing}${approvedPlace(report_kind, post_title)}`
  if (report_outcome === 'moot')
    return `What ${thing} was written for is gone. You find your words among your drafts.`
  if (report_outcome === null) return `A moderator looked at ${thing}`
  return `A moderator did not approve ${thing}${byRule(rule)}`
}

function approvedPlace(kind: ModerationFacts['report_kind'], title: string | null): string {
  if (title === null) return ''
  return kind === 'comment' ? on(title) : `: ${quoted(title)}`
}

/** Never names a moderator. */
export function removalTitle({ comment_id, note_id, post_title, rule, is_hidden }: ModerationFacts): string {
  const thing = comment_id ? 'comment' : note_id ? 'note' : 'post'
  const place = comment_id && post_title !== null ? ` in ${quoted(post_title)}` : ''
  if (is_hidden) return `Your ${thing}${place} was reported. It is hidden until a moderator has looked at it.`
  return `A moderator removed your ${thing}${place}${byRule(rule)}`
}
