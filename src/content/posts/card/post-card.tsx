import type { ReactNode } from 'react'
import { useViewerState } from '../../../accounts/viewer-state/use-viewer-state.ts'
import { AuthorLine } from '../../../shared/authors/author-line.tsx'
import type { Author } from '../../../shared/authors/contract.ts'
import { postHref } from '../../../shared/branding/item-address.ts'
import { badgeTint } from '../../../ui/badge.tsx'
import { Count } from '../../../ui/format/count.tsx'
import { formatCompact } from '../../../ui/format/format-number.ts'
import { ShortTime } from '../../../ui/format/time.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { BookmarkButton } from '../../bookmarks/bookmark-button.tsx'
import { VoteControl } from '../../votes/vote-control.tsx'
import type { PostSummary } from '../contract.ts'
import { CARD_BADGES } from '../policy.ts'
import { HighlightedText } from './highlighted.tsx'
import { Score } from './score.tsx'

export interface CardPost extends Omit<PostSummary, 'author' | 'concepts' | 'edited_at'> {
  author: Omit<Author, 'id'> | null
  concepts: { id: string; name: string; color: string }[]
}

export interface CardPage {
  items: CardPost[]
  next: string | null
}

interface Props {
  post: CardPost
  /** Whether the viewer is a member, who gets vote and bookmark buttons. Guests see only the score. */
  isMember: boolean
  /** True for cards that were loaded after the first page. */
  isAppended?: boolean
}

/** A page has fifty cards, so they use plain <a> tags (platform/plain-links.ts) and no Tailwind utilities. */
export function PostCard({ post, isMember, isAppended }: Props) {
  const unread = useViewerState('post', post.id)?.unread ?? undefined
  return (
    <li
      className="post-card"
      data-list-item
      data-visited={unread !== undefined || undefined}
      data-appended={isAppended || undefined}
    >
      <div className="post-card-score">
        {isMember ? (
          <VoteControl target="post" id={post.id} score={post.votes_score} />
        ) : (
          <Score target="post" id={post.id} value={post.votes_score} />
        )}
      </div>
      <PostCardBody post={post} unread={unread} />
      {isMember && <BookmarkButton postId={post.id} />}
    </li>
  )
}

function PostCardBody({ post, unread }: Pick<Props, 'post'> & Pick<LineProps, 'unread'>) {
  const { title, title_highlight, preview, preview_highlight } = post
  return (
    <div className="post-card-body">
      <h2 dir="auto">
        <a href={postHref(post)} className="card-title">
          {title_highlight ? <HighlightedText text={title_highlight} /> : title}
        </a>
      </h2>
      <p dir="auto" className="preview">
        {preview_highlight ? <HighlightedText text={preview_highlight} /> : preview}
      </p>
      <CardLine post={post} unread={unread}>
        <AuthorLine author={post.author} isShort />
      </CardLine>
    </div>
  )
}

interface LineProps {
  post: Omit<CardPost, 'title' | 'preview' | 'author'>
  /** Number of comments by other members since the viewer's last visit. */
  unread?: number | undefined
  /** Author of the post. Omitted if all posts in the list have the same author. */
  children?: ReactNode
}

export function CardLine({ post, unread, children }: LineProps) {
  return (
    <div className="card-line">
      <div className="post-meta">
        {children}
        <ShortTime iso={post.created_at} />
        {post.matches && post.matches.length > 0 && <span>{matchText(post.matches)}</span>}
      </div>
      <CardCounts post={post} unread={unread} />
      <PostBadges post={post} limit={CARD_BADGES} />
    </div>
  )
}

/** Returns where a search found its words, such as "In title and text · Concept". */
function matchText(matches: NonNullable<CardPost['matches']>): string {
  const has = (match: (typeof matches)[number]) => matches.includes(match)
  const places = (['title', 'text'] as const).filter(has).join(' and ')
  return [places && `In ${places}`, has('author') && 'Author', has('concept') && 'Concept']
    .filter(Boolean)
    .join(' · ')
}

/** The number of new comments replaces the view count, so that nothing moves when it arrives. */
function CardCounts({ post, unread = 0 }: LineProps) {
  return (
    <div className="post-meta card-counts" data-unread={unread > 0 || undefined}>
      <a href={`${postHref(post)}#comments`} className="comments">
        <Icon icon="icon-message-circle" />
        <Count value={post.comment_count} />
        <span className="sr-only"> comments</span>
        {unread > 0 && (
          <b className="news">
            <span className="sr-only">, </span>
            {`${formatCompact(unread)} new`}
          </b>
        )}
      </a>
      <span className="views">
        <Icon icon="icon-eye" />
        <Count value={post.view_count} />
        <span className="sr-only"> views</span>
      </span>
    </div>
  )
}

interface BadgesProps {
  post: Pick<CardPost, 'concepts' | 'is_pinned'>
  /** Maximum number of concept badges. The remaining ones become "+N more". */
  limit?: number
}

export function PostBadges({ post: { concepts, is_pinned }, limit = concepts.length }: BadgesProps) {
  if (!is_pinned && concepts.length === 0) return null
  const others = concepts.slice(limit)
  return (
    <p className="post-badges">
      {is_pinned && (
        <span className="pinned">
          <Icon icon="icon-pin" />
          Pinned
        </span>
      )}
      {concepts.slice(0, limit).map(({ id, name, color }) => (
        <a key={name} href={`/concepts/${id}`} dir="auto" className="badge" style={badgeTint(color)}>
          {name}
        </a>
      ))}
      {others.length > 0 && (
        <span title={others.map(({ name }) => name).join(', ')}>{`+${others.length} more`}</span>
      )}
    </p>
  )
}
