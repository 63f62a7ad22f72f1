import { calendarDate } from '../../ui/format/relative-time.ts'
import { plainWords } from '../markup/preview.ts'
import type { NotificationType } from './policy.ts'

/** What a notification is about, as it is when it is read; null where that is gone or has no words (any more). */
export interface Facts {
  type: NotificationType
  /** Of who did it, or the latest of those who did; null for one who has left. */
  actor_name: string | null
  actor_count: number
  comment_id: string | null
  note_id: string | null
  /** The comment is a reply to one of the reader's. */
  is_reply: boolean
  post_title: string | null
  /** Of the comment or note, and at least as much of it as is shown. */
  text: string | null
  /** Of a removal or sanction, and of what was not approved: “2. Be kind”. */
  rule: string | null
  /** The forum itself has hidden it, until a moderator looks. */
  is_hidden: boolean | null
  /** What the reader had reported or sent for approval, and what was decided; null for everything else. */
  report_kind: keyof typeof REPORTED | null
  report_outcome: keyof typeof OUTCOMES | null
  /** What was set against the reader, and until when (null: a warning, or for good); null for everything else. */
  sanction_kind: keyof typeof SANCTIONS | null
  sanction_ends_at: string | null
  is_lifted: boolean
  per_day: number | null
  /** What the reader had appealed against, and what was decided; null for everything else. */
  appealed: string | null
  appeal_outcome: keyof typeof APPEAL_OUTCOMES | null
}

/** With the longest name a title is no longer than 300 characters. */
const POST_TITLE_MAX = 120
const CONTENT_MAX = 140

/** 'Ada Lin and 4 others voted for “On slow change”' */
export function titleOf(facts: Facts): string {
  const { title, isByNobody } = WORDS[facts.type]
  return isByNobody ? title(facts) : `${actors(facts)} ${title(facts)}`
}

/** The beginning of what was written, on one line. */
export function contentOf({ type, text }: Facts): string | null {
  if (!WORDS[type].hasExcerpt || text === null) return null
  return shortened(plainWords(text).trim().replace(/\s+/g, ' '), CONTENT_MAX) || null
}

interface Words {
  /** After the names of who did it. */
  title: (facts: Facts) => string
  /** The beginning of the comment or note stands below. */
  hasExcerpt: boolean
  /** The title is whole without names: who decided is not told. */
  isByNobody?: true
}

const WORDS: Record<NotificationType, Words> = {
  comment: { title: commentTitle, hasExcerpt: true },
  vote: { title: voteTitle, hasExcerpt: false },
  follow: { title: () => 'started following you', hasExcerpt: false },
  note_like: { title: () => 'liked your note', hasExcerpt: true },
  note_reply: { title: () => 'replied to your note', hasExcerpt: true },
  post_classified: { title: classifiedTitle, hasExcerpt: false, isByNobody: true },
  followed_post: { title: followedTitle, hasExcerpt: true },
  mention: { title: mentionTitle, hasExcerpt: true },
  removal: { title: removalTitle, hasExcerpt: false, isByNobody: true },
  sanction: { title: sanctionTitle, hasExcerpt: false, isByNobody: true },
  approval_outcome: { title: approvalTitle, hasExcerpt: false, isByNobody: true },
  report_outcome: { title: outcomeTitle, hasExcerpt: false, isByNobody: true },
  appeal_outcome: { title: appealTitle, hasExcerpt: false, isByNobody: true },
}

const SANCTIONS = {
  warning: () => 'A moderator has warned you',
  approval: (until: string) => `What you write waits for a moderator’s approval${until}`,
  rate_limit: (until: string, { per_day }: Facts) =>
    `You can write ${per_day} ${per_day === 1 ? 'thing' : 'things'} a day${until}`,
  suspension: (until: string) => `You are suspended${until || ' for good'}`,
}

const LIFTED = {
  warning: 'A warning to you was taken back',
  approval: 'What you write is published at once again',
  rate_limit: 'The limit on how much you write was lifted',
  suspension: 'Your suspension was lifted',
}

/** 'You are suspended until 3 December 2026: 2. Be kind' Never who did it. */
function sanctionTitle(facts: Facts): string {
  const { sanction_kind, sanction_ends_at, is_lifted, rule } = facts
  if (!sanction_kind) return 'A moderator has written to you'
  if (is_lifted) return LIFTED[sanction_kind]
  const until = sanction_ends_at ? ` until ${calendarDate(sanction_ends_at)}` : ''
  return `${SANCTIONS[sanction_kind](until, facts)}${rule === null ? '' : `: ${rule}`}`
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

/** 'Your appeal against your suspension was granted.' */
function appealTitle({ appealed, appeal_outcome }: Facts): string {
  const against = APPEALED[appealed ?? '']
  return `Your appeal${against ? ` against ${against}` : ''} ${appeal_outcome ? APPEAL_OUTCOMES[appeal_outcome] : 'was decided'}.`
}

/** 'Your report of a comment was upheld. Thank you for telling us.' */
function outcomeTitle({ report_kind, report_outcome }: Facts): string {
  const what = report_kind ? ` of ${REPORTED[report_kind]}` : ''
  return `Your report${what} ${report_outcome ? OUTCOMES[report_outcome] : 'was looked at.'}`
}

/** 'A moderator approved your comment on “On slow change”' */
function approvalTitle({ report_kind, report_outcome, post_title, rule }: Facts): string {
  const thing = `your ${report_kind ?? 'post'}`
  if (report_outcome === 'upheld')
    return `A moderator approved ${thing}${approvedPlace(report_kind, post_title)}`
  if (report_outcome === 'moot')
    return `What ${thing} was written for is gone. You find your words among your drafts.`
  if (report_outcome === null) return `A moderator looked at ${thing}`
  return `A moderator did not approve ${thing}${rule === null ? '' : `: ${rule}`}`
}

function approvedPlace(kind: Facts['report_kind'], title: string | null): string {
  if (title === null) return ''
  return kind === 'comment' ? on(title) : `: ${quoted(title)}`
}

function commentTitle({ is_reply, post_title }: Facts): string {
  return `${is_reply ? 'replied to your comment' : 'commented'}${on(post_title)}`
}

function followedTitle({ post_title }: Facts): string {
  return `commented in a discussion you follow${post_title === null ? '' : `: ${quoted(post_title)}`}`
}

function classifiedTitle({ post_title }: Facts): string {
  return `A moderator changed the title or concepts of ${quoted(post_title) ?? 'your post'}`
}

function voteTitle({ comment_id, post_title }: Facts): string {
  if (comment_id) return `voted for your comment${on(post_title)}`
  return `voted for ${quoted(post_title) ?? 'your post'}`
}

function mentionTitle({ comment_id, note_id, post_title }: Facts): string {
  if (comment_id) return `mentioned you in a comment${on(post_title)}`
  if (note_id) return 'mentioned you in a note'
  return post_title === null ? 'mentioned you' : `mentioned you in ${quoted(post_title)}`
}

/** Never who: it was the forum's decision. */
function removalTitle({ comment_id, note_id, post_title, rule, is_hidden }: Facts): string {
  const thing = comment_id ? 'comment' : note_id ? 'note' : 'post'
  const place = comment_id && post_title !== null ? ` in ${quoted(post_title)}` : ''
  if (is_hidden) return `Your ${thing}${place} was reported. It is hidden until a moderator has looked at it.`
  return `A moderator removed your ${thing}${place}${rule === null ? '' : `: ${rule}`}`
}

function actors({ actor_name, actor_count }: Facts): string {
  const name = actor_name ?? 'Somebody'
  if (actor_count <= 1) return name
  return `${name} and ${actor_count - 1} ${actor_count === 2 ? 'other' : 'others'}`
}

function on(title: string | null): string {
  return title === null ? '' : ` on ${quoted(title)}`
}

function quoted(title: string | null): string | undefined {
  return title === null ? undefined : `“${shortened(title, POST_TITLE_MAX)}”`
}

/** Whole characters, at most `max` with the ellipsis. */
function shortened(line: string, max: number): string {
  const characters = Array.from(line)
  if (characters.length <= max) return line
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
