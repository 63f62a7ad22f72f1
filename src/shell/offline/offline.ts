import { dispatchPageEvent, pageFlags } from '../../platform/http/page-protocol.ts'
import { workerContainer } from '../../platform/storage.ts'
import { localTime, relativeTime } from '../../ui/format/relative-time.ts'
import { OFFLINE_PAGE } from './addresses.ts'
import { createNotice, type OfflineNotice } from './offline-notice.ts'

const LOOK_EVERY = 5000

let search: ReturnType<typeof setInterval> | undefined

/** @param kept the time when the current page was cached, if it comes from the cache */
export function goOffline(kept?: string): void {
  showMark(kept)
  if (search) return
  pageFlags().offline = ''
  dispatchPageEvent('gone-offline')
  search = setInterval(look, LOOK_EVERY)
  setTimeout(look, LOOK_EVERY / 2)
  addEventListener('online', look)
  addEventListener('click', openAsPage, true)
}

async function look(): Promise<void> {
  if (!search || !(await isReachable()) || !search) return
  clearInterval(search)
  search = undefined
  removeEventListener('online', look)
  removeEventListener('click', openAsPage, true)
  // Reloads a page that could not be shown offline, unless the user opened the offline page itself.
  const isUnread = document.querySelector('[data-unread]') && location.pathname !== OFFLINE_PAGE
  if (isUnread && pageFlags().leaving === undefined) return location.reload()
  const flags = pageFlags()
  const isRunning = flags.session === 'member' || flags.session === 'none'
  hideMark(flags.kept !== undefined && !isRunning)
  delete flags.offline
  delete flags.kept
  dispatchPageEvent('back-online')
}

/** Makes links load whole pages while offline, because only whole pages are cached. */
function openAsPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  const leadsAway = link?.origin === location.origin && link.pathname !== location.pathname
  if (leadsAway && workerContainer()?.controller) event.stopImmediatePropagation()
}

/** Timeout in milliseconds of a request that checks whether the forum is reachable. */
const PROBE_TIMEOUT_MS = 10_000

/** Whether the forum works. /readyz also checks the database. */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}

/** Duration of the notice "You’re back online." in milliseconds. */
const GOOD_NEWS = 5000

let mark: OfflineNotice | undefined
let isHidden = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Time when the oldest content on the page was cached (ISO 8601). */
let since = pageFlags().kept

function showMark(kept?: string): void {
  if (kept && (!since || kept < since)) since = kept
  if (isHidden || document.querySelector('[data-unread]')) return
  clearTimeout(timer)
  mark ??= createNotice('Connection')
  mark.say(navigator.onLine ? 'The forum can’t be reached.' : 'You’re offline.', since ? asOf(since) : [])
  mark.offer(location.pathname === OFFLINE_PAGE ? undefined : { label: 'Saved pages', href: OFFLINE_PAGE })
  mark.onHide(() => {
    isHidden = true
    drop()
  })
}

/** @param isOld whether a cached page is shown without React, so that it can't update itself */
function hideMark(isOld: boolean): void {
  isHidden = false
  since = undefined
  if (!mark) return
  mark.say('You’re back online.')
  mark.offer(isOld ? { label: 'Show new content', href: location.pathname + location.search } : undefined)
  mark.onHide(drop)
  if (!isOld) timer = setTimeout(drop, GOOD_NEWS)
}

function drop(): void {
  mark?.remove()
  mark = undefined
}

function asOf(iso: string): Node[] {
  const time = document.createElement('time')
  time.dateTime = iso
  time.title = localTime(iso)
  time.dataset.relative = ''
  time.textContent = relativeTime(iso)
  return [document.createTextNode(' This page was saved '), time, document.createTextNode('.')]
}
