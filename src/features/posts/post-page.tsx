import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Comments } from '../comments/comments.tsx'
import { PostArticle } from './post-article.tsx'
import { postQuery } from './queries.ts'
import { RelatedPosts } from './related-posts.tsx'
import { countView } from './views.ts'

interface Props {
  id: string
  /** The page of comments to begin with, if not the first. */
  commentsFrom?: string | undefined
}

export function PostPage({ id, commentsFrom }: Props) {
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
        <Comments postId={id} count={post.comment_count} start={commentsFrom} />
      </div>
      <RelatedPosts id={id} />
    </div>
  )
}
