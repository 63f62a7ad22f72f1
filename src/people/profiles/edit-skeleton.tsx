import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export function EditSkeleton() {
  return (
    <div role="status" aria-label="Loading your profile" className="grid gap-6">
      <Skeleton className="size-24 justify-self-center rounded-full!" />
      {['h-18', 'h-18', 'h-36', 'h-18'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items never change
        <Skeleton key={index} className={height} />
      ))}
    </div>
  )
}
