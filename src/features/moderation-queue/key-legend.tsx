import { useState } from 'react'
import { areShortcutsOn } from '../../platform/shortcut-switch.ts'

/** What the keyboard does here; nothing where shortcuts are switched off. On phones, which have no keyboard, it is not shown. */
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
  { key: 'm', does: 'Close as gone' },
  { key: 'g', does: 'Grant an appeal' },
  { key: 'w', does: 'Warn' },
  { key: 'p', does: 'Require approval' },
  { key: 'l', does: 'Limit' },
  { key: 's', does: 'Suspend' },
] as const
