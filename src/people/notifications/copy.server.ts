import { isolateText } from '../../platform/bidi-isolation.ts'
import { stripMarkup } from '../../shared/markup/preview.ts'
import {
  appealTitle,
  approvalTitle,
  type ModerationFacts,
  outcomeTitle,
  redactionTitle,
  removalTitle,
  sanctionTitle,
} from './moderation-copy.server.ts'
import { GROUP_MAX, type NotificationType } from './policy.ts'
import { onQuotedTitle, quoteTitle, truncateText } from './quote-title.server.ts'

export interface NotificationFacts extends ModerationFacts {
  type: NotificationType
  actor_name: string | null
  actor_count: number
  /** Number of comments in the group. Default: 1. */
  count?: number
  is_reply: boolean
  /** Beginning of the comment or note, long enough for the excerpt. Null if there is no text. */
  text: string | null
}

const CONTENT_MAX = 140

export function notificationTitle(facts: NotificationFacts): string {
  const { title, isByNobody } = WORDS[facts.type]
  return isByNobody ? title(facts) : `${actors(facts)} ${title(facts)}`
}

export function notificationContent({ type, text }: NotificationFacts): string | null {
  if (!WORDS[type].hasExcerpt || text === null) return null
  return truncateText(stripMarkup(text).trim().replace(/\s+/g, ' '), CONTENT_MAX) || null
}

interface NotificationText {
  title: (facts: NotificationFacts) => string
  hasExcerpt: boolean
  isByNobody?: true
}

const WORDS: Record<NotificationType, NotificationText> = {
  comment: { title: commentTitle, hasExcerpt: true },
  vote: { title: voteTitle, hasExcerpt: false },
  follow: { title: () => 'started following you', hasExcerpt: false },
  note_like: { title: () => 'liked your note', hasExcerpt: true },
  note_reply: { title: () => 'replied to your note', hasExcerpt: true },
  post_classified: { title: classifiedTitle, hasExcerpt: false, isByNobody: true },
  comments_moved: { title: movedTitle, hasExcerpt: false, isByNobody: true },
  post_merged: { title: mergedTitle, hasExcerpt: false, isByNobody: true },
  followed_post: { title: followedTitle, hasExcerpt: true },
  mention: { title: mentionTitle, hasExcerpt: true },
  removal: { title: removalTitle, hasExcerpt: false, isByNobody: true },
  redaction: { title: redactionTitle, hasExcerpt: false, isByNobody: true },
  sanction: { title: sanctionTitle, hasExcerpt: false, isByNobody: true },
  approval_outcome: { title: approvalTitle, hasExcerpt: false, isByNobody: true },
  report_outcome: { title: outcomeTitle, hasExcerpt: false, isByNobody: true },
  appeal_outcome: { title: appealTitle, hasExcerpt: false, isByNobody: true },
  case_assigned: {
    title: () => 'A moderation case was assigned to you',
    hasExcerpt: false,
    isByNobody: true,
  },
}

function commentTitle({ is_reply, post_title, actor_count, count = 1 }: NotificationFacts): string {
  const on = onQuotedTitle(post_title)
  if (count === 1) return `${is_reply ? 'replied to your comment' : 'commented'}${on}`
  if (actor_count > 1) return `${is_reply ? 'replied to your comments' : 'commented'}${on}`
  return `posted ${numberOf(count)} ${is_reply ? 'replies to your comments' : 'comments'}${on}`
}

function followedTitle({ post_title }: NotificationFacts): string {
  return `commented in a discussion you follow${post_title === null ? '' : `: ${quoteTitle(post_title)}`}`
}

function classifiedTitle({ post_title }: NotificationFacts): string {
  return `A moderator changed the title or concepts of ${quoteTitle(post_title) ?? 'your post'}`
}

function movedTitle({ post_title }: NotificationFacts): string {
  return `A moderator moved one or more of your comments to ${quoteTitle(post_title) ?? 'another post'}`
}

function mergedTitle({ post_title }: NotificationFacts): string {
  return `A moderator merged your post into ${quoteTitle(post_title) ?? 'another post'}`
}

function voteTitle({ comment_id, post_title }: NotificationFacts): string {
  if (comment_id) return `voted for your comment${onQuotedTitle(post_title)}`
  return `voted for ${quoteTitle(post_title) ?? 'your post'}`
}

function mentionTitle(facts: NotificationFacts): string {
  const { comment_id, note_id, post_title, actor_count, count = 1 } = facts
  const comments = count === 1 ? 'a comment' : actor_count > 1 ? 'comments' : `${numberOf(count)} comments`
  if (comment_id) return `mentioned you in ${comments}${onQuotedTitle(post_title)}`
  if (note_id) return 'mentioned you in a note'
  return post_title === null ? 'mentioned you' : `mentioned you in ${quoteTitle(post_title)}`
}

function numberOf(count: number): string {
  return count < GROUP_MAX ? String(count) : `${GROUP_MAX - 1}+`
}

function actors({ actor_name, actor_count }: NotificationFacts): string {
  const name = isolateText(actor_name ?? 'Someone')
  if (actor_count <= 1) return name
  return `${name} and ${actor_count - 1} ${actor_count === 2 ? 'other' : 'others'}`
}
