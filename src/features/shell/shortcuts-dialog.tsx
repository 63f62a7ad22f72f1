import { useState } from 'react'
import { areShortcutsOn, turnShortcuts } from '../../platform/shortcut-switch.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { SHORTCUTS } from './shortcuts.ts'

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn)
  const turn = (wish: boolean) => {
    turnShortcuts(wish)
    setOn(areShortcutsOn())
  }
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl
        className={`grid grid-cols-[1fr_auto] items-center gap-y-3 ${isOn ? '' : 'text-muted line-through'}`}
      >
        {SHORTCUTS.map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>{does}</dt>
            <dd>
              <kbd className="kbd">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 grid grid-cols-[1fr_auto] items-center border-t border-line pt-4">
        To the message that has just come up
        <kbd className="kbd">F6</kbd>
      </p>
      <label className="mt-5 flex min-h-11 items-center gap-3 border-t border-line pt-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => turn(event.target.checked)}
          className="size-5 accent-act"
        />
        Use these shortcuts
      </label>
    </Dialog>
  )
}
