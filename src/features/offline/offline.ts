import { dispatchPageEvent, pageFlags } from '../../platform/page-protocol.ts'
import { workerContainer } from '../../platform/storage.ts'
import { OFFLINE_PAGE } from './addresses.ts'
import { hideMark, showMark } from './mark.ts'
import { isReachable } from './reachable.ts'

/** Milliseconds between two looks for the forum: where it was itself away, no event says that it is there again. */
const LOOK_EVERY = 5000

let search: ReturnType<typeof setInterval> | undefined

/** The forum cannot be reached. `kept`: since when what is on screen was on the device. */
export function goOffline(kept?: string): void {
  showMark(kept)
  if (search) return
  pageFlags().offline = ''
  dispatchPageEvent('gone-offline')
  search = setInterval(look, LOOK_EVERY)
  // It may have been slow once, and be there.
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
  // The page that could not be shown can be now. The list of what is kept, under its own address, stays what it is.
  const isUnread = document.querySelector('[data-unread]') && location.pathname !== OFFLINE_PAGE
  if (isUnread && pageFlags().leaving === undefined) return location.reload()
  const flags = pageFlags()
  const isRunning = flags.session === 'member' || flags.session === 'none'
  hideMark(flags.kept !== undefined && !isRunning)
  delete flags.offline
  delete flags.kept
  dispatchPageEvent('back-online')
}

/** Without the forum a link leads to a page as the browser loads it: pages are what is kept. */
function openAsPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  const leadsAway = link?.origin === location.origin && link.pathname !== location.pathname
  if (leadsAway && workerContainer()?.controller) event.stopImmediatePropagation()
}
