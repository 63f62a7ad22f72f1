import type { ReactNode } from 'react'

/**
 * Words for those who hear the page, said whenever they change. It stands there before it has any: a live region that
 * comes together with its words is often not heard.
 */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}

/** "50 more posts, 100 in all", once a list has grown. */
export function listGrowthText(pages: readonly { items: readonly unknown[] }[], things: string): string {
  const all = pages.reduce((sum, { items }) => sum + items.length, 0)
  return pages.length > 1 ? `${pages.at(-1)?.items.length} more ${things}, ${all} in all` : ''
}
