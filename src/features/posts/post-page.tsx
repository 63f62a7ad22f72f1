import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Comments } from '../comments/comments.tsx'
import type { CommentsView } from '../comments/comments-view.ts'
import { PostArticle } from './post-article.tsx'
import { postQuery } from './queries.ts'
import { RelatedPosts } from './related-posts.tsx'
import { countView } from './views.ts'

interface Props {
  id: string
  comments: CommentsView
}

export function PostPage({ id, comments }: Props) {
  const { data: post } = useSuspenseQuery(postQuery(id))
  useEffect(() => countView(id), [id])
  return (
    <div className="lg:grid lg:grid-cols-[minmax(60%,1fr)_minmax(0,16.5rem)] lg:gap-14">
      <div className="min-w-0 max-w-[47.5rem]">
        <a href="/forum" className="back-link">
          <Icon icon="icon-arrow-left" />
          Back to Forum
        </a>
        <PostArticle post={post} />
        <Comments postId={id} postAuthorId={post.author?.id} count={post.comment_count} view={comments} />
      </div>
      <RelatedPosts id={id} />
    </div>
  )
}
