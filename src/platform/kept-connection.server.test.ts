import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptConnection } from './kept-connection.server.ts'

/** A server that takes connections, or does not. */
const server = { isUp: true, open: 0, tries: 0, lose: [] as ((reason: unknown) => void)[] }
const events = { lost: vi.fn(), back: vi.fn() }
let kept: KeptConnection<object>

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Object.assign(server, { isUp: true, open: 0, tries: 0, lose: [] })
  kept = new KeptConnection<object>({
    open: async (lost) => {
      server.tries++
      if (!server.isUp) throw new Error('nobody there')
      server.open++
      server.lose.push(lost)
      return {}
    },
    close: () => server.open--,
    ...events,
  })
})
afterEach(() => {
  kept.stop()
  vi.useRealTimers()
})

test('one that is lost is made anew at once, and says both', async () => {
  await kept.start()
  await vi.advanceTimersByTimeAsync(5000)
  server.lose[0]?.(new Error('gone'))
  expect(kept.current).toBeUndefined()
  expect(events.lost).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(kept.current).toBeDefined()
  expect(events.back).toHaveBeenCalledOnce()
  expect(server.open).toBe(1)
})

test('while there is no server it is tried once a second, by one, and nothing stays open', async () => {
  await kept.start()
  server.isUp = false
  for (const lose of [...server.lose, ...server.lose]) lose(new Error('gone'))
  kept.lose(new Error('gone'))
  server.tries = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.tries).toBe(10)
  expect(server.open).toBe(0)
  expect(events.lost).toHaveBeenCalledOnce()
  server.isUp = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(server.open).toBe(1)
  expect(events.back).toHaveBeenCalledOnce()
})

test('one that never lasts is not made anew without a pause', async () => {
  await kept.start()
  for (let n = 0; n < 5; n++) {
    server.lose.at(-1)?.(new Error('gone'))
    await vi.advanceTimersByTimeAsync(500)
    expect(kept.current).toBeUndefined()
    await vi.advanceTimersByTimeAsync(500)
    expect(kept.current).toBeDefined()
  }
  expect(server.tries).toBe(6)
})

test('a former one that ends has no say', async () => {
  await kept.start()
  const [former] = server.lose
  kept.lose(new Error('silent'))
  await vi.advanceTimersByTimeAsync(1000)
  const { current } = kept
  former?.(new Error('gone at last'))
  expect(kept.current).toBe(current)
  expect(events.lost).toHaveBeenCalledOnce()
})

test('the first try may fail; one that comes after the stop is closed', async () => {
  server.isUp = false
  await expect(kept.start()).rejects.toThrow('nobody there')
  server.isUp = true
  kept.startInTime()
  vi.advanceTimersByTime(0)
  kept.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(server).toMatchObject({ open: 0, tries: 2 })
  expect(events.back).not.toHaveBeenCalled()
})
