import type { Editor } from '@tiptap/react'
import { useEffect, useRef } from 'react'

/** Positions of a document; up to here its HTML is made with each keystroke, in a millisecond or two. */
const LONG = 10_000
/** Milliseconds without a keystroke until the HTML of a long text is made, which takes 20 to 40. */
const PAUSE = 300
/** And at the latest after this many, while somebody types on and on. */
const LATEST = 3000

/** Tells what the editor holds: of a long text in pauses, and before it leaves the hand of who writes. */
export function useReportedHtml(onChange: (html: string) => void) {
  const tell = useRef(onChange)
  tell.current = onChange
  const reports = useRef<Reports>(null)
  reports.current ??= new Reports((html) => tell.current(html))
  const { note, flush } = reports.current
  useEffect(() => {
    // Before the form hears of it, which then stores what it has.
    addEventListener('pagehide', flush, { capture: true })
    document.addEventListener('visibilitychange', flush, { capture: true })
    return () => {
      removeEventListener('pagehide', flush, { capture: true })
      document.removeEventListener('visibilitychange', flush, { capture: true })
      flush()
    }
  }, [flush])
  return { note, flush }
}

class Reports {
  private waiting: Editor | undefined
  private since = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly tell: (html: string) => void

  constructor(tell: (html: string) => void) {
    this.tell = tell
  }

  /** Something in it has changed. */
  readonly note = (editor: Editor) => {
    const isFirst = this.waiting === undefined
    this.waiting = editor
    if (editor.state.doc.content.size < LONG) return this.flush()
    const now = performance.now()
    if (isFirst) this.since = now
    clearTimeout(this.timer)
    this.timer = setTimeout(this.flush, Math.max(0, Math.min(PAUSE, this.since + LATEST - now)))
  }

  readonly flush = (): void => {
    clearTimeout(this.timer)
    const editor = this.waiting
    this.waiting = undefined
    if (editor) this.tell(editor.isEmpty ? '' : editor.getHTML())
  }
}
