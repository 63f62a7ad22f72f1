import { type RefObject, useRef } from 'react'

/** How a form was filled in: input of the operations that publish. */
export interface SubmissionFacts {
  website?: string
}

export function useSubmissionFacts() {
  const trap = useRef<HTMLInputElement>(null)
  const read = (): SubmissionFacts => (trap.current?.value ? { website: trap.current.value } : {})
  return { trap, read }
}

/** A honeypot: spam programs fill it in, and people cannot see, hear or focus it. */
export function Trap({ trap }: { trap: RefObject<HTMLInputElement | null> }) {
  return (
    <input
      ref={trap}
      type="text"
      name="website"
      tabIndex={-1}
      autoComplete="off"
      aria-hidden="true"
      className="sr-only"
    />
  )
}
