import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Secondary content. On a phone it is below the main content. */
  aside?: ReactNode
  /** Accessible name of the landmark. */
  asideLabel?: string
}

/** A 720 px content column and, in windows from 1200 px, a sticky 264 px aside, whose space is always reserved. */
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
