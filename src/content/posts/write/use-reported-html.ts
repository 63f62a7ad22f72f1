import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { toStoredHtml } from './editor-html.ts'

/** Length in editor positions up to which a document's HTML is created on each keystroke, in 1 to 2 ms. */
const LONG = 10_000
/** Milliseconds without a keystroke after which the HTML of a longer text is created, in 20 to 40 ms. */
const PAUSE = 300
/** Maximum delay of the HTML in milliseconds while the author keeps typing. */
const LATEST = 3000

/** Passes the HTML to `onChange`. For long texts, waits for a pause, or until the editor or page closes. */
export function useReportedHtml(onChange: (html: string) => void) {
  const tell = useRef(onChange)
  tell.current = onChange
  const [{ note, flush }] = useState(() => createReports((html) => tell.current(html)))
  useEffect(() => {
    // Listens in the capture phase, so that the HTML is reported before the form stores its values.
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
    if (editor) tell(editor.isEmpty ? '' : toStoredHtml(editor.getHTML()))
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
