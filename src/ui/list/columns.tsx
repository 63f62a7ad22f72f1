import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Secondary content, which is below the main content in narrow windows. */
  aside?: ReactNode
  /** Accessible name of the aside. */
  asideLabel?: string
}

/** A 720 px content column. From 1200 px, also a sticky 264 px aside, whose space is always reserved. */
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
