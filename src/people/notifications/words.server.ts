import { isolated } from '../../platform/isolated.ts'
import { plainWords } from '../../shared/markup/preview.ts'
import {
  appealTitle,
  approvalTitle,
  type ModerationFacts,
  outcomeTitle,
  removalTitle,
  sanctionTitle,
} from './moderation-words.server.ts'
import type { NotificationType } from './policy.ts'
import { on, quoted, shortened } from './quoted.server.ts'

export interface Facts extends ModerationFacts {
  type: NotificationType
  actor_name: string | null
  actor_count: number
  is_reply: boolean
  /** Text of the comment or note, at least as long as its excerpt. */
  text: string | null
}

const CONTENT_MAX = 140

export function titleOf(facts: Facts): string {
  const { title, isByNobody } = WORDS[facts.type]
  return isByNobody ? title(facts) : `${actors(facts)} ${title(facts)}`
}

export function contentOf({ type, text }: Facts): string | null {
  if (!WORDS[type].hasExcerpt || text === null) return null
  return shortened(plainWords(text).trim().replace(/\s+/g, ' '), CONTENT_MAX) || null
}

interface Words {
  title: (facts: Facts) => string
  hasExcerpt: boolean
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

function actors({ actor_name, actor_count }: Facts): string {
  const name = isolated(actor_name ?? 'Someone')
  if (actor_count <= 1) return name
  return `${name} and ${actor_count - 1} ${actor_count === 2 ? 'other' : 'others'}`
}
