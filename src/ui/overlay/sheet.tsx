import { type ReactNode, useRef } from 'react'

interface Props {
  /** Id of the sheet. The button that opens it has the same `popoverTarget`. */
  id: string
  label: string
  /** Where the sheet opens. `corner` is on the right below the header, or the full width on a phone. */
  side: 'top' | 'bottom' | 'corner'
  onOpen?: () => void
  /** Renders the content. Receives a function that closes the sheet. */
  children: (close: () => void) => ReactNode
}

/** A panel that opens without script (popover). Escape and a press outside close it and return the focus. */
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
      // Closes the sheet when Tab moves the focus out of it.
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
