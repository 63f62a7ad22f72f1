import { beforeEach, expect, test } from 'vitest'
import { waitInWords } from './rate.ts'
import { RateLimiter } from './rate-limiter.server.ts'

const RATE = { times: 3, seconds: 60 }
let now: number
let limits: RateLimiter

beforeEach(() => {
  now = 1_000_000
  limits = new RateLimiter(() => now)
})

const take = (...keys: string[]) => limits.consume(keys.map((key) => ({ key, rate: RATE })))

test('so many at once, then one whenever its share of the time has passed', () => {
  expect([take('ada'), take('ada'), take('ada'), take('ada')]).toEqual([0, 0, 0, 20])
  now += 15_000
  expect(take('ada')).toBe(5)
  now += 5000
  expect([take('ada'), take('ada')]).toEqual([0, 20])
  now += 60_000
  expect([take('ada'), take('ada'), take('ada'), take('ada')]).toEqual([0, 0, 0, 20])
})

test('a refusal takes no turn, however often it is asked for', () => {
  for (let n = 0; n < 3; n++) take('ada')
  for (let n = 0; n < 50; n++) expect(take('ada')).toBe(20)
  now += 20_000
  expect(take('ada')).toBe(0)
})

test('a turn may lie ahead, up to as much as somebody has the patience for', () => {
  const ahead = () => limits.reserve([{ key: 'ada', rate: RATE }], 50_000)
  const turns = Array.from({ length: 6 }, ahead)
  expect(turns.map(({ wait }) => wait)).toEqual([0, 0, 0, 20_000, 40_000, 10])
  expect(turns.map(({ refused }) => refused)).toEqual([false, false, false, false, false, true])
  now += 10_000
  expect(ahead()).toEqual({ wait: 50_000, refused: false })
  expect(take('ada'), 'turns that were taken ahead count').toBe(70)
})

test('keys do not disturb each other; of several, all or none take a turn', () => {
  for (let n = 0; n < 3; n++) take('ada', 'school')
  expect(take('bo', 'school'), 'the school has none left').toBe(20)
  expect([take('bo'), take('bo'), take('bo')], 'and bo lost none by it').toEqual([0, 0, 0])
  expect(take('bo')).toBe(20)
})

test('what is remembered is bounded: the longest unused goes first', () => {
  for (let n = 0; n < 3; n++) take('first')
  for (let n = 0; n < 100_000; n++) take(`key ${n}`)
  expect(take('first')).toBe(0)
  for (let n = 0; n < 2; n++) take('key 99999')
  expect(take('key 99999')).toBe(20)
})

test.each([
  [1, '1 second'],
  [39.2, '40 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [3600, '60 minutes'],
])('%d s is said as %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words)
})
