import { dispatchPageEvent, type PageFlags, pageFlags } from '../../platform/page-protocol.ts'
import { deviceStorage } from '../../platform/storage.ts'

export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]

/**
 * Puts the stored choice on <html>.
 * Its source is also the inline script that runs before the first paint (first-paint.ts), so it uses nothing
 * from outside of itself.
 */
export function showTheme(choice?: string | null): void {
  const flags = document.documentElement.dataset as PageFlags
  try {
    choice ??= localStorage.getItem('theme')
  } catch {}
  const chosen = choice === 'light' || choice === 'system' ? choice : 'dark'
  const prefersLight = matchMedia('(prefers-color-scheme: light)').matches
  const shown = chosen === 'system' ? (prefersLight ? 'light' : 'dark') : chosen
  flags.themeChoice = chosen
  flags.theme = shown
  let bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (!bar) {
    bar = document.createElement('meta')
    bar.name = 'theme-color'
    document.head.append(bar)
  }
  bar.content = shown === 'light' ? '#fbf9f5' : '#0a0e16'
}

/** Keeps and shows a choice, here and in the other tabs; where storage is forbidden, here until the page is left. */
export function chooseTheme(theme: Theme): void {
  deviceStorage.set('theme', theme)
  showTheme(deviceStorage.get('theme'))
  dispatchPageEvent('theme-changed')
}

export function chosenTheme(): Theme {
  return pageFlags().themeChoice ?? 'dark'
}

/** Follows the system's theme, other tabs, and the theme button, for as long as the page lives. */
export function followTheme(): void {
  const changed = () => {
    showTheme(deviceStorage.get('theme'))
    dispatchPageEvent('theme-changed')
  }
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', changed)
  addEventListener('storage', ({ key }) => {
    if (key === 'theme' || key === null) changed()
  })
  const next = ({ target }: Event) => {
    if (!(target as Element | null)?.closest('[data-next-theme]')) return
    chooseTheme(THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length] as Theme)
  }
  // Captured: what hits a part that React is about to hydrate goes no further than the document.
  addEventListener('click', next, true)
}
