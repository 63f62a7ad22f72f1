import { deviceStorage } from '../../platform/storage.ts'

export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Dispatched on the window when another theme shows. */
export const THEME_CHANGED = 'theme-changed'

/**
 * Puts the stored choice on <html>: `data-theme-choice` is what was chosen, `data-theme` what shows.
 * Its source is also the inline script that runs before the first paint (first-paint.ts), so it uses nothing
 * from outside of itself.
 */
export function showTheme(choice?: string | null): void {
  const root = document.documentElement
  try {
    choice ??= localStorage.getItem('theme')
  } catch {}
  if (choice !== 'light' && choice !== 'system') choice = 'dark'
  const prefersLight = matchMedia('(prefers-color-scheme: light)').matches
  const shown = choice === 'system' ? (prefersLight ? 'light' : 'dark') : choice
  root.dataset.themeChoice = choice
  root.dataset.theme = shown
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
  dispatchEvent(new Event(THEME_CHANGED))
}

export function chosenTheme(): Theme {
  return (document.documentElement.dataset.themeChoice as Theme | undefined) ?? 'dark'
}

/** Follows the system's theme, other tabs, and the theme button, for as long as the page lives. */
export function followTheme(): void {
  const changed = () => {
    showTheme(deviceStorage.get('theme'))
    dispatchEvent(new Event(THEME_CHANGED))
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
