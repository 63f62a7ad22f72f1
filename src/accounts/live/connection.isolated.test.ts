import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../tests/fake-browser.ts'
import { type Connection, connectLiveStream } from './connection.ts'

const OPEN = 'data: {"type":"open","as":"ada"}\n\nid: b.1\n\n'
const NOTIFICATION = 'id: b.2\ndata: {"type":"notification"}\n\n'

let browser: ReturnType<typeof fakeBrowser>
let line: Connection
let stop: AbortController
let received: unknown[]
let kept: Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  browser = fakeBrowser()
  stop = new AbortController()
  received = []
})
afterEach(async () => {
  stop.abort()
  await kept
  vi.useRealTimers()
  vi.restoreAllMocks()
  await browser.close()
})

async function start(more: Partial<Connection> = {}) {
  line = { as: 'ada', lastId: undefined, since: Date.now() - 400, ...more }
  kept = connectLiveStream(
    line,
    (event, id) => {
      line.lastId = id ?? line.lastId
      if (event) received.push(event.type)
    },
    stop.signal,
  )
  await pass(0)
}

/** Advances the fake time and runs all timers that become due. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

async function say(text: string) {
  browser.streams.at(-1)?.say(text)
  await pass(0)
}

const lastRequest = () => browser.requests.at(-1) as Request

test('a first stream begins with its page, and what it says is heard', async () => {
  await start()
  expect(new URL(lastRequest().url).search).toBe('?past=400')
  await say(OPEN + NOTIFICATION)
  expect(received).toEqual(['notification'])
  expect(line.lastId).toBe('b.2')
})

test('a stream that breaks off comes back after a while, from where it was', async () => {
  await start()
  await say(OPEN + NOTIFICATION)
  browser.streams[0]?.breakOff()
  await pass(1900)
  expect(browser.requests).toHaveLength(1)
  await pass(200)
  expect(browser.requests).toHaveLength(2)
  expect(lastRequest().headers.get('last-event-id')).toBe('b.2')
  expect(new URL(lastRequest().url).search).toBe('')
})

test('while the server is away the pauses grow, to a minute at most', async () => {
  browser.answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await start()
  const times = []
  for (const before = Date.now(); browser.requests.length < 9; ) {
    const seen = browser.requests.length
    await pass(500)
    if (browser.requests.length > seen) times.push(Math.round((Date.now() - before) / 1000))
  }
  expect(times).toEqual([2, 6, 14, 30, 62, 122, 182, 242])
  browser.answerWith()
  await pass(60_000)
  await say(OPEN)
  browser.streams.at(-1)?.end()
  await pass(2100)
  expect(browser.requests, 'once it was there, the pause is short again').toHaveLength(11)
})

test('a refusal says how long to stay away', async () => {
  browser.answerWith(() => new Response('{}', { status: 429, headers: { 'retry-after': '45' } }))
  await start()
  await pass(44_000)
  expect(browser.requests).toHaveLength(1)
  await pass(2000)
  expect(browser.requests).toHaveLength(2)
})

test('a silent stream is given up, one with heartbeats is not', async () => {
  await start()
  await say(OPEN)
  for (let n = 0; n < 8; n++) {
    await pass(25_000)
    await say(':\n\n')
  }
  expect(browser.requests).toHaveLength(1)
  await pass(75_000)
  expect(browser.streams[0]?.isOpen()).toBe(false)
  expect(browser.requests).toHaveLength(2)
})

test('after the machine slept, the first look finds out', async () => {
  await start()
  await say(OPEN)
  vi.setSystemTime(Date.now() + 3_600_000)
  browser.document.dispatchEvent(new Event('visibilitychange'))
  await pass(2100)
  expect(browser.requests).toHaveLength(2)
})

test('without a network it waits for one, and then comes back at once', async () => {
  await start()
  await say(OPEN)
  browser.goOffline()
  await pass(20_000)
  expect(browser.streams[0]?.isOpen()).toBe(false)
  expect(browser.requests).toHaveLength(1)
  browser.goOnline()
  await pass(0)
  expect(browser.requests).toHaveLength(2)
})

test.each(['null', '"bo"'])('a stream that is of somebody else (%s) is not heard', async (as) => {
  const ended = vi.fn()
  browser.onEvent('session-ended', ended)
  await start()
  await say(`data: {"type":"open","as":${as}}\n\n${NOTIFICATION}`)
  expect(received).toEqual([])
  expect(line.lastId).toBeUndefined()
  expect(ended).toHaveBeenCalledOnce()
  expect(browser.streams[0]?.isOpen()).toBe(false)
  await pass(55_000)
  expect(browser.requests).toHaveLength(1)
})

test('told to stop, it stops: open, waiting or asking', async () => {
  await start()
  await say(OPEN)
  stop.abort()
  await kept
  expect(browser.streams[0]?.isOpen()).toBe(false)
  await pass(600_000)
  expect(browser.requests).toHaveLength(1)
})
