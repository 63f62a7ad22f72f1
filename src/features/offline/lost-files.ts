import { tabStorage } from '../../platform/storage.ts'
import { isReachable } from './reachable.ts'

/** Milliseconds in which a page is loaded anew only once for a file that is gone. */
const ONCE_IN = 60_000
const MARK = 'reloaded-for-file'

/**
 * A page that stood open while the forum got a new version may ask for a part that is no more. Loading it anew at the
 * same address brings the new version; what was typed is in its draft by then. Once: what still lacks then is not
 * mended by asking again. Not while the forum cannot be reached: the part may be there after all.
 */
export function recoverFromLostFiles(): void {
  addEventListener('vite:preloadError', async () => {
    // Behind the wait: one part may be asked for twice.
    if (!(await isReachable()) || hasJustReloaded() || !remember()) return
    // At the last moment: somebody may be typing.
    addEventListener('pagehide', keepTyped, { once: true })
    location.reload()
  })
  giveBackTyped()
}

function hasJustReloaded(): boolean {
  return Date.now() - Number(tabStorage.get(MARK)) < ONCE_IN
}

/** Where it cannot be remembered, the page might be loaded anew for ever. */
function remember(): boolean {
  return tabStorage.set(MARK, String(Date.now()))
}

const TYPED = 'typed-before-reload'

/** What is in fields whose form, and so whose draft, has not come: it was that form whose code was gone. */
function keepTyped(): void {
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>('main textarea[aria-label]')]
  const typed = fields.filter(({ value }) => value).map(({ ariaLabel, value }) => [ariaLabel, value])
  if (typed.length > 0) tabStorage.set(TYPED, JSON.stringify({ at: location.pathname, typed }))
}

function giveBackTyped(): void {
  const { at, typed } = takeTyped()
  if (at !== location.pathname) return
  const fill = () => {
    for (const [label, value] of typed) {
      const field = [...document.querySelectorAll<HTMLTextAreaElement>('main textarea[aria-label]')].find(
        ({ ariaLabel, disabled }) => ariaLabel === label && !disabled,
      )
      if (!field) continue
      typed.delete(label)
      // Its draft is as new, or newer.
      if (field.value === '') type(field, value)
    }
    if (typed.size === 0) clearInterval(timer)
  }
  // A field takes words once its member is known, which no event tells.
  const timer = setInterval(fill, 100)
  setTimeout(() => clearInterval(timer), 10_000)
}

function takeTyped(): { at: string; typed: Map<string, string> } {
  try {
    const { at, typed } = JSON.parse(tabStorage.get(TYPED) ?? '{}')
    tabStorage.remove(TYPED)
    return { at, typed: new Map(typed) }
  } catch {
    return { at: '', typed: new Map() }
  }
}

/** As a hand would: React hears of it, and lets the form come. */
function type(field: HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
