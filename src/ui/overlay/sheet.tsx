import { type ReactNode, useRef } from 'react'

interface Props {
  /** The `popoverTarget` of the button that opens it. */
  id: string
  label: string
  /** `corner`: below the header at the right; full width on phones. */
  side: 'top' | 'bottom' | 'corner'
  onOpen?: () => void
  /** Gets a function that closes the sheet. */
  children: (close: () => void) => ReactNode
}

/** A native popover: it opens without script, closes on Escape and on a press outside, and returns the focus. */
export function Sheet({ id, label, side, onOpen, children }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={sheet}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      data-side={side}
      tabIndex={-1}
      onToggle={({ newState, currentTarget }) => {
        if (newState !== 'open') return
        onOpen?.()
        if (!currentTarget.contains(document.activeElement)) currentTarget.focus({ preventScroll: true })
      }}
      // Tabbing out closes it.
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Tab')
          setTimeout(() => currentTarget.matches(':focus-within') || currentTarget.hidePopover())
      }}
      className="sheet"
    >
      {children(() => sheet.current?.hidePopover())}
    </div>
  )
}
