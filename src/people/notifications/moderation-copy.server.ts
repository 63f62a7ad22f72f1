import { calendarDate } from '../../ui/format/relative-time.ts'
import { onQuotedTitle, quoteTitle } from './quote-title.server.ts'

export interface ModerationFacts {
  comment_id: string | null
  note_id: string | null
  post_title: string | null
  /** The broken rule in the log's form, such as “2. Be kind”. Null if no rule was named. */
  rule: string | null
  /** Whether the content is hidden because of reports until a moderator decides. */
  is_hidden: boolean | null
  report_kind: keyof typeof REPORTED | null
  report_outcome: keyof typeof OUTCOMES | null
  /** Kind of sanction against the reader. `sanction_ends_at` is null for a warning or permanent sanction. */
  sanction_kind: keyof typeof SANCTIONS | null
  sanction_ends_at: string | null
  is_lifted: boolean
  per_day: number | null
  appealed: string | null
  appeal_outcome: keyof typeof APPEAL_OUTCOMES | null
}

const SANCTIONS = {
  warning: () => 'A moderator warned you',
  approval: (until: string) => `Your content needs a moderator’s approval${until}`,
  rate_limit: (until: string, { per_day }: ModerationFacts) =>
    `You can post ${per_day} ${per_day === 1 ? 'text' : 'texts'} a day${until}`,
  suspension: (until: string) => `You’re suspended${until || ' permanently'}`,
}

const LIFTED = {
  warning: 'A warning against you was withdrawn',
  approval: 'Your content no longer needs approval',
  rate_limit: 'The limit on your posting was lifted',
  suspension: 'Your suspension was lifted',
}

/** Returns 'You’re suspended until 3 December 2026 (rule 2. Be kind)'. It never names the moderator. */
export function sanctionTitle(facts: ModerationFacts): string {
  const { sanction_kind, sanction_ends_at, is_lifted, rule } = facts
  if (!sanction_kind) return 'A moderator sent you a message'
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
  upheld: 'was upheld. Thanks for letting us know.',
  rejected: 'was reviewed. It doesn’t break a rule.',
  moot: 'was closed because the content was deleted.',
}

const APPEAL_OUTCOMES = {
  granted: 'was granted',
  rejected: 'was rejected',
  moot: 'was closed because the action was already reversed',
}

const APPEALED: Record<string, string> = {
  remove: 'the removal',
  redact_passage: 'the redaction',
  warn: 'the warning',
  require_approval: 'the required approval',
  rate_limit: 'the limit on your posting',
  suspend: 'your suspension',
}

export function appealTitle({ appealed, appeal_outcome }: ModerationFacts): string {
  const against = APPEALED[appealed ?? '']
  return `Your appeal${against ? ` against ${against}` : ''} ${appeal_outcome ? APPEAL_OUTCOMES[appeal_outcome] : 'was decided'}.`
}

export function outcomeTitle({ report_kind, report_outcome }: ModerationFacts): string {
  const what = report_kind ? ` of ${REPORTED[report_kind]}` : ''
  return `Your report${what} ${report_outcome ? OUTCOMES[report_outcome] : 'was reviewed.'}`
}

export function approvalTitle({ report_kind, report_outcome, post_title, rule }: ModerationFacts): string {
  const thing = `your ${report_kind ?? 'post'}`
  if (report_outcome === 'upheld')
    return `A moderator approved ${thing}${approvedPlace(report_kind, post_title)}`
  if (report_outcome === 'moot')
    return `The original of ${thing} was deleted. You can find your text in your drafts.`
  if (report_outcome === null) return `A moderator reviewed ${thing}`
  return `A moderator didn’t approve ${thing}${byRule(rule)}`
}

function approvedPlace(kind: ModerationFacts['report_kind'], title: string | null): string {
  if (title === null) return ''
  return kind === 'comment' ? onQuotedTitle(title) : `: ${quoteTitle(title)}`
}

/** Returns a title such as 'A moderator removed your comment'. It never names the moderator. */
export function removalTitle({ comment_id, note_id, post_title, rule, is_hidden }: ModerationFacts): string {
  const thing = comment_id ? 'comment' : note_id ? 'note' : 'post'
  const place = comment_id && post_title !== null ? ` in ${quoteTitle(post_title)}` : ''
  if (is_hidden) return `Your ${thing}${place} was reported. It’s hidden until a moderator reviews it.`
  return `A moderator removed your ${thing}${place}${byRule(rule)}`
}

export function redactionTitle({ comment_id, note_id, post_title, rule }: ModerationFacts): string {
  const thing = comment_id ? 'comment' : note_id ? 'note' : 'post'
  const place = comment_id && post_title !== null ? ` in ${quoteTitle(post_title)}` : ''
  return `A moderator redacted a passage of your ${thing}${place}${byRule(rule)}`
}
