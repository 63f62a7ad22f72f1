import { toast } from '../../ui/feedback/toast.ts'
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

/**
 * A page of ours in a frame of somebody else's is meant to catch clicks: the whole window goes to the page itself. The
 * server forbids frames, too; this is for browsers that do not listen. Answers whether it was in a frame.
 */
export function leaveFrame(page: Pick<Window, 'self' | 'top' | 'location'> = window): boolean {
  if (page.top === page.self) return false
  try {
    if (page.top) page.top.location.href = page.location.href
  } catch {
    // The frame may not lead its window elsewhere: the alert is all there is.
  }
  return true
}

/** Clicks that count at once before somebody is asked to slow down; one is forgotten each second. */
export const CLICK_LIMIT = 10
const FORGET_MS = 1000

/**
 * Whether the browser makes a second click of this one, on the control of the label under it: somebody clicked once, and
 * that other one counts. A click with a key is one like any other, and comes alone.
 */
export function isPassedOn(target: EventTarget | null): boolean {
  const element = target as Element
  const label = element.closest?.('label')
  const control = label?.control as HTMLInputElement | null | undefined
  return control?.disabled === false && element.closest(ANSWERS) === label
}

/** What answers a click itself, also inside a label; else the label does. */
const ANSWERS = 'a[href], button, input, select, textarea, label'

/** Counts clicks: `true` for the one that is too many, once until the count has come down again. */
export function clickCounter(now: () => number = Date.now) {
  let count = 0
  let last = now()
  let isFlood = false
  return () => {
    const forgotten = Math.floor((now() - last) / FORGET_MS)
    count = Math.max(0, count - forgotten) + 1
    last += forgotten * FORGET_MS
    const was = isFlood
    isFlood = count > CLICK_LIMIT
    return isFlood && !was
  }
}
