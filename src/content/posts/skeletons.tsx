import { ArticleSkeleton, CardListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LIST_SIZE } from './policy.ts'

export function PostListSkeleton() {
  return <CardListSkeleton count={LIST_SIZE / 5} label="Loading posts" />
}

export function ForumSkeleton() {
  return (
    <>
      <Skeleton className="mb-6 h-10 w-32" />
      <Skeleton className="mb-5 h-11 w-full max-w-180" />
      <PostListSkeleton />
    </>
  )
}

export function PostSkeleton({ label = 'Loading post' }: { label?: string }) {
  return (
    <>
      <Skeleton className="mb-7 h-5 w-32" />
      <ArticleSkeleton label={label} />
    </>
  )
}
