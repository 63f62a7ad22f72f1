import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { THREAD_ROOM } from './thread-room.ts'

/** A thread to come. */
export function ThreadSkeleton() {
  return (
    <div role="status" aria-label="Loading messages" className={`flex min-h-0 flex-col ${THREAD_ROOM}`}>
      <div className="flex min-h-16 items-center gap-3 md:border-b md:border-line md:px-4">
        <Skeleton className="size-9 rounded-full!" />
        <Skeleton className="h-5 w-40" />
      </div>
      <BubbleSkeletons />
    </div>
  )
}

export function BubbleSkeletons() {
  return (
    <div className="flex flex-1 flex-col justify-end gap-3 py-4 md:px-4">
      {BUBBLES.map((look) => (
        <Skeleton key={look} className={`rounded-lg! ${look}`} />
      ))}
    </div>
  )
}

const BUBBLES = ['h-11 w-3/5', 'h-16 w-1/2 self-end', 'h-11 w-2/5', 'h-22 w-3/5', 'h-11 w-1/3 self-end']
