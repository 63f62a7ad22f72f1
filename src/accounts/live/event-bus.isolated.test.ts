import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveEvents } from './use-live-events.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  liveEvents.clear()
  vi.useRealTimers()
})

function listen() {
  const types: string[] = []
  const stop = liveEvents.subscribe(({ type }) => types.push(type))
  return { types, stop }
}

test('who listens hears, until they stop', () => {
  const [one, other] = [listen(), listen()]
  liveEvents.emit({ type: 'notification' })
  one.stop()
  liveEvents.emit({ type: 'missed' })
  other.stop()
  expect([one.types, other.types]).toEqual([['notification'], ['notification', 'missed']])
})

test('who comes a moment late hears what was said just before, and nothing older', () => {
  liveEvents.emit({ type: 'missed' })
  vi.advanceTimersByTime(9000)
  liveEvents.emit({ type: 'notification' })
  vi.advanceTimersByTime(2000)
  const late = listen()
  expect(late.types).toEqual(['notification'])
  late.stop()
})

test('who comes after somebody else hears nothing of theirs', () => {
  liveEvents.emit({ type: 'notification' })
  liveEvents.clear()
  const next = listen()
  expect(next.types).toEqual([])
  next.stop()
})

test('of a flood the latest are kept', () => {
  for (let n = 0; n < 500; n++) liveEvents.emit({ type: 'note_likes', id: String(n) })
  const late = listen()
  expect(late.types).toHaveLength(50)
  late.stop()
})
