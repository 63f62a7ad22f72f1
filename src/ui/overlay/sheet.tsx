import { type ReactNode, useRef } from 'react'

interface Props {
  /** The `popoverTarget` of the button that opens it. */
  id: string
  label: string
  /** `corner`: below the header at the right, an edge to edge sheet on phones. */
  side: 'top' | 'bottom' | 'corner'
  onOpen?: () => void
  /** Gets a function that closes it, for links and forms in it. */
  children: (close: () => void) => ReactNode
}

/**
 * Slides in from an edge of the screen. A native popover: it opens without any script, Escape and a touch beside
 * it close it, and the focus returns by itself.
 */
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
        // What is read next is what has opened; the browser takes the keyboard back when it closes.
        if (!currentTarget.contains(document.activeElement)) currentTarget.focus({ preventScroll: true })
      }}
      // Whoever tabs on is not to have it in the way.
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
