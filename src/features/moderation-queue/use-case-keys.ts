import { useEffect } from 'react'
import { areShortcutsOn } from '../../platform/shortcut-switch.ts'

/**
 * Keys press the button that bears them: `o` that of the case with the focus, the others those of the open one. j and k
 * are the forum's own, which walk any list.
 */
export function useCaseKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event.target)) return
      if (!areShortcutsOn()) return
      const button = buttonOf(event.key)
      if (!button) return
      event.preventDefault()
      button.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function buttonOf(key: string): HTMLElement | null | undefined {
  if (key === 'o')
    return document.activeElement?.closest('[data-list-item]')?.querySelector<HTMLElement>('[data-case-open]')
  return /^[aurxmgwpls]$/.test(key)
    ? document.querySelector<HTMLElement>(`[data-case-key="${key}"]:enabled`)
    : undefined
}

/** Somebody types there, or a window with its own keys is open. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
  )
}
