import { useEffect, useEffectEvent } from 'react'

/** Calls back when the connection, or the forum, is there again. */
export function useBackOnline(act: () => void): void {
  const onOnline = useEffectEvent(act)
  useEffect(() => {
    const listener = () => onOnline()
    addEventListener('online', listener)
    addEventListener('back-online', listener)
    return () => {
      removeEventListener('online', listener)
      removeEventListener('back-online', listener)
    }
  }, [])
}
