import { useEffect, useState } from 'react'

/** Returns the text after it has not changed for `pause` milliseconds, and the previous text until then. */
export function useDebounced(text: string, pause: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return debounced
}
