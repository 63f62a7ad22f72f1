import { useEffect, useState } from 'react'
import { type BegunName, begunName } from './mention-field.ts'

/** The name that is being typed in a field, until it is chosen or given up; what an input method still composes is none. */
export function useBegunName(field: HTMLElement) {
  const [begun, setBegun] = useState<BegunName>()
  /** Where the @ stands whose list was closed. */
  const [closedAt, setClosedAt] = useState<number>()
  useEffect(() => {
    let isComposing = false
    const read = () => {
      const now = isComposing || document.activeElement !== field ? undefined : begunName(field)
      setBegun((before) => (before?.text === now?.text && before?.at === now?.at ? before : now))
      if (!now) setClosedAt(undefined)
    }
    const listening = new AbortController()
    const { signal } = listening
    const compose = (isOn: boolean) => () => {
      isComposing = isOn
      // Once the text has what was composed.
      setTimeout(read)
    }
    field.addEventListener('input', read, { signal })
    field.addEventListener('blur', read, { signal })
    field.addEventListener('focus', read, { signal })
    field.addEventListener('compositionstart', compose(true), { signal })
    field.addEventListener('compositionend', compose(false), { signal })
    document.addEventListener('selectionchange', read, { signal })
    // Typed while this code was on its way.
    read()
    return () => listening.abort()
  }, [field])
  const isClosed = begun !== undefined && begun.at === closedAt
  return { begun: isClosed ? undefined : begun, close: () => setClosedAt(begun?.at) }
}
