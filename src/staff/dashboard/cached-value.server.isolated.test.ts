import { expect, test, vi } from 'vitest'
import { CachedValue } from './cached-value.server.ts'

test('is read once for all who ask, and again later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const begin = vi.fn(async () => begin.mock.calls.length)
  const reading = new CachedValue(begin)
  expect(await Promise.all([reading.read(), reading.read()])).toEqual([1, 1])
  vi.setSystemTime(Date.now() + 14_000)
  expect(await reading.read()).toBe(1)
  vi.setSystemTime(Date.now() + 2000)
  expect(await reading.read()).toBe(2)
  expect(reading.readAt).toBe(Date.now())
  vi.useRealTimers()
})

test('while it takes long what is known is told within a second, and nothing is begun twice', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const second = Promise.withResolvers<string>()
  const begin = vi.fn(() => second.promise).mockResolvedValueOnce('first')
  const reading = new CachedValue<string>(begin)
  await reading.read()
  vi.setSystemTime(Date.now() + 60_000)
  const began = performance.now()
  expect(await Promise.all([reading.read(), reading.read()])).toEqual(['first', 'first'])
  expect(performance.now() - began).toBeLessThan(1000)
  expect(begin).toHaveBeenCalledTimes(2)
  second.resolve('second')
  expect(await reading.read()).toBe('second')
  vi.useRealTimers()
})

test('nobody waits for what has something to say at the beginning', async () => {
  const reading = new CachedValue<string | null>(() => new Promise(() => undefined), null)
  expect(await reading.read()).toBeNull()
})

test('what cannot be read is an error, and is tried again', async () => {
  const reading = new CachedValue(
    vi.fn(async () => 'here').mockRejectedValueOnce(new Error('away')) as () => Promise<string>,
  )
  await expect(reading.read()).rejects.toThrow('away')
  expect(await reading.read()).toBe('here')
})

test('what was begun before an act is not told after it', async () => {
  const before = Promise.withResolvers<string>()
  const reading = new CachedValue<string>(vi.fn(async () => 'after').mockReturnValueOnce(before.promise))
  const asked = reading.read()
  reading.forget()
  expect(await reading.read()).toBe('after')
  before.resolve('before')
  expect(await asked).toBe('before')
  expect(await reading.read()).toBe('after')
})
