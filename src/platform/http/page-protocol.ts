// Flags and events shared by the server's HTML, the script before the first paint, the starter (which loads
// React), the React application, the service worker and CSS. Components own all other `data-…` attributes.

/** Flags on <html>, such as `data-theme-choice` for `themeChoice`. CSS reads `theme`, `density` and `session`. */
export interface PageFlags {
  /** The active theme. The server writes "dark", and the script before the first paint corrects it. */
  theme?: 'dark' | 'light'
  /** The reader's choice, where "system" follows the device. Set before the first paint. */
  themeChoice?: 'dark' | 'light' | 'system'
  /** Set if lists show titles only. Set before the first paint. */
  density?: 'titles'
  /** Set if the page was opened at its top (scrolling.ts). Set before the first paint. */
  fromTop?: ''
  /** "maybe": a stored session is not confirmed yet. CSS shows what is for members if "maybe" or "member". */
  session?: 'maybe' | 'member' | 'none'
  /** Set if the route needs React (its `staticData`), so that the starter loads the application at once. */
  needsApplication?: ''
  /** Creation time of a cached page (ISO 8601). Set by the service worker or, in an outage, by the server. */
  kept?: string
  /** Set if the device has cached the page but not the application, so that the starter does not load it. */
  plain?: ''
  offline?: ''
  /** Set by the starter while the browser leaves the page, so that failed requests count as cancelled. */
  leaving?: ''
}

export function pageFlags(): PageFlags {
  return document.documentElement.dataset as PageFlags
}

/** Adds flags to the page's <html> tag. They are attributes, because the CSP allows no additional script. */
export function withPageFlags(html: string, flags: PageFlags): string {
  const attributes = Object.entries(flags).map(([flag, value]) => ` ${attributeOf(flag)}="${value}"`)
  return html.replace('<html', `<html${attributes.join('')}`)
}

export function hasPageFlag(html: string, flag: keyof PageFlags): boolean {
  return /<html[^>]*>/.exec(html)?.[0].includes(` ${attributeOf(flag)}=`) === true
}

/** Returns the attribute of a flag: `themeChoice` → `data-theme-choice`. */
function attributeOf(flag: string): string {
  return `data-${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Response header of a 503 for guests without a pass (accounts/guest-passes). A browser can earn one at once. */
export const GUEST_CHECK_HEADER = 'x-guest-check'

export type PageEvent =
  /** The application is hydrated: it has replayed earlier clicks and input, and the router handles links. */
  | 'application-ready'
  /** The server has returned the session, or that request has failed. */
  | 'session-known'
  /** The session has ended or its rights have changed, so it must be loaded again. */
  | 'session-ended'
  | 'theme-changed'
  | 'density-changed'
  | 'gone-offline'
  /** The connection is back. Data on screen may be outdated and is loaded again. */
  | 'back-online'

export function dispatchPageEvent(name: PageEvent): void {
  dispatchEvent(new Event(name))
}

/** Returns a function that removes the listener. */
export function onPageEvent(name: PageEvent, listener: () => void, options?: { once: boolean }): () => void {
  addEventListener(name, listener, options)
  return () => removeEventListener(name, listener)
}

/** Path and query of the loaded document. After back navigation, `location` may differ until hydration. */
export const DOCUMENT_ADDRESS = typeof location === 'undefined' ? '' : location.pathname + location.search
