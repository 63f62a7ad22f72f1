import { TAB_SIZE } from '../../people/profiles/policy.ts'
import { CardListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'

export function ProfileSkeleton() {
  return (
    <div className="max-w-180">
      <div className="mb-7 grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <span className="flex items-center gap-5">
          <Skeleton className="size-24 flex-none rounded-full!" />
          <span className="grid flex-1 gap-2.5">
            <Skeleton className="h-8 w-56 max-w-full" />
            <Skeleton className="h-5 w-32" />
          </span>
        </span>
        <span className="grid content-start gap-4">
          <Skeleton className="h-10 w-36" />
          <Skeleton className="h-16 w-44" />
        </span>
      </div>
      <Skeleton className="mb-5 h-11 w-72 max-w-full" />
      <CardListSkeleton count={TAB_SIZE / 2} label="Loading profile" />
    </div>
  )
}
