import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Nothing that is only here: on a phone it is below the content. */
  aside?: ReactNode
  /** The landmark's name. */
  asideLabel?: string
}

/** 720 px of content and, in windows from 1200 px, a sticky aside of 264 px, whose room stays if there is none. */
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
