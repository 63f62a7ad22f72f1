import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'

export function LogSkeleton() {
  return <RowListSkeleton count={6} label="Loading the moderation log" />
}
