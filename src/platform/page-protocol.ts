import type { Site } from './site.ts'

// What the parts of a page say to each other where no import reaches: the server's HTML, the script before the first
// paint, the starter, the application, the service worker and style. Names of nothing else are spelled here: `data-…`
// of other elements belong to the component that writes them.

/** Flags on <html>: `data-kept` is `kept`, `data-theme-choice` is `themeChoice`. Style reads `theme`, `density` and `session`. */
export interface PageFlags {
  /** What shows. The server writes "dark" (routes/__root.tsx); before the first paint it becomes what was chosen. */
  theme?: 'dark' | 'light'
  /** What was chosen, for the theme buttons; "system" follows the device. Set before the first paint. */
  themeChoice?: 'dark' | 'light' | 'system'
  /** Lists show titles only, on this device. Set before the first paint. */
  density?: 'titles'
  /** It is read from its top: come to, not back to, and no place in its address. Set before the first paint (scrolling.ts). */
  fromTop?: ''
  /**
   * Who looks: "maybe" a member, by the snapshot and before the first paint, until the server has said who it is. Style shows
   * members' parts for "maybe" and "member".
   */
  session?: 'maybe' | 'member' | 'none'
  /** The page is nothing without the application, by its route (`staticData`): the starter loads it at once. */
  needsApplication?: ''
  /** The page is a kept one, as of this time (ISO 8601 UTC): the service worker's, or the server's without a database. */
  kept?: string
  /** A kept page whose application is not on the device as a whole: the starter does not load it. */
  plain?: ''
  /** The forum cannot be reached; gone once it can. */
  offline?: ''
  /** The browser is leaving for another page: whatever fails to load now was cancelled. Set by the starter. */
  leaving?: ''
}

/** The flags of the page in this tab. */
export function pageFlags(): PageFlags {
  return document.documentElement.dataset as PageFlags
}

/** The same page with these flags. Attributes alone: its policy allows exactly the scripts that it was made with. */
export function withPageFlags(html: string, flags: PageFlags): string {
  const attributes = Object.entries(flags).map(([flag, value]) => ` ${attributeOf(flag)}="${value}"`)
  return html.replace('<html', `<html${attributes.join('')}`)
}

/** Whether a page has a flag, of whatever value. */
export function hasPageFlag(html: string, flag: keyof PageFlags): boolean {
  return /<html[^>]*>/.exec(html)?.[0].includes(` ${attributeOf(flag)}=`) === true
}

/** `themeChoice` → `data-theme-choice` */
function attributeOf(flag: string): string {
  return `data-${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Our own events, on the window. */
interface PageEvents {
  /** The application stands: what was pressed or typed before is done again now, and links are followed by the router. */
  'application-ready': Event
  /** The server has said who looks, or could not be asked: `session` says what came out. */
  'session-known': Event
  /** A call or the stream has found that the session is no more, or what its member may do has changed: who looks is asked again. */
  'session-ended': Event
  /** Another theme shows, or another choice was made, here or in another tab. */
  'theme-changed': Event
  /** Lists show more or less of a post, here or in another tab. */
  'density-changed': Event
  /** The forum cannot be reached any more; `offline` stands until it can. */
  'gone-offline': Event
  /** It can again: what is on screen may be old, and is asked for anew. */
  'back-online': Event
}

export type PageEvent = keyof PageEvents

export function dispatchPageEvent(name: PageEvent): void {
  dispatchEvent(new Event(name))
}

/** @returns what stops listening. */
export function onPageEvent(name: PageEvent, listener: () => void, options?: { once: boolean }): () => void {
  addEventListener(name, listener, options)
  return () => removeEventListener(name, listener)
}

/**
 * Globals are the server's alone: what a page is rendered with there, and what the browser gets in another way. Those
 * whose types are not known down here are declared beside them: `$client` (api/core/client.ts), the API without HTTP,
 * `$sharedReads` (platform/shared-reads.ts), what many pages read alike, and `$fragments` (platform/cached-fragment.tsx), finished HTML.
 */
declare global {
  /** Set when the server starts; the browser gets it with the page (router.tsx). */
  var $site: Site | undefined

  interface WindowEventMap extends PageEvents {}
}

/**
 * The address that this page came from as a document. Somebody may have gone back since, to a page that the former
 * document of this tab showed: then the browser shows that address above this page, until the application stands.
 * Read with the starter.
 */
export const DOCUMENT_ADDRESS = typeof location === 'undefined' ? '' : location.pathname + location.search
