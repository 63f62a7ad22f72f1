import { type ComponentType, Suspense } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState } from '../../accounts/viewer-state/use-viewer-state.ts'
import { isStaff } from '../../core/viewer.ts'
import { ReportMenu } from '../../moderation/reports/report-menu.tsx'
import { DiscussionMenu, FollowSubjectButton } from '../../people/follows/follow-subject-button.tsx'
import { AuthorLine } from '../../shared/authors/author-line.tsx'
import { postHref } from '../../shared/branding/item-address.ts'
import { htmlToText } from '../../shared/markup/html.ts'
import { Count } from '../../ui/format/count.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Prose } from '../../ui/prose.tsx'
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx'
import { VoteControl } from '../votes/vote-control.tsx'
import { PostBadges } from './card/post-card.tsx'
import { Score } from './card/score.tsx'
import { FoldedContents } from './contents.tsx'
import type { Post } from './contract.ts'
import { ShareButton } from './share-button.tsx'
import { isLongText, type PostSection, readingMinutes } from './table-of-contents.ts'
import { OwnPostActions } from './write/own-post-actions.tsx'

interface Props {
  post: Post
  html: string
  parts: PostSection[]
  /** Moderators' menu. The route passes it in, because posts must not import the staff feature. */
  moderation: ComponentType<{ id: string }>
}

/** `data-post` is the id of the viewed post for the script that counts views before React runs (views.ts). */
export function PostArticle({ post, html, parts, moderation }: Props) {
  const minutes = readingMinutes(htmlToText(post.content))
  return (
    <article data-post={post.id} className="post">
      {post.duplicate_of && (
        <p className="mb-4 rounded-lg border border-line bg-raised p-4 wrap-anywhere">
          A duplicate of <PostLink post={post.duplicate_of} />, where the discussion continues.
        </p>
      )}
      {post.split_from && (
        <p className="mb-4 text-muted wrap-anywhere">
          A moderator moved this discussion here from <PostLink post={post.split_from} />.
        </p>
      )}
      <PostBadges post={post} />
      <h1
        dir="auto"
        className="mt-3 mb-4 text-[1.8125rem] leading-[1.2] md:text-3xl [@media(height<=30rem)]:text-[1.8125rem]"
      >
        {post.title}
      </h1>
      <PostMeta post={post} minutes={minutes} />
      {isLongText(parts, minutes) && <FoldedContents parts={parts} />}
      <Prose html={html} />
      <PostActions post={post} moderation={moderation} />
      {post.moved_to.map((other) => (
        <p key={other.id} className="mt-4 text-muted wrap-anywhere">
          {`A moderator moved ${formatNumber(other.comment_count)} ${other.comment_count === 1 ? 'comment' : 'comments'} to `}
          <PostLink post={other} />.
        </p>
      ))}
    </article>
  )
}

function PostLink({ post }: { post: Pick<Post, 'id' | 'title'> }) {
  return (
    <a href={postHref(post)} className="font-semibold text-act underline underline-offset-4">
      <bdi>{post.title}</bdi>
    </a>
  )
}

function PostMeta({ post, minutes }: { post: Post; minutes: number }) {
  return (
    <div className="post-meta mb-7">
      <AuthorLine author={post.author} size="md" />
      <Time iso={post.created_at} />
      {post.edited_at && (
        <a href={`/post/${post.id}/history`} className="underline decoration-dotted underline-offset-3">
          edited <Time iso={post.edited_at} />
        </a>
      )}
      <Score target="post" id={post.id} value={post.votes_score} />
      <a href="#comments">
        <Icon icon="icon-message-circle" />
        <Count value={post.comment_count} />
        <span className="sr-only"> comments</span>
      </a>
      <span>{`${minutes} min read`}</span>
      <span>
        <Icon icon="icon-eye" />
        {`${formatNumber(post.view_count)} ${post.view_count === 1 ? 'view' : 'views'}`}
      </span>
    </div>
  )
}

function PostActions({ post, moderation: Moderation }: Omit<Props, 'html' | 'parts'>) {
  const { viewer } = useSession()
  const can = useViewerState('post', post.id)?.can
  const subject = { type: 'post', id: post.id, name: post.title } as const
  return (
    <div className="post-actions">
      <VoteControl target="post" id={post.id} score={post.votes_score} orientation="row" size="lg" />
      <div>
        {/* These buttons load late, so they are at the end, where they can't shift others during a press. */}
        <div className="order-1 flex items-center empty:hidden min-[75rem]:flex-col">
          {(can?.edit || can?.delete) && <OwnPostActions id={post.id} can={can} />}
          {viewer && isStaff(viewer) && (
            <Suspense>
              <Moderation id={post.id} />
            </Suspense>
          )}
        </div>
        <FollowSubjectButton subject={subject} />
        {/* Reserves the menu's space for members from the first paint. */}
        <span className={`relative min-h-10 w-11 ${viewer ? '' : 'hidden maybe-member:block'}`}>
          {viewer && <DiscussionMenu subject={subject} />}
        </span>
        <BookmarkButton postId={post.id} place="page" />
        <ShareButton id={post.id} title={post.title} />
        <ReportMenu
          kind="post"
          id={post.id}
          author={post.author}
          className="action min-w-11 justify-center pointer-coarse:min-h-11"
        />
      </div>
    </div>
  )
}
