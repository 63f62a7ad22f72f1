import { hasMemberHint } from './features/accounts/session/member-hint.ts'
import { readSnapshot } from './features/accounts/session/snapshot.ts'
import { followDensity } from './features/posts/list/density.ts'
import { countViewAtLoad } from './features/posts/views.ts'
import { enableMembersFields, replayTypedInput, whenReady } from './features/shell/early-typing.ts'
import { listenForShortcuts } from './features/shell/shortcuts.ts'
import { followTheme } from './features/shell/theme.ts'
import './platform/document-address.ts'
import { pageFlags } from './platform/page-protocol.ts'
import { isStorageForbidden } from './platform/storage.ts'
import { showRelativeTimes } from './ui/format/relative-time.ts'

/**
 * All the script that a reading guest gets. The page is complete HTML: links and forms work as they are.
 * The application is loaded at once for a member, else on the first sign that somebody wants to act
 * (pointer, touch, key). What was pressed or sent before it was ready is done again once it is.
 */
export function startApplication(load: () => Promise<unknown>) {
  followTheme()
  followDensity()
  listenForShortcuts(() => isPressWaiting)
  keepTimesFresh()
  countViewAtLoad()
  replayTypedInput()
  scrollToItemsHere()
  followConnectionAtRest()
  noteLeaving()
  // A kept page whose application is not on the device as a whole: it would break off in the middle.
  if (pageFlags().plain !== undefined) return
  enableMembersFields()
  replayWhenReady()
  const loadApplication = () => {
    for (const type of INTENTS) removeEventListener(type, loadApplication, true)
    // Without the application the page is a visitor's, and stays one: show it, and try again on the next sign.
    load().catch(() => {
      delete pageFlags().session
      isPressWaiting = false
      waitForIntent()
    })
  }
  const waitForIntent = () => {
    for (const type of INTENTS) addEventListener(type, loadApplication, { capture: true, passive: true })
  }
  if (isNeededAtOnce()) loadApplication()
  else waitForIntent()
}

/** For a member, also one of whom no storage tells, and for pages that are nothing without it. */
function isNeededAtOnce() {
  return (
    readSnapshot() !== undefined ||
    hasMemberHint() ||
    isStorageForbidden() ||
    namesMissingItem() ||
    pageFlags().needsApplication !== undefined ||
    CARRIES_TOKEN.test(location.search)
  )
}

/** The address names a comment or a reply of another page: the application finds that page. */
function namesMissingItem() {
  return ITEM.test(location.hash) && !document.getElementById(location.hash.slice(1))
}

const ITEM = /^#(comment|note)-./

/** A link that asks the server for the page of an item only scrolls where the item is on this page. */
function scrollToItemsHere() {
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    const item = document.getElementById(link.hash.slice(1))
    if (!item || !ITEM.test(link.hash) || link.pathname !== location.pathname) return
    event.preventDefault()
    // The browser scrolls to an address only where it is another one.
    if (location.hash === link.hash) item.scrollIntoView()
    else location.hash = link.hash
  })
}

const INTENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'popstate'] as const
/** Links from a mail or the console, whose token the application takes to the API. */
const CARRIES_TOKEN = /[?&](verify|admin)=/

/** Milliseconds after which a page that has loaded is at rest. */
const AT_REST = 2000

/** At once where the page is a kept one or the line is down, else when the page is at rest. */
function followConnectionAtRest() {
  const follow = () =>
    import('./features/offline/connection.ts').then(
      ({ followConnection }) => followConnection(),
      () => {}, // Then the page is as it was before there was any such thing.
    )
  if (pageFlags().kept || !navigator.onLine) void follow()
  else addEventListener('load', () => setTimeout(follow, AT_REST))
}

/** Milliseconds after which a page that is still there has not been left: the link was a download, or took too long. */
const LEAVING_MS = 30_000

function noteLeaving() {
  const stay = () => delete pageFlags().leaving
  addEventListener('beforeunload', () => {
    pageFlags().leaving = ''
    setTimeout(stay, LEAVING_MS)
  })
  addEventListener('pageshow', stay)
}

function keepTimesFresh() {
  showRelativeTimes(document)
  const clock = setInterval(() => showRelativeTimes(document), 60_000)
  whenReady(() => clearInterval(clock))
}

/** Keyboard shortcuts are off meanwhile: somebody who has pressed Reply goes on typing, and the field is not there yet. */
let isPressWaiting = false

/** Keeps the last press of a button, or the last form that only the application can send, until it can. */
function replayWhenReady() {
  let missed: (() => void) | undefined
  const keep = (event: Event, again: () => void) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    missed = again
    isPressWaiting = true
  }
  const keepClick = (event: MouseEvent) => {
    const control = (event.target as Element | null)?.closest<HTMLElement>(CONTROLS)
    // A link works by itself.
    if (control && !control.closest('a[href]')) keep(event, () => control.isConnected && control.click())
  }
  const keepSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    // A form with an address works by itself. One without would put what was typed, a password too, into ours.
    if (form.hasAttribute('action')) return
    keep(event, () => {
      // React hydrates at once what a click hits, but not what is submitted.
      form.click()
      if (form.isConnected) form.requestSubmit(event.submitter)
    })
  }
  addEventListener('click', keepClick, true)
  addEventListener('submit', keepSubmit, true)
  whenReady(() => {
    removeEventListener('click', keepClick, true)
    removeEventListener('submit', keepSubmit, true)
    isPressWaiting = false
    missed?.()
  }, KNOWN)
}

/** Whoever presses is known by the snapshot, and where that cannot be stored once the server has said who it is. */
const KNOWN = isStorageForbidden() ? 'session-known' : 'application-ready'

function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  return ctrlKey || metaKey || shiftKey || altKey
}

/** Buttons that need the application: those of the starter itself and of native popovers do not. */
const CONTROLS =
  'button:not([type=submit], [popovertarget], [data-next-theme], [data-density-choice]), [role=button], [role=tab], [role=menuitem]'
