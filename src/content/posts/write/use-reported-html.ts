import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'

/** Length of a document (in editor positions) up to which its HTML is created on each keystroke, in 1 or 2 ms. */
const LONG = 10_000
/** Milliseconds without a keystroke until the HTML of a long text is created, which takes 20 to 40 ms. */
const PAUSE = 300
/** Maximum milliseconds during continuous typing. */
const LATEST = 3000

/** Reports the editor's HTML: in pauses if it is long, and always before the editor or its page closes. */
export function useReportedHtml(onChange: (html: string) => void) {
  const tell = useRef(onChange)
  tell.current = onChange
  const [{ note, flush }] = useState(() => createReports((html) => tell.current(html)))
  useEffect(() => {
    // Listens in the capture phase, to run before the form stores its values.
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

function createReports(tell: (html: string) => void) {
  let waiting: Editor | undefined
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    const editor = waiting
    waiting = undefined
    if (editor) tell(editor.isEmpty ? '' : editor.getHTML())
  }
  const note = (editor: Editor) => {
    const isFirst = waiting === undefined
    waiting = editor
    if (editor.state.doc.content.size < LONG) return flush()
    const now = performance.now()
    if (isFirst) since = now
    clearTimeout(timer)
    timer = setTimeout(flush, Math.max(0, Math.min(PAUSE, since + LATEST - now)))
  }
  return { note, flush }
}
