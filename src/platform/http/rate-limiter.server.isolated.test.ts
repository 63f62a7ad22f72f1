import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitText } from './rate.ts'
import { RateLimiter } from './rate-limiter.server.ts'

const RATE = { times: 3, seconds: 60 }
let limits: RateLimiter

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  limits = new RateLimiter()
})
afterEach(() => {
  vi.useRealTimers()
})

const take = (...keys: string[]) => limits.consume(keys.map((key) => ({ key, rate: RATE })))
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
/** Consumes the limit `count` times, one after the other. Returns the result of each attempt. */
async function inTurn(count: number, ...keys: string[]): Promise<number[]> {
  const waits = []
  for (let n = 0; n < count; n++) waits.push(await take(...keys))
  return waits
}

test('so many within a time that begins with the first; a refusal says when it ends', async () => {
  expect(await take('ada')).toBe(0)
  pass(15)
  expect(await inTurn(3, 'ada')).toEqual([0, 0, 45])
  pass(44)
  expect(await take('ada')).toBe(1)
  pass(1)
  expect(await inTurn(4, 'ada')).toEqual([0, 0, 0, 60])
})

test('a refusal takes no turn, however often it is asked for', async () => {
  await inTurn(3, 'ada')
  expect(await inTurn(50, 'ada')).toEqual(Array(50).fill(60))
  pass(60)
  expect(await take('ada')).toBe(0)
})

test('of many at once as many are granted as in turn', async () => {
  const waits = await Promise.all(Array.from({ length: 50 }, () => take('ada')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

test('keys do not disturb each other; of several, all or none take a turn', async () => {
  expect(await inTurn(3, 'ada', 'school')).toEqual([0, 0, 0])
  expect(await inTurn(9, 'bo', 'school'), 'the school has none left').toEqual(Array(9).fill(60))
  expect(await inTurn(4, 'bo'), 'and bo lost none by it').toEqual([0, 0, 0, 60])
  expect(await inTurn(9, 'ada', 'library')).toEqual(Array(9).fill(60))
  expect(await inTurn(4, 'library'), 'nor did the library by ada').toEqual([0, 0, 0, 60])
})

test('the same key at another rate is counted by itself', async () => {
  await inTurn(3, 'ada')
  expect(await limits.consume([{ key: 'ada', rate: { times: 1, seconds: 10 } }])).toBe(0)
  expect(await limits.consume([{ key: 'ada', rate: { times: 1, seconds: 10 } }])).toBe(10)
})

test('what is remembered is bounded: the longest unused goes first', async () => {
  await inTurn(3, 'first')
  for (let n = 0; n < 30_000; n++) await take(`key ${n}`)
  expect(await take('first')).toBe(0)
  expect(await inTurn(3, 'key 29999')).toEqual([0, 0, 60])
})

test.each([
  [1, '1 second'],
  [39.2, '40 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [3600, '60 minutes'],
])('%d s is said as %s', (seconds, words) => {
  expect(waitText(seconds)).toBe(words)
})
