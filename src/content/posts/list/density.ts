import { dispatchPageEvent, type PageFlags, pageFlags } from '../../../platform/http/page-protocol.ts'
import { deviceStorage } from '../../../platform/storage.ts'

/** Sets the stored list density on <html>. Inlined before first paint, so it can't call other functions. */
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

/** Switches the density when its button is clicked, or in another tab. Runs before React is loaded. */
export function watchDensity(): void {
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
  // Listens in the capture phase, because React stops clicks on parts that are not hydrated yet.
  addEventListener('click', toggle, true)
}
