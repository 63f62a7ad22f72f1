import { type ReactNode, Suspense, useState } from 'react'
import { hideFailure, lazyPart } from '../../ui/lazy-part.tsx'
import { Columns } from '../../ui/list/columns.tsx'

/** On the server it is there; the browser loads it where a page of the application has none yet. */
const Around = import.meta.env.SSR
  ? (await import('./around.tsx')).default
  : lazyPart(() => import('./around.tsx'), { failure: hideFailure })

interface Props {
  /** A page with a list. */
  children: ReactNode
  /** Its list is of posts: concepts lead to others. */
  withConcepts?: boolean
  /** Its list is of notes: the most liked lead to others. */
  withNotes?: boolean
}

/**
 * A list, and what goes on around it: beside it, or on a narrow screen below. It is links alone: where a page of the
 * server has it, it stays the HTML that it is, and neither comes as data nor as script.
 */
export function WithAside({ children, withConcepts = false, withNotes = false }: Props) {
  const id = withConcepts ? 'around-posts' : withNotes ? 'around-notes' : 'around'
  const [html] = useState(() => (import.meta.env.SSR ? undefined : htmlOf(document.getElementById(id))))
  return (
    <Columns
      asideLabel="Around the forum"
      aside={
        html ? (
          <div
            id={id}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: what the same components made, read from the page
            dangerouslySetInnerHTML={{ __html: html }}
            suppressHydrationWarning
          />
        ) : (
          <div id={id}>
            <Suspense>
              <Around withConcepts={withConcepts} withNotes={withNotes} />
            </Suspense>
          </div>
        )
      }
    >
      {children}
    </Columns>
  )
}

/** A member's page has the place alone: the server has loaded nothing for it. */
function htmlOf(place: HTMLElement | null): string | undefined {
  return place?.firstElementChild ? place.innerHTML : undefined
}
