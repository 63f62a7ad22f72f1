import { CardListSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LIST_SIZE } from '../policy.ts'

/** A list that is on its way, for navigation in the application. */
export function ListSkeleton() {
  return <CardListSkeleton count={LIST_SIZE / 5} label="Loading posts" />
}

export function ForumSkeleton() {
  return (
    <>
      <Skeleton className="mb-6 h-10 w-32" />
      <Skeleton className="mb-5 h-11 w-full max-w-180" />
      <ListSkeleton />
    </>
  )
}
