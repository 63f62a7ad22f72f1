import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Quiet things that belong to it. Nothing in it may be found nowhere else: on a phone it is below. */
  aside?: ReactNode
  /** What the aside holds, for those who jump by landmarks. */
  asideLabel?: string
}

/**
 * The grid of every page with a list: 720 px of content, and from 1200 px on beside it 264 px for what belongs to it, which
 * stay as one scrolls. Below that they go under the content. A page without an aside keeps its room.
 */
export function Columns({ children, aside, asideLabel }: Props) {
  return (
    <div className="columns">
      <div>{children}</div>
      {aside && (
        <aside aria-label={asideLabel} className="columns-aside">
          {aside}
        </aside>
      )}
    </div>
  )
}
