import { useSyncExternalStore } from 'react'

/** Whether somebody can see the tab. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => false)
}

function isVisible() {
  return document.visibilityState === 'visible'
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
