import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OverloadedError } from '../outage.ts'
import { GuestQueue } from './guest-queue.server.ts'

const OPTIONS = { name: 'test', atOnce: 2, perAddress: 3, total: 8, maxWaitMs: 5000, retryAfter: 7 }
let queue: GuestQueue
let started: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  queue = new GuestQueue(OPTIONS)
  started = []
})
afterEach(() => vi.useRealTimers())

/** Waits a few turns of the event loop, until queued work has started. */
async function turn(): Promise<void> {
  for (let n = 0; n < 5; n++) await new Promise((done) => setImmediate(done))
}

/** Sends a request that runs until `end` is called. */
function send(address: string, signal?: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => undefined)
  const log = started
  const work = () => {
    log.push(address)
    return promise
  }
  const done = queue.run(address, work, signal)
  done.catch(() => undefined)
  const end = async () => {
    resolve()
    await done
    await turn()
  }
  return { done, end, fail: () => reject(new Error('broken')) }
}

const isWaiting = (done: Promise<void>) =>
  Promise.race([done.then(() => false), Promise.resolve().then(() => true)])

test('two run at once, and the next starts when one ends', async () => {
  const [first] = [send('a'), send('b'), send('c')]
  await turn()
  expect(started).toEqual(['a', 'b'])
  await first?.end()
  await turn()
  expect(started).toEqual(['a', 'b', 'c'])
})

test('work that fails makes room for the next', async () => {
  for (let n = 0; n < 3; n++) {
    const failing = send('a')
    failing.fail()
    await expect(failing.done).rejects.toThrow('broken')
  }
  send('b')
  send('b')
  await turn()
  expect(started).toEqual(['a', 'a', 'a', 'b', 'b'])
})

test('addresses take turns, however many requests one of them sends', async () => {
  const sent = [send('a'), send('a')]
  for (const address of ['a', 'a', 'a', 'b', 'c', 'b']) sent.push(send(address))
  const all = Promise.all(sent.map(({ end }) => end()))
  await all
  await turn()
  expect(started).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('an IPv6 address counts by its first 64 bits', async () => {
  const [first, second] = [send('x'), send('x')]
  for (const n of [1, 2, 3]) send(`2001:db8::${n}`)
  await expect(send('2001:db8::4').done).rejects.toThrow(OverloadedError)
  send('2001:db8:0:1::1')
  await first?.end()
  await second?.end()
  await turn()
  expect(started.slice(2)).toEqual(['2001:db8::1', '2001:db8:0:1::1'])
})

describe('a request is refused', () => {
  beforeEach(() => {
    send('x')
    send('x')
  })

  test('beyond the share of its address, and others are not', async () => {
    for (let n = 0; n < 3; n++) send('a')
    expect([queue.hasRoom('a'), queue.hasRoom('b')]).toEqual([false, true])
    await expect(send('a').done).rejects.toMatchObject({ seconds: 7 })
    expect(await isWaiting(send('b').done)).toBe(true)
  })

  test('beyond the whole queue', async () => {
    for (let n = 0; n < 8; n++) send(`address ${n}`)
    expect([queue.hasRoom('b'), queue.waiting]).toEqual([false, 8])
    await expect(send('b').done).rejects.toThrow(OverloadedError)
  })

  test('after its longest wait, and does not start later', async () => {
    const late = send('a')
    await vi.advanceTimersByTimeAsync(4999)
    expect(await isWaiting(late.done)).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    await expect(late.done).rejects.toMatchObject({ seconds: 7 })
    expect(queue.waiting).toBe(0)
  })

  test('when its client has gone, and leaves its place to others', async () => {
    const client = new AbortController()
    const gone = send('a', client.signal)
    client.abort()
    await expect(gone.done).rejects.toThrow(OverloadedError)
    await expect(send('a', client.signal).done, 'before it came').rejects.toThrow(OverloadedError)
    expect(queue.waiting).toBe(0)
  })
})

test('ten addresses that send as much as they can leave room for others', async () => {
  queue = new GuestQueue({ ...OPTIONS, perAddress: 60, total: 300 })
  for (let n = 0; n < 1000; n++) send(`address ${n % 10}`)
  expect(queue.waiting).toBeGreaterThan(200)
  for (let n = 0; n < 30; n++) expect(await isWaiting(send(`reader ${n}`).done)).toBe(true)
})

test('a client that goes while its request runs takes nothing from others', async () => {
  const client = new AbortController()
  const [first, , third] = [send('a'), send('b'), send('c', client.signal), send('d')]
  await first?.end()
  client.abort()
  await turn()
  expect(started).toEqual(['a', 'b', 'c'])
  await third?.end()
  await turn()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})
