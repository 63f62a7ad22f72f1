import { RowListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'

export function FollowsSkeleton() {
  return (
    <div className="max-w-180">
      <Skeleton className="mt-11 mb-4 h-8 w-72 max-w-full" />
      <Skeleton className="mb-2 h-11 w-64 max-w-full" />
      <RowListSkeleton count={8} label="Loading members" />
    </div>
  )
}
