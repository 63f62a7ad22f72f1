import { toast } from '../../ui/feedback/toast.ts'
import { clickCounter, isPassedOn } from './clicks.ts'
import { leaveFrame } from './frame.ts'

/** The guards of a page that somebody acts on, each with the words it speaks. None stops anything that is honest. */
export function guardPage(): void {
  if (leaveFrame()) toast({ kind: 'error', title: 'Security Alert', description: IN_FRAME })
  guardLines()
  const isTooMany = clickCounter()
  const count = ({ isTrusted, target }: Event) => {
    if (isTrusted && !isPassedOn(target) && isTooMany())
      toast({ kind: 'error', title: 'Unusual Activity Detected', description: SLOWER })
  }
  addEventListener('click', count, true)
}

/** Who only reads needs no guard for what is typed: it comes with the first line that somebody goes to. */
function guardLines(): void {
  let isAsked = false
  const ask = (target: EventTarget | null) => {
    if (isAsked || !(target instanceof HTMLElement) || !target.matches('input, [data-one-line]')) return
    isAsked = true
    import('./typed.ts').then(
      ({ guardTyping }) =>
        guardTyping(() => toast({ kind: 'error', title: 'Security Warning', description: BLOCKED })),
      // With the next line, if the connection is back by then.
      () => {
        isAsked = false
      },
    )
  }
  addEventListener('focusin', ({ target }) => ask(target))
  ask(document.activeElement)
}

const IN_FRAME = 'This page was shown inside of another one.'
const BLOCKED = 'Potentially malicious content was blocked'
const SLOWER = 'Please slow down your interactions'
