import { pageFlags } from '../../platform/page-protocol.ts'
import { localTime, relativeTime } from '../../ui/format/relative-time.ts'
import { OFFLINE_PAGE } from './addresses.ts'
import { type Notice, notice } from './notice.ts'

/** Milliseconds that the good news stays. */
const GOOD_NEWS = 5000

let mark: Notice | undefined
let isHidden = false
let timer: ReturnType<typeof setTimeout> | undefined
/** The oldest of what is on screen. */
let since = pageFlags().kept

/** Says that the forum cannot be reached and, where what is on screen was kept, of when it is. */
export function showMark(kept?: string): void {
  if (kept && (!since || kept < since)) since = kept
  if (isHidden || document.querySelector('[data-unread]')) return
  clearTimeout(timer)
  mark ??= notice('Connection')
  mark.say(navigator.onLine ? 'The forum cannot be reached.' : 'You are offline.', since ? asOf(since) : [])
  mark.offer(location.pathname === OFFLINE_PAGE ? undefined : { label: 'Kept pages', href: OFFLINE_PAGE })
  mark.onHide(() => {
    isHidden = true
    drop()
  })
}

/** `isOld`: nothing brings the page up to date by itself, because its application does not run. */
export function hideMark(isOld: boolean): void {
  isHidden = false
  since = undefined
  if (!mark) return
  mark.say('You are online again.')
  mark.offer(isOld ? { label: 'Show what is new', href: location.pathname + location.search } : undefined)
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
  return [document.createTextNode(' This page is as of '), time, document.createTextNode('.')]
}
