import { dispatchPageEvent, type PageFlags, pageFlags } from '../../../platform/page-protocol.ts'
import { deviceStorage } from '../../../platform/storage.ts'

/**
 * Puts the stored density of lists on <html>. Its source is also in the inline script that runs before the first paint
 * (shell/first-paint.ts), so it uses nothing from outside of itself.
 */
export function showDensity(chosen?: string | null): void {
  const flags = document.documentElement.dataset as PageFlags
  try {
    chosen ??= localStorage.getItem('density')
  } catch {}
  if (chosen === 'titles') flags.density = 'titles'
  else delete flags.density
}

export function hasTitlesOnly(): boolean {
  return pageFlags().density === 'titles'
}

/** Follows the choice on the page and in other tabs, for as long as the page lives: also before the application. */
export function followDensity(): void {
  const show = () => {
    showDensity(deviceStorage.get('density') ?? 'comfortable')
    dispatchPageEvent('density-changed')
  }
  addEventListener('storage', ({ key }) => {
    if (key === 'density' || key === null) show()
  })
  const toggle = ({ target }: Event) => {
    if (!(target as Element | null)?.closest('[data-density-choice]')) return
    deviceStorage.set('density', hasTitlesOnly() ? 'comfortable' : 'titles')
    show()
  }
  // Captured: what hits a part that React is about to hydrate goes no further than the document.
  addEventListener('click', toggle, true)
}
