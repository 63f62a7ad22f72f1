import { CardListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TAB_SIZE } from '../profiles/policy.ts'

/** A profile that is on its way, for navigation in the application. */
export function ProfileSkeleton() {
  return (
    <div className="max-w-180">
      <div className="mb-7 flex gap-6">
        <Skeleton className="size-24 flex-none rounded-full!" />
        <span className="grid flex-1 content-start gap-2.5">
          <Skeleton className="h-8 w-56 max-w-full" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-2 h-10 w-36" />
        </span>
      </div>
      <Skeleton className="mb-5 h-11 w-72 max-w-full" />
      <CardListSkeleton count={TAB_SIZE / 2} label="Loading profile" />
    </div>
  )
}
