import { useState } from 'react'
import { areShortcutsOn, setShortcuts } from '../platform/shortcut-switch.ts'
import { SHORTCUTS } from './shortcuts.ts'

/** The keyboard shortcuts, and a switch that turns them off. */
export default function ShortcutList() {
  const [isOn, setOn] = useState(areShortcutsOn)
  const [pageShortcuts] = useState(readPageShortcuts)
  const turn = (wish: boolean) => {
    setShortcuts(wish)
    setOn(areShortcutsOn())
  }
  return (
    <>
      <dl
        className={`grid grid-cols-[1fr_auto] items-center gap-y-3 ${isOn ? '' : 'text-muted line-through'}`}
      >
        {[...SHORTCUTS, ...pageShortcuts].map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>{does}</dt>
            <dd>
              <kbd className="kbd">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <dl className="mt-5 grid grid-cols-[1fr_auto] items-center gap-y-3 border-t border-line pt-4">
        <dt>Add a link while writing a post</dt>
        <dd>
          <kbd className="kbd">Ctrl K</kbd>
        </dd>
        <dt>Go to the latest message</dt>
        <dd>
          <kbd className="kbd">F6</kbd>
        </dd>
      </dl>
      <label className="mt-5 flex min-h-11 items-center gap-3 border-t border-line pt-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => turn(event.target.checked)}
          className="size-5 accent-act"
        />
        Use these shortcuts
      </label>
    </>
  )
}

/** Returns the shortcuts that the page lists itself. Importing them would load the code of those pages. */
function readPageShortcuts() {
  const rows = [...document.querySelectorAll('[data-page-shortcuts] > div')]
  return rows.map((row) => ({
    key: row.querySelector('dt')?.textContent ?? '',
    does: row.querySelector('dd')?.textContent ?? '',
  }))
}
