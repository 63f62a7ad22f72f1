import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../tests/fake-browser.ts'
import { openLiveStream } from './stream.ts'
import { liveEvents } from './use-live-events.ts'

let browser: ReturnType<typeof fakeBrowser>
let ending: AbortController
let said: string[]
let stopListening: () => void
let count = 0

beforeEach(() => {
  browser = fakeBrowser()
  ending = new AbortController()
  said = []
  stopListening = liveEvents.subscribe(({ type }) => said.push(type))
})
afterEach(() => {
  ending.abort()
  stopListening()
  return browser.close()
})

const open = () => browser.streams.filter((stream) => stream.isOpen()).length

async function start(): Promise<void> {
  const as = `ada-${++count}`
  openLiveStream(as, ending.signal)
  await vi.waitFor(() => expect(open()).toBe(1))
  browser.streams[0]?.say(`data: {"type":"open","as":"${as}"}\n\nid: b.1\ndata: {"type":"notes"}\n\n`)
  await vi.waitFor(() => expect(said).toEqual(['notes']))
}

test.each(['shared', 'alone'])('%s: a page put aside lets go, and goes on where it was', async (kind) => {
  if (kind === 'alone') vi.stubGlobal('BroadcastChannel', undefined)
  await start()
  browser.fire('pagehide')
  await vi.waitFor(() => expect(open()).toBe(0))
  browser.fire('pageshow', { persisted: false })
  browser.fire('pageshow', { persisted: true })
  await vi.waitFor(() => expect(open()).toBe(1))
  expect(browser.requests).toHaveLength(2)
  expect(browser.requests[1]?.headers.get('last-event-id')).toBe('b.1')
  ending.abort()
  await vi.waitFor(() => expect(open()).toBe(0))
  browser.fire('pageshow', { persisted: true })
  expect(browser.requests).toHaveLength(2)
})

test('where tabs cannot share, one that nobody looks at has no stream', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  await start()
  look(false)
  await vi.waitFor(() => expect(open()).toBe(0))
  look(true)
  await vi.waitFor(() => expect(open()).toBe(1))
  expect(browser.requests[1]?.headers.get('last-event-id')).toBe('b.1')
})

test('where they can, a hidden tab may be the one that holds it', async () => {
  await start()
  look(false)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(open()).toBe(1)
})

function look(isLookedAt: boolean) {
  browser.document.hidden = !isLookedAt
  browser.document.dispatchEvent(new Event('visibilitychange'))
}
