import { type RefObject, useRef, useState, useSyncExternalStore } from 'react'

/** How a form was filled in, as the operations that publish take it. */
export interface SubmissionFacts {
  elapsed_ms?: number
  website?: string
}

/**
 * Measures from opening the form to sending it. Of a text that was there before, that would say nothing; a form that came with
 * the page was there before the application, and is measured from the beginning of the page.
 */
export function useSubmissionFacts({ restored }: { restored: boolean }) {
  const cameWithPage = useSyncExternalStore(never, isApplication, isPage)
  const [opened] = useState(() => (restored ? undefined : cameWithPage ? 0 : performance.now()))
  const trap = useRef<HTMLInputElement>(null)
  const read = (): SubmissionFacts => ({
    ...(opened !== undefined && { elapsed_ms: Math.round(performance.now() - opened) }),
    ...(trap.current?.value && { website: trap.current.value }),
  })
  return { trap, read }
}

const never = () => () => {}
const isApplication = () => false
const isPage = () => true

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
