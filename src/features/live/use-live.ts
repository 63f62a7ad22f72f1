import { useEffect, useEffectEvent } from 'react'
import { type Heard, heard } from './heard.ts'

/**
 * Calls `listener` with what the live stream says while the component is shown. `missed` comes after a reconnection:
 * nobody knows what was missed, so refetch what is on screen.
 */
export function useLive(listener: (event: Heard) => void): void {
  const onHeard = useEffectEvent(listener)
  useEffect(() => heard.listen((event) => onHeard(event)), [])
}
