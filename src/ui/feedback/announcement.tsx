import type { ReactNode } from 'react'

/** Announces text to screen readers. Render it empty first: a new live region with text is often not read. */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}

/** Returns text such as "50 more posts, 100 in all" when a list has grown, else ''. */
export function listGrowthText(pages: readonly { items: readonly unknown[] }[], things: string): string {
  const all = pages.reduce((sum, { items }) => sum + items.length, 0)
  return pages.length > 1 ? `${pages.at(-1)?.items.length} more ${things}, ${all} in all` : ''
}
