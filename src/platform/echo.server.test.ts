import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Echo } from './echo.server.ts'

const lost = vi.fn()
let echo: Echo

beforeEach(() => {
  vi.useFakeTimers()
  lost.mockClear()
  echo = new Echo(lost)
})
afterEach(() => vi.useRealTimers())

test('says how long one took, also while one is under way', () => {
  expect(echo.lag).toBeUndefined()
  const sent = echo.begin()
  vi.advanceTimersByTime(30)
  echo.hear(undefined)
  echo.hear(sent - 1)
  expect(echo.lag, 'of another').toBeUndefined()
  echo.hear(sent)
  expect(echo.lag).toBe(30)
  echo.begin()
  vi.advanceTimersByTime(20)
  expect(echo.lag).toBe(30)
  vi.advanceTimersByTime(400)
  expect(echo.lag).toBe(420)
})

test('one that does not come back within five seconds is told once, however often it is asked for', () => {
  echo.begin()
  vi.advanceTimersByTime(4000)
  echo.begin()
  vi.advanceTimersByTime(1000)
  expect(lost).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(lost).toHaveBeenCalledOnce()
  echo.hear(echo.begin())
  vi.advanceTimersByTime(60_000)
  expect(lost, 'this one came').toHaveBeenCalledOnce()
})
