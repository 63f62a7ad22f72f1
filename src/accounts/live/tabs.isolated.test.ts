import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../tests/fake-browser.ts'
import type { Connection } from './connection.ts'
import { shareConnection } from './tabs.ts'

let browser: ReturnType<typeof fakeBrowser>
let tabs: { close(): void }[]
let as: string
let count = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  browser = fakeBrowser()
  tabs = []
  as = `ada${++count}`
})
afterEach(() => {
  for (const tab of tabs) tab.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  return browser.close()
})

/** Opens a simulated tab. All tabs run in this process, with real locks and channels. */
function openTab(viewer = as) {
  const line: Connection = { as: viewer, lastId: undefined, since: Date.now() }
  const received: string[] = []
  const closing = new AbortController()
  const hear = (event: { type: string } | undefined, id: string | undefined) => {
    line.lastId = id ?? line.lastId
    if (event) received.push(event.type)
  }
  shareConnection(line, hear, closing.signal)
  const tab = { line, received, close: () => closing.abort() }
  tabs.push(tab)
  return tab
}

const open = () => browser.streams.filter((stream) => stream.isOpen())
const OPEN = (viewer = as) => `data: {"type":"open","as":"${viewer}"}\n\nid: b.1\n\n`

async function openFirst() {
  const tab = openTab()
  await vi.waitFor(() => expect(open()).toHaveLength(1))
  open()[0]?.say(OPEN())
  await vi.waitFor(() => expect(tab.line.lastId).toBe('b.1'))
  return tab
}

async function openSecond() {
  const tab = openTab()
  await vi.waitFor(() => expect(tab.received).toEqual(['missed']))
  return tab
}

test('tabs share one stream: what it says is received by each of them', async () => {
  const first = await openFirst()
  const second = await openSecond()
  expect(second.line.lastId).toBe('b.1')
  open()[0]?.say('id: b.2\ndata: {"type":"notification"}\n\n')
  await vi.waitFor(() => expect(first.received).toEqual(['notification']))
  await vi.waitFor(() => expect(second.received).toEqual(['missed', 'notification']))
  expect(browser.requests).toHaveLength(1)
})

test('when the tab that holds it is closed, another goes on from the newest id', async () => {
  const first = await openFirst()
  const second = await openSecond()
  open()[0]?.say('id: b.7\ndata: {"type":"notification"}\n\n')
  await vi.waitFor(() => expect(second.line.lastId).toBe('b.7'))
  first.close()
  await vi.waitFor(() => expect(browser.requests).toHaveLength(2))
  expect(browser.requests[1]?.headers.get('last-event-id')).toBe('b.7')
  expect(open()).toHaveLength(1)
})

test('a holder that was put to sleep loses it to a tab that somebody looks at', async () => {
  const sleeping = await openFirst()
  const second = await openSecond()
  sleeping.line.lastId = undefined
  const wordless = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {})
  browser.document.hidden = true
  vi.advanceTimersByTime(400_000)
  expect(browser.requests, 'nobody looks').toHaveLength(1)
  browser.document.hidden = false
  vi.advanceTimersByTime(20_000)
  await vi.waitFor(() => expect(browser.requests).toHaveLength(2))
  wordless.mockRestore()
  await vi.waitFor(() => expect(open()).toHaveLength(1))
  open()[0]?.say(OPEN())
  open()[0]?.say('id: b.9\ndata: {"type":"notes"}\n\n')
  await vi.waitFor(() => expect(second.received).toContain('notes'))
  await vi.waitFor(() => expect(sleeping.received, 'it listens to the new holder').toContain('notes'))
})

test('signs of life keep the holder in its place', async () => {
  await openFirst()
  await openSecond()
  for (let n = 0; n < 30; n++) {
    vi.advanceTimersByTime(20_000)
    await new Promise((resolve) => setTimeout(resolve, 2))
    open()[0]?.say(':\n\n')
  }
  expect(browser.requests).toHaveLength(1)
})

test('tabs of different viewers hear nothing of each other', async () => {
  const ada = await openFirst()
  const bo = openTab(`${as}-other`)
  await vi.waitFor(() => expect(open()).toHaveLength(2))
  open()[0]?.say('id: b.2\ndata: {"type":"notification"}\n\n')
  await vi.waitFor(() => expect(ada.received).toEqual(['notification']))
  expect(bo.received).toEqual([])
})

test('when the last tab leaves, the stream ends', async () => {
  const first = await openFirst()
  const second = await openSecond()
  second.close()
  first.close()
  await vi.waitFor(() => expect(open()).toHaveLength(0))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(browser.requests).toHaveLength(1)
})

test('where locks are forbidden each tab hears for itself, and does not ask for them again', async () => {
  const denied = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  const request = vi.spyOn(navigator.locks, 'request').mockImplementation(denied)
  openTab()
  const second = openTab()
  await vi.waitFor(() => expect(open()).toHaveLength(2))
  second.close()
  await vi.waitFor(() => expect(open()).toHaveLength(1))
  vi.advanceTimersByTime(600_000)
  expect(request).toHaveBeenCalledTimes(2)
})
