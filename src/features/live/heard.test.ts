import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heard } from './heard.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  heard.forget()
  vi.useRealTimers()
})

function listen() {
  const types: string[] = []
  const stop = heard.listen(({ type }) => types.push(type))
  return { types, stop }
}

test('who listens hears, until they stop', () => {
  const [one, other] = [listen(), listen()]
  heard.say({ type: 'notification' })
  one.stop()
  heard.say({ type: 'missed' })
  other.stop()
  expect([one.types, other.types]).toEqual([['notification'], ['notification', 'missed']])
})

test('who comes a moment late hears what was said just before, and nothing older', () => {
  heard.say({ type: 'missed' })
  vi.advanceTimersByTime(9000)
  heard.say({ type: 'notification' })
  vi.advanceTimersByTime(2000)
  const late = listen()
  expect(late.types).toEqual(['notification'])
  late.stop()
})

test('who comes after somebody else hears nothing of theirs', () => {
  heard.say({ type: 'notification' })
  heard.forget()
  const next = listen()
  expect(next.types).toEqual([])
  next.stop()
})

test('of a flood the latest are kept', () => {
  for (let n = 0; n < 500; n++) heard.say({ type: 'note_likes', id: String(n) })
  const late = listen()
  expect(late.types).toHaveLength(50)
  late.stop()
})
