import type { ReactNode } from 'react'
import { Count } from '../../../ui/format/count.tsx'
import { formatCompact } from '../../../ui/format/format-number.ts'
import { ShortTime } from '../../../ui/format/time.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AuthorLine } from '../../authors/author-line.tsx'
import { BookmarkButton } from '../../bookmarks/bookmark-button.tsx'
import { useViewerState } from '../../viewer-state/use-viewer-state.ts'
import { VoteControl } from '../../votes/vote-control.tsx'
import { CARD_BADGES } from '../policy.ts'
import type { CardPost } from './card.ts'
import { Highlighted } from './highlighted.tsx'
import { PostBadges } from './post-badges.tsx'
import { Score } from './score.tsx'

interface Props {
  post: CardPost
  /** Members vote and bookmark; a visitor sees the score. */
  isMember: boolean
  /** It came later than the list. */
  isAppended?: boolean
}

/**
 * One line of the contents. A page has fifty: plain elements and plain links, which the router follows
 * (platform/plain-links.ts), and classes of posts.css, which are shorter than their utilities.
 */
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

function PostCardBody({ post, unread }: Pick<Props, 'post'> & News) {
  const { title, title_highlight, preview, preview_highlight } = post
  const href = `/post/${post.id}`
  return (
    <div className="post-card-body">
      <h2 dir="auto">
        <a href={href} className="card-title">
          {title_highlight ? <Highlighted text={title_highlight} /> : title}
        </a>
      </h2>
      <p dir="auto" className="preview">
        {preview_highlight ? <Highlighted text={preview_highlight} /> : preview}
      </p>
      <CardLine post={post} unread={unread}>
        <AuthorLine author={post.author} isShort />
      </CardLine>
    </div>
  )
}

interface News {
  /** Comments that others have written since the viewer was there. */
  unread?: number | undefined
}

interface LineProps extends News {
  post: Omit<CardPost, 'title' | 'preview' | 'author'>
  /** Whose it is, where that is not said above the list. */
  children?: ReactNode
}

/** The last line of a card: who and when, how many answers and readers, and what it is about. */
export function CardLine({ post, unread, children }: LineProps) {
  return (
    <div className="card-line">
      <div className="post-meta">
        {children}
        <ShortTime iso={post.created_at} />
      </div>
      <CardCounts post={post} unread={unread} />
      <PostBadges post={post} limit={CARD_BADGES} />
    </div>
  )
}

interface CountsProps extends News {
  post: Pick<CardPost, 'id' | 'comment_count' | 'view_count'>
}

/** What is new stands over the place of the views, so that nothing moves when it comes. */
function CardCounts({ post, unread = 0 }: CountsProps) {
  return (
    <div className="post-meta card-counts" data-unread={unread > 0 || undefined}>
      <a href={`/post/${post.id}#comments`} className="comments">
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
