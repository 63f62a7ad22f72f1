import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'

export function RepliesSkeleton({ count }: { count: number }) {
  return <RowListSkeleton count={Math.min(count, 3)} label="Loading replies" />
}
