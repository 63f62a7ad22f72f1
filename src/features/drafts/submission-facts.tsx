import { type RefObject, useRef } from 'react'

/** How a form was filled in, as the operations that publish take it. */
export interface SubmissionFacts {
  website?: string
}

export function useSubmissionFacts() {
  const trap = useRef<HTMLInputElement>(null)
  const read = (): SubmissionFacts => (trap.current?.value ? { website: trap.current.value } : {})
  return { trap, read }
}

/** Named as programs like to fill it in; no person meets it, by eye, ear or keyboard. */
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
