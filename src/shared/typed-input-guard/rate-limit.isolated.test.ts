import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { consumeLocalRateLimit } from './rate-limit.ts'

const NOON = Date.UTC(2026, 5, 1, 12)

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => vi.unstubAllGlobals())

const turns = (count: number, now: number, key = 'mails') =>
  Array.from({ length: count }, () => consumeLocalRateLimit(key, undefined, now))

test('five within a minute, then one whenever the oldest is a minute old', () => {
  for (let second = 0; second < 5; second++)
    expect(consumeLocalRateLimit('mails', undefined, NOON + second * 1000)).toBe(0)
  expect(consumeLocalRateLimit('mails', undefined, NOON + 20_000)).toBe(40)
  expect(consumeLocalRateLimit('mails', undefined, NOON + 59_001)).toBe(1)
  expect(consumeLocalRateLimit('mails', undefined, NOON + 60_000)).toBe(0)
  expect(consumeLocalRateLimit('mails', undefined, NOON + 60_000)).toBe(1)
})

test('a refusal does not make the wait longer', () => {
  turns(5, NOON)
  expect(turns(3, NOON + 30_000)).toEqual([30, 30, 30])
  expect(consumeLocalRateLimit('mails', undefined, NOON + 60_000)).toBe(0)
})

test('each key counts for itself, and each may have a rate of its own', () => {
  turns(5, NOON)
  expect(consumeLocalRateLimit('reports', undefined, NOON)).toBe(0)
  const once = { times: 1, seconds: 10 }
  expect(consumeLocalRateLimit('once', once, NOON)).toBe(0)
  expect(consumeLocalRateLimit('once', once, NOON + 1)).toBe(10)
})

test('all tabs count together', async () => {
  turns(4, NOON)
  vi.resetModules()
  const otherTab = await import('./rate-limit.ts')
  expect(otherTab.consumeLocalRateLimit('mails', undefined, NOON)).toBe(0)
  expect(consumeLocalRateLimit('mails', undefined, NOON)).toBe(60)
})

test('a clock that is set back locks nobody out', () => {
  turns(5, NOON)
  expect(consumeLocalRateLimit('mails', undefined, NOON - 86_400_000)).toBe(0)
  expect(consumeLocalRateLimit('mails', undefined, NOON + 86_400_000)).toBe(0)
})

test.each(['', '{', 'null', '7', '{"a":1}', '["x",null,1e999]'])(
  'what else stood there is forgotten: %s',
  (text) => {
    localStorage.setItem('rate-limit:mails', text)
    expect(turns(6, NOON)).toEqual([0, 0, 0, 0, 0, 60])
  },
)

test.each([
  ['none at all', undefined],
  ['a full one', fakeStorage(0)],
  [
    'a forbidden one',
    {
      getItem: () => {
        throw new DOMException('', 'SecurityError')
      },
    },
  ],
])('%s still counts, in this page', (name, storage) => {
  vi.stubGlobal('localStorage', storage)
  expect(turns(6, NOON, name)).toEqual([0, 0, 0, 0, 0, 60])
})
