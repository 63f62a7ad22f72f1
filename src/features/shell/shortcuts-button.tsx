import { Suspense, useState } from 'react'
import { PopupLoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), {
  early: true,
  failure: (attempt, { open, onClose }) => <PopupLoadFailure open={open} onClose={onClose} {...attempt} />,
})

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
      {wasOpen && (
        <Suspense>
          <ShortcutsDialog open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
