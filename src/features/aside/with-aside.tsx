import type { ReactNode } from 'react'
import { Columns } from '../../ui/list/columns.tsx'
import { Around } from './around.tsx'

interface Props {
  /** A page with a list. */
  children: ReactNode
  /** Its list is of posts: concepts lead to others. */
  withConcepts?: boolean
  /** Its list is of notes: the most liked lead to others. */
  withNotes?: boolean
}

/** A list, and what goes on around it: beside it, or on a narrow screen below. */
export function WithAside({ children, withConcepts = false, withNotes = false }: Props) {
  return (
    <Columns
      asideLabel="Around the forum"
      aside={<Around withConcepts={withConcepts} withNotes={withNotes} />}
    >
      {children}
    </Columns>
  )
}
