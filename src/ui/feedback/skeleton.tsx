import type { ReactNode } from 'react'

/** A placeholder while content loads: `<Skeleton className="h-5 w-40" />`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`skeleton block ${className}`} />
}

interface ListProps {
  count: number
  /** Text for screen readers, such as "Loading posts". */
  label: string
}

export function ListSkeleton(props: ListProps & { className: string; children: ReactNode }) {
  const { count, label, className, children } = props
  return (
    <ul aria-label={label} aria-busy="true">
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical
        <li key={i} className={className}>
          {children}
        </li>
      ))}
    </ul>
  )
}

/** Placeholders for post cards: a title, two lines of preview, the author and the time. */
export function CardListSkeleton(props: ListProps) {
  return (
    <ListSkeleton {...props} className="grid gap-2 border-b border-line py-3.5">
      <Skeleton className="h-5.5 w-4/5" />
      <Skeleton className="h-4.5 w-full" />
      <Skeleton className="h-4.5 w-2/3" />
      <Skeleton className="h-5 w-64 max-w-full" />
    </ListSkeleton>
  )
}

/** Placeholders for comments, notes, people or conversations: an avatar, a name and a line of text. */
export function RowListSkeleton(props: ListProps) {
  return (
    <ListSkeleton {...props} className="flex gap-3 border-b border-line py-4">
      <Skeleton className="size-9 flex-none rounded-full!" />
      <span className="grid flex-1 content-start gap-2">
        <Skeleton className="h-4.5 w-40" />
        <Skeleton className="h-4.5 w-4/5" />
      </span>
    </ListSkeleton>
  )
}

export function ArticleSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid max-w-2xl gap-3.5">
      <Skeleton className="h-4.5 w-36" />
      <Skeleton className="h-10 w-11/12" />
      <Skeleton className="mb-5 h-6 w-64" />
      {LINES.map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

const LINES = ['w-full', 'w-[96%]', 'w-[92%]', 'w-[98%]', 'w-[60%]', 'w-[96%]', 'w-[92%]', 'w-2/5']
