import { hasMemberHint } from '../accounts/session/member-hint.ts'
import { readSnapshot } from '../accounts/session/snapshot.ts'
import { watchDensity } from '../content/posts/list/density.ts'
import { countViewAtLoad } from '../content/posts/views.ts'
import { pageFlags } from '../platform/http/page-protocol.ts'
import { isStorageForbidden } from '../platform/storage.ts'
import { enableMembersFields, replayTypedInput, runAfterPageEvent } from '../shell/early-typing.ts'
import { followMovedPresses } from '../shell/moved-press.ts'
import { listenForShortcuts } from '../shell/shortcuts.ts'
import { followTheme } from '../shell/theme.ts'
import { showRelativeTimes } from '../ui/format/relative-time.ts'

/** Loads the React application: at once for members, else on first interaction. Replays earlier clicks and submits. */
function start() {
  followTheme()
  watchDensity()
  listenForShortcuts(() => isPressWaiting)
  keepTimesFresh()
  countViewAtLoad()
  followMovedPresses()
  replayTypedInput()
  scrollToItemsHere()
  followConnectionAtRest()
  noteLeaving()
  if (pageFlags().plain !== undefined) return
  enableMembersFields()
  replayWhenReady()
  const loadApplication = (intent?: Event) => {
    if (isPointerAtRest(intent)) return
    for (const type of INTENTS) removeEventListener(type, loadApplication, true)
    // If loading fails, the page stays in its guest state. The next interaction tries again.
    import('./application.tsx').catch(() => {
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

/** Returns true for members, even if storage is forbidden, and for pages that depend on the application. */
function isNeededAtOnce() {
  return (
    readSnapshot() !== undefined ||
    hasMemberHint() ||
    isStorageForbidden() ||
    (ITEM.test(location.hash) && !document.getElementById(location.hash.slice(1))) ||
    pageFlags().needsApplication !== undefined ||
    CARRIES_TOKEN.test(location.search)
  )
}

/** Matches the URL fragment of a comment or reply. If that is on another page of the list, the application loads it. */
const ITEM = /^#(comment|note)-./

/** Makes links to a comment or reply on this page scroll to it, instead of requesting the page again. */
function scrollToItemsHere() {
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    const item = document.getElementById(link.hash.slice(1))
    if (!item || !ITEM.test(link.hash) || link.pathname !== location.pathname) return
    event.preventDefault()
    // Setting the hash scrolls only if the hash changes.
    if (location.hash === link.hash) item.scrollIntoView()
    else location.hash = link.hash
  })
}

/** Detects the pointermove that browsers send when a page appears below a resting pointer. */
function isPointerAtRest(event?: Event) {
  if (!(event instanceof PointerEvent) || event.type !== 'pointermove') return false
  return event.movementX === 0 && event.movementY === 0
}

const INTENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'popstate'] as const
const CARRIES_TOKEN = /[?&](verify|admin)=/

const AT_REST = 2000

/** Starts watching the network connection: at once on a cached page or offline, else two seconds after loading. */
function followConnectionAtRest() {
  const follow = () =>
    import('../shell/offline/connection.ts').then(
      ({ followConnection }) => followConnection(),
      () => {}, // the page works without this module
    )
  if (pageFlags().kept || !navigator.onLine) void follow()
  else if (document.readyState === 'complete') setTimeout(follow, AT_REST)
  else addEventListener('load', () => setTimeout(follow, AT_REST))
}

/** Milliseconds after which a started navigation counts as cancelled, for example because the link was a download. */
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
  runAfterPageEvent(() => clearInterval(clock))
}

/** True while a click awaits its replay. Disables shortcuts, because after clicking Reply a member may already type. */
let isPressWaiting = false

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
    if (!control || control.closest('a[href]:not([data-in-place])')) return
    // With a modifier key, the link opens in another tab.
    if (!control.closest('a') || !hasModifier(event))
      keep(event, () => control.isConnected && control.click())
  }
  const keepSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    // A form with an action works without JavaScript. Without an action, it would put its fields, even a
    // password, into the URL.
    if (form.hasAttribute('action')) return
    keep(event, () => {
      // Clicks first: a click makes React hydrate the form at once, but a submit does not.
      form.click()
      if (form.isConnected) form.requestSubmit(event.submitter)
    })
  }
  addEventListener('click', keepClick, true)
  addEventListener('submit', keepSubmit, true)
  runAfterPageEvent(() => {
    removeEventListener('click', keepClick, true)
    removeEventListener('submit', keepSubmit, true)
    isPressWaiting = false
    missed?.()
  }, KNOWN)
}

/** Event after which the signed-in member is known: from local storage or, if that is forbidden, from the server. */
const KNOWN = isStorageForbidden() ? 'session-known' : 'application-ready'

function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  return ctrlKey || metaKey || shiftKey || altKey
}

/**
 * Controls whose clicks are replayed. Excludes buttons that this script or a native popover handles. `data-in-place`: a
 * link that opens a dialog instead once the application is loaded.
 */
const CONTROLS =
  'button:not([type=submit], [popovertarget], [data-next-theme], [data-density-choice]), [role=button], [role=tab], [role=menuitem], a[data-in-place]'

// Must come last, after the constants above are initialized.
start()
