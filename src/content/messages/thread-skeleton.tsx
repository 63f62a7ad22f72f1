import { type CSSProperties, useSyncExternalStore } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { heightAboveKeyboard, watchKeyboard } from '../../ui/screen-keyboard.ts'

export function ThreadSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading messages"
      className={`flex min-h-0 flex-col ${THREAD_HEIGHT_CLASS}`}
    >
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

/** On phones, a conversation fills the height between header and bottom bar. */
export const THREAD_HEIGHT_CLASS =
  'max-md:-mt-6 max-md:-mb-24 max-md:h-[var(--above-keyboard,calc(100dvh-8.3125rem-env(safe-area-inset-bottom)))]'

/** Returns a style with the height above an on-screen keyboard. Browsers don't subtract it by themselves. */
export function useKeyboardHeightStyle(): CSSProperties | undefined {
  const height = useSyncExternalStore(watchKeyboard, heightAboveKeyboard, () => null)
  if (height === null) return undefined
  return { '--above-keyboard': `calc(${height}px - 3.8125rem)` } as CSSProperties
}
