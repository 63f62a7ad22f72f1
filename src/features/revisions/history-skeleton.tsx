import { ArticleSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'

export function HistorySkeleton() {
  return (
    <>
      <Skeleton className="mb-7 h-5 w-32" />
      <ArticleSkeleton label="Loading edits" />
    </>
  )
}
