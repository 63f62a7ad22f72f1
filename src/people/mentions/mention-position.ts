interface Caret {
  left: number
  top: number
  bottom: number
}

const WIDTH = 304
const GAP = 4
const MARGIN = 8
/** Height of the page's header in pixels. The list must not cover it. */
const HEADER = 64
/** Width in pixels. In narrower windows, the list is a block below the field. */
const PHONE = 768

export function positionMentionBox(host: HTMLElement, field: HTMLElement, caretOf: () => Caret): () => void {
  const place = () => (innerWidth < PHONE ? host.removeAttribute('style') : putAt(host, field, caretOf()))
  place()
  if (innerWidth < PHONE) host.scrollIntoView({ block: 'nearest' })
  addEventListener('scroll', place, { passive: true, capture: true })
  addEventListener('resize', place)
  return () => {
    removeEventListener('scroll', place, { capture: true })
    removeEventListener('resize', place)
    hideFromLayout(host)
  }
}

/** Hides the list's container from the form's layout while it is empty, because it would add a gap. */
export function hideFromLayout(host: HTMLElement): void {
  host.style.cssText = 'display: contents'
}

function putAt(host: HTMLElement, field: HTMLElement, caret: Caret): void {
  const left = Math.min(
    Math.max(caret.left - MARGIN, MARGIN),
    document.documentElement.clientWidth - WIDTH - MARGIN,
  )
  host.removeAttribute('style')
  Object.assign(host.style, {
    position: 'fixed',
    zIndex: '30',
    width: `${WIDTH}px`,
    left: `${left}px`,
    top: '0',
  })
  const height = host.offsetHeight
  const below = caret.bottom + GAP
  const above = caret.top - GAP - height
  const send = field.closest('form')?.querySelector('[type=submit]')?.getBoundingClientRect()
  const isOnSend = send && below < send.bottom && below + height > send.top && left + WIDTH > send.left
  const fits = below + height <= innerHeight - MARGIN && !isOnSend
  host.style.top = `${fits || above < HEADER ? below : above}px`
}
