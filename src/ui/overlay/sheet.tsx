import { type ReactNode, useRef } from 'react'

interface Props {
  /** The `popoverTarget` of the button that opens the sheet. */
  id: string
  label: string
  /** `corner`: below the header on the right. Full width on phones. */
  side: 'top' | 'bottom' | 'corner'
  onOpen?: () => void
  /** Receives a function that closes the sheet. */
  children: (close: () => void) => ReactNode
}

/** A native popover. It opens without script, closes on Escape and on a press outside, and returns the focus. */
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
      // Tabbing out closes the sheet.
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
