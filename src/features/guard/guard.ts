import { toast } from '../../ui/feedback/toast.ts'
import { clickCounter, isPassedOn } from './clicks.ts'
import { leaveFrame } from './frame.ts'
import { guardTyping } from './typed.ts'

/** The guards of a page that somebody acts on, each with the words it speaks. None stops anything that is honest. */
export function guardPage(): void {
  if (leaveFrame()) toast({ kind: 'error', title: 'Security Alert', description: IN_FRAME })
  guardTyping(() => toast({ kind: 'error', title: 'Security Warning', description: BLOCKED }))
  const isTooMany = clickCounter()
  const count = ({ isTrusted, target }: Event) => {
    if (isTrusted && !isPassedOn(target) && isTooMany())
      toast({ kind: 'error', title: 'Unusual Activity Detected', description: SLOWER })
  }
  addEventListener('click', count, true)
}

const IN_FRAME = 'This page was shown inside of another one.'
const BLOCKED = 'Potentially malicious content was blocked'
const SLOWER = 'Please slow down your interactions'
