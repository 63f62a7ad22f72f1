import { type RefObject, useRef } from 'react'

/** Data about how a form was filled in, for detecting bots. Sent with each new public text. */
export interface SubmissionFacts {
  website?: string
}

export function useSubmissionFacts() {
  const trap = useRef<HTMLInputElement>(null)
  const read = (): SubmissionFacts => (trap.current?.value ? { website: trap.current.value } : {})
  return { trap, read }
}

/** A honeypot: bots fill it in, but people can't see, hear or focus it. */
export function Honeypot({ trap }: { trap: RefObject<HTMLInputElement | null> }) {
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
