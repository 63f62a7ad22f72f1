import { type ReactNode, Suspense, useRef, useState } from 'react'
import { PopupLoadFailure } from '../feedback/load-failure.tsx'
import { lazyPart } from '../lazy-part.tsx'
import type { MenuEntry } from './menu-popup.tsx'

const MenuPopup = lazyPart(() => import('./menu-popup.tsx'), {
  early: true,
  failure: (attempt, { open, onOpenChange }) => (
    <PopupLoadFailure open={open} onClose={() => onOpenChange(false)} {...attempt} />
  ),
})

interface Props {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  children: ReactNode
  entries: readonly MenuEntry[]
  className?: string
}

/** A button that opens a list of acts. The list's code is loaded once the page is at rest. */
export function Menu({ label, children, entries, className = '' }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [isByKey, setByKey] = useState(false)
  const toggle = (isKey: boolean) => {
    setByKey(isKey)
    setOpen(!isOpen)
    setWasOpen(true)
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // A click without a pointer is a key's.
        onClick={({ detail }) => toggle(detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          toggle(true)
        }}
        className={className}
      >
        {children}
      </button>
      {wasOpen && (
        <Suspense>
          <MenuPopup
            trigger={trigger}
            open={isOpen}
            isByKey={isByKey}
            onOpenChange={setOpen}
            entries={entries}
          />
        </Suspense>
      )}
    </>
  )
}
