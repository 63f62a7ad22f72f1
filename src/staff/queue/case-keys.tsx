import { useEffect, useState } from 'react'
import { areShortcutsOn } from '../../platform/shortcut-switch.ts'

/** Keyboard shortcuts that click buttons: `o` in the focused case, others in the open case. */
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

/** Whether the key event's target is in a field, a dialog or a menu, which handle keys themselves. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
  )
}

/** Legend of the shortcuts. Hidden on phones and if the member has turned shortcuts off. */
export function KeyLegend() {
  const [isOn] = useState(areShortcutsOn)
  if (!isOn) return null
  return (
    <dl className="my-4 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted max-md:hidden">
      {KEYS.map(({ key, does }) => (
        <div key={key} className="flex items-center gap-2">
          <dt>
            <kbd className="kbd">{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}

const KEYS = [
  { key: 'j', does: 'Next' },
  { key: 'k', does: 'Previous' },
  { key: 'o', does: 'Open or close' },
  { key: 'a', does: 'Approve' },
  { key: 'u', does: 'Uphold' },
  { key: 'r', does: 'Remove' },
  { key: 'x', does: 'Reject' },
  { key: 'm', does: 'Close as deleted' },
  { key: 'g', does: 'Grant an appeal' },
  { key: 'w', does: 'Warn' },
  { key: 'p', does: 'Require approval' },
  { key: 'l', does: 'Limit' },
  { key: 's', does: 'Suspend' },
] as const
