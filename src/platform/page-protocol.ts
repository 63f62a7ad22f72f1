import type { Site } from './site.ts'

// Shared by the server's HTML, the script before the first paint, the starter, the application, the service
// worker and CSS. Other `data-…` attributes belong to their components.

/** Flags on <html>: `themeChoice` is `data-theme-choice`. CSS reads `theme`, `density` and `session`. */
export interface PageFlags {
  /** The active theme. The server writes "dark"; the script before the first paint corrects it. */
  theme?: 'dark' | 'light'
  /** The chosen theme; "system" follows the device. Set before the first paint. */
  themeChoice?: 'dark' | 'light' | 'system'
  /** Lists show titles only. Set before the first paint. */
  density?: 'titles'
  /** The page is read from its top. Set before the first paint (scrolling.ts). */
  fromTop?: ''
  /** "maybe" by the snapshot until the server answers. CSS shows members' parts for "maybe" and "member". */
  session?: 'maybe' | 'member' | 'none'
  /** By the route's `staticData`: the starter loads the application at once. */
  needsApplication?: ''
  /** A cached page of this time (ISO 8601 UTC), from the service worker or a server without its database. */
  kept?: string
  /** A cached page without the cached application: the starter does not load it. */
  plain?: ''
  offline?: ''
  /** The browser is leaving the page, so failed requests were cancelled. Set by the starter. */
  leaving?: ''
}

export function pageFlags(): PageFlags {
  return document.documentElement.dataset as PageFlags
}

/** Adds attributes only: the page's CSP allows exactly its original scripts. */
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

interface PageEvents {
  /** The application is hydrated. Clicks and input are replayed, and the router follows links. */
  'application-ready': Event
  /** The server's answer is in `session`, or the request failed. */
  'session-known': Event
  /** The session has ended or its rights changed, so it is loaded again. */
  'session-ended': Event
  'theme-changed': Event
  'density-changed': Event
  'gone-offline': Event
  /** Data on screen may be old and is loaded again. */
  'back-online': Event
}

export type PageEvent = keyof PageEvents

export function dispatchPageEvent(name: PageEvent): void {
  dispatchEvent(new Event(name))
}

/** Returns a function that removes the listener. */
export function onPageEvent(name: PageEvent, listener: () => void, options?: { once: boolean }): () => void {
  addEventListener(name, listener, options)
  return () => removeEventListener(name, listener)
}

/** Globals are only set on the server. `$client`, `$sharedReads` and `$fragments` are declared next to their types. */
declare global {
  /** Set when the server starts. The browser gets it with the page (router.tsx). */
  var $site: Site | undefined

  interface WindowEventMap extends PageEvents {}
}

/** URL of the loaded document. After going back, the browser may show another one until the application is ready. */
export const DOCUMENT_ADDRESS = typeof location === 'undefined' ? '' : location.pathname + location.search
