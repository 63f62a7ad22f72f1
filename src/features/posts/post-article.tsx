import { lazy, Suspense } from 'react'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Prose } from '../../ui/prose.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx'
import { useViewerState } from '../viewer-state/use-viewer-state.ts'
import { VoteControl } from '../votes/vote-control.tsx'
import { PostBadges } from './card/post-badges.tsx'
import type { Post } from './contract.ts'
import { ShareButton } from './share-button.tsx'

const OwnPostActions = lazy(() => import('./write/own-post-actions.tsx'))

/** The post itself. `data-post` tells the starter what was read (views.ts). */
export function PostArticle({ post }: { post: Post }) {
  return (
    <article data-post={post.id}>
      <PostBadges post={post} />
      <h1 className="mt-3 mb-4 text-[2.125rem] leading-[1.18] md:text-3xl">{post.title}</h1>
      <PostMeta post={post} />
      {/* An answer of the version before, kept for reading offline, has no `content_html`. */}
      <Prose html={post.content_html ?? post.content} />
      <PostActions post={post} />
    </article>
  )
}

function PostMeta({ post }: { post: Post }) {
  return (
    <div className="post-meta mb-7">
      <AuthorLine author={post.author} size="md" />
      <Time iso={post.created_at} />
      {post.edited_at && (
        <span>
          edited <Time iso={post.edited_at} />
        </span>
      )}
      <span>
        <Icon icon="icon-eye" />
        {`${formatNumber(post.view_count)} ${post.view_count === 1 ? 'view' : 'views'}`}
      </span>
    </div>
  )
}

function PostActions({ post }: { post: Post }) {
  const can = useViewerState('post', post.id)?.can
  return (
    <div className="post-actions">
      <VoteControl target="post" id={post.id} score={post.votes_score} orientation="row" size="lg" />
      <div>
        {(can?.edit || can?.delete) && (
          <Suspense>
            <OwnPostActions id={post.id} can={can} />
          </Suspense>
        )}
        <BookmarkButton postId={post.id} place="page" />
        <ShareButton id={post.id} title={post.title} />
      </div>
    </div>
  )
}
