// Shared by the server's HTML, the script before the first paint, the starter, the application, the service
// worker and CSS. Other `data-…` attributes belong to their components.

/** Flags on <html>, such as `data-theme-choice` for `themeChoice`. CSS reads `theme`, `density` and `session`. */
export interface PageFlags {
  /** The active theme. The server writes "dark", and the script before the first paint corrects it. */
  theme?: 'dark' | 'light'
  /** The chosen theme, where "system" follows the device. Set before the first paint. */
  themeChoice?: 'dark' | 'light' | 'system'
  /** Lists show titles only. Set before the first paint. */
  density?: 'titles'
  /** The page was opened at its top. Set before the first paint (scrolling.ts). */
  fromTop?: ''
  /** "maybe" from the session snapshot until the server answers. CSS shows members' parts for "maybe" and "member". */
  session?: 'maybe' | 'member' | 'none'
  /** Set by the route's `staticData`. The starter then loads the application at once. */
  needsApplication?: ''
  /** Time (ISO 8601 UTC) of a cached page, served by the service worker or during a database outage. */
  kept?: string
  /** The page is cached but the application is not, so the starter does not load it. */
  plain?: ''
  offline?: ''
  /** The browser is leaving the page, so failed requests count as cancelled. Set by the starter. */
  leaving?: ''
}

export function pageFlags(): PageFlags {
  return document.documentElement.dataset as PageFlags
}

/** Adds attributes only, because the page's CSP allows exactly its original scripts. */
export function withPageFlags(html: string, flags: PageFlags): string {
  const attributes = Object.entries(flags).map(([flag, value]) => ` ${attributeOf(flag)}="${value}"`)
  return html.replace('<html', `<html${attributes.join('')}`)
}

export function hasPageFlag(html: string, flag: keyof PageFlags): boolean {
  return /<html[^>]*>/.exec(html)?.[0].includes(` ${attributeOf(flag)}=`) === true
}

/** `themeChoice` → `data-theme-choice` */
function attributeOf(flag: string): string {
  return `data-${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export type PageEvent =
  /** The application is hydrated. Clicks and input are replayed, and the router handles links. */
  | 'application-ready'
  /** `session` holds the server's answer, or the request failed. */
  | 'session-known'
  /** The session has ended or its rights have changed. It is loaded again. */
  | 'session-ended'
  | 'theme-changed'
  | 'density-changed'
  | 'gone-offline'
  /** Data on screen may be outdated and is loaded again. */
  | 'back-online'

export function dispatchPageEvent(name: PageEvent): void {
  dispatchEvent(new Event(name))
}

/** Returns a function that removes the listener. */
export function onPageEvent(name: PageEvent, listener: () => void, options?: { once: boolean }): () => void {
  addEventListener(name, listener, options)
  return () => removeEventListener(name, listener)
}

/** URL of the loaded document. After back navigation, the browser may show another until the application is ready. */
export const DOCUMENT_ADDRESS = typeof location === 'undefined' ? '' : location.pathname + location.search
