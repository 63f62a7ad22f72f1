interface Press {
  control: HTMLElement
  box: DOMRect
  x: number
  y: number
}

/**
 * A press counts for the control on which it began. A browser clicks on what the button and the release have in common: if the page
 * moves under the pointer meanwhile, as when it learns who the viewer is, that is no control, and nothing would happen.
 */
export function followMovedPresses(): void {
  let press: Press | undefined
  const begin = ({ target, clientX: x, clientY: y, button }: PointerEvent) => {
    const control = (target as Element | null)?.closest?.<HTMLElement>(CONTROLS)
    press = control && button === 0 ? { control, box: control.getBoundingClientRect(), x, y } : undefined
  }
  const finish = (event: MouseEvent) => {
    const began = press
    press = undefined
    if (!began || !event.isTrusted || !missed(began, event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    began.control.click()
  }
  addEventListener('pointerdown', begin, true)
  addEventListener('click', finish, true)
}

/** The pointer stayed, the control went away under it. A click by key has the detail 0. */
function missed({ control, box, x, y }: Press, event: MouseEvent): boolean {
  if (event.detail === 0 || control.contains(event.target as Node) || !control.isConnected) return false
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  const stayed = Math.hypot(event.clientX - x, event.clientY - y) < STILL
  const { left, top } = control.getBoundingClientRect()
  return stayed && Math.hypot(left - box.left, top - box.top) > STILL
}

/** Pixels that a hand moves while it presses. */
const STILL = 8
const CONTROLS = 'button, a[href], [role=button], [role=tab], [role=menuitem]'
