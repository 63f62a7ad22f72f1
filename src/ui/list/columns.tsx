import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** The quiet right column: there from 1025 px on. Nothing in it may be found nowhere else. */
  aside?: ReactNode
  /** What the right column holds, for those who jump by landmarks. */
  asideLabel?: string
}

/** The content column of a page, beside it room for what belongs to it. */
export function Columns({ children, aside, asideLabel }: Props) {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(60%,1fr)_minmax(0,16.5rem)] lg:gap-14">
      <div className="min-w-0">{children}</div>
      {aside && (
        <aside aria-label={asideLabel} className="hidden lg:block">
          {aside}
        </aside>
      )}
    </div>
  )
}
