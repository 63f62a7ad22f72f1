import { expect, test } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { frameReader } from './connection.ts'

test('messages, ids and comments are told apart', () => {
  const read = frameReader()
  expect(read('retry: 3000\ndata: {"type":"open"}\n\n:\n\nid: a.1\ndata: {"n":1}\n\nid: a.2\n\n')).toEqual([
    { data: '{"type":"open"}' },
    {},
    { id: 'a.1', data: '{"n":1}' },
    { id: 'a.2' },
  ])
})

test('wherever the pieces are cut, the messages are the same', () => {
  const text = 'retry: 1\ndata: {"a":"id: x"}\n\nid: b.1\ndata: {"b":2}\n\n:\n\nid: b.2\n\n'
  const whole = frameReader()(text)
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const read = frameReader()
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const frames = places.flatMap((place, n) => read(text.slice(place, places[n + 1] ?? place)))
      expect(frames).toEqual(whole)
    }),
  )
})
