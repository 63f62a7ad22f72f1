import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { MenuEntry } from './menu-popup.tsx'

const MenuPopup = lazy(() => import('./menu-popup.tsx'))

interface Props {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  children: ReactNode
  entries: readonly MenuEntry[]
  className?: string
}

/** A button that opens a list of acts. The list's code arrives when it is wanted. */
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
