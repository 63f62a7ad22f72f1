interface Press {
  control: HTMLElement
  name: string | null
  box: DOMRect
  x: number
  y: number
}

/**
 * Makes a press activate the control on which it began, even if the page moves before the release, for
 * example when the session loads. Browsers then send the click to an element around both positions, or send
 * none if the control was replaced.
 */
export function followMovedPresses(): void {
  let press: Press | undefined
  const begin = ({ target, clientX: x, clientY: y, button }: PointerEvent) => {
    const control = controlOf(target)
    press =
      control && button === 0
        ? { control, name: nameOf(control), box: control.getBoundingClientRect(), x, y }
        : undefined
  }
  const release = (event: PointerEvent) => {
    if (!press || press.control.isConnected || !hasStayed(press, event)) return
    const successor = controlOf(event.target)
    if (successor && nameOf(successor) === press.name) setTimeout(() => successor.click())
    press = undefined
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
  addEventListener('pointerup', release, true)
  addEventListener('click', finish, true)
}

function controlOf(target: EventTarget | null): HTMLElement | null | undefined {
  return (target as Element | null)?.closest?.<HTMLElement>(CONTROLS)
}

function nameOf(control: HTMLElement): string | null {
  return control.ariaLabel ?? control.textContent
}

/** Whether the control moved, so that its click went elsewhere. Ignores keyboard clicks (`detail` is 0). */
function missed(press: Press, event: MouseEvent): boolean {
  const { control, box } = press
  if (event.detail === 0 || control.contains(event.target as Node) || !control.isConnected) return false
  const { left, top } = control.getBoundingClientRect()
  return hasStayed(press, event) && Math.hypot(left - box.left, top - box.top) > STILL
}

/** Whether the pointer was released where it was pressed, and without a modifier key. */
function hasStayed({ x, y }: Press, event: MouseEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  return Math.hypot(event.clientX - x, event.clientY - y) < STILL
}

/** Tolerance for movement between press and release, in pixels. */
const STILL = 8
const CONTROLS = 'button, a[href], [role=button], [role=tab], [role=menuitem]'
