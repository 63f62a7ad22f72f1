import { dispatchPageEvent, type PageFlags, pageFlags } from '../platform/http/page-protocol.ts'
import { deviceStorage } from '../platform/storage.ts'

export const THEMES = ['dark', 'light', 'system'] as const
export type ThemeChoice = (typeof THEMES)[number]

/** Applies the theme to the page. Also inlined as a script (first-paint.ts), so it must be self-contained. */
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

/** Stores the theme for all tabs. If storage is unavailable, applies it to this page only. */
export function chooseTheme(theme: ThemeChoice): void {
  deviceStorage.set('theme', theme)
  showTheme(deviceStorage.get('theme'))
  dispatchPageEvent('theme-changed')
}

export function chosenTheme(): ThemeChoice {
  return pageFlags().themeChoice ?? 'dark'
}

/** Applies changes of theme by the system, other tabs and the theme button, without ever stopping. */
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
    chooseTheme(THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length] as ThemeChoice)
  }
  // Listens in the capture phase, because React stops events on parts that it has not hydrated yet.
  addEventListener('click', next, true)
}
