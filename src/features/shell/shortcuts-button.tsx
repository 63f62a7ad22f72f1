import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** Shows the keyboard shortcuts; `?` presses it. Not on phones, which have no keyboard. */
export function ShortcutsButton({ className = '' }: { className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        data-shortcuts
        onClick={() => {
          setOpen(true)
          setWasOpen(true)
        }}
        className={`flex min-h-10 pointer-coarse:min-h-11 items-center gap-3 rounded-lg px-3 text-sm text-faint hover:text-text ${className}`}
      >
        <Icon icon="icon-keyboard" />
        Keyboard shortcuts
      </button>
      {wasOpen && <ShortcutsDialog open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
