import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { isStaff } from '../../api/core/viewer.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { Comments } from '../comments/comments.tsx'
import type { CommentsView } from '../comments/comments-view.ts'
import { QuoteButton } from '../comments/quote-button.tsx'
import { withContents } from './contents.ts'
import type { Post } from './contract.ts'
import { DeletedPost } from './deleted-post.tsx'
import { Neighbours } from './neighbours.tsx'
import { PostArticle } from './post-article.tsx'
import { PostAside } from './post-aside.tsx'
import { isRemoved, postQuery } from './queries.ts'
import RemovedPost from './removed-post.tsx'
import { useBackToList } from './use-back-to-list.ts'
import { countView } from './views.ts'

interface Props {
  id: string
  comments: CommentsView
  moderation: ComponentType<{ id: string }>
}

export function PostPage(props: Props) {
  const { data: post } = useSuspenseQuery(postQuery(props.id))
  if (!isRemoved(post)) return <ReadPost {...props} post={post} />
  return <RemovedPost post={post} />
}

function ReadPost({ id, post, comments, moderation }: Props & { post: Post }) {
  const { viewer } = useSession()
  const goBack = useBackToList()
  const { is_deleted, is_locked } = post
  const isClosed = is_deleted || (is_locked && !isStaff(viewer))
  useEffect(() => {
    if (!is_deleted) countView(id)
  }, [id, is_deleted])
  const { html, parts } = withContents(post.content_html)
  return (
    <div className="columns post-page">
      <div>
        <a href="/forum" onClick={goBack} className="back-link">
          <Icon icon="icon-arrow-left" />
          Back to Forum
        </a>
        {is_deleted ? <DeletedPost /> : <PostArticle post={post} html={html} moderation={moderation} />}
        <Comments
          postId={id}
          postAuthorId={post.author?.id}
          count={post.comment_count}
          view={comments}
          isClosed={isClosed}
          isLocked={is_locked}
        />
        {viewer && !isClosed && (
          <QuoteButton postId={id} postAuthor={post.author?.username} view={comments} />
        )}
        <Neighbours id={id} />
      </div>
      <PostAside id={id} author={post.author} parts={parts} />
    </div>
  )
}
