import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveListener, listen } from '../../../tests/listen.ts'
import { toReadableStream } from '../http/streaming.server.ts'
import { type Listener, LiveHub } from './live.server.ts'

let hub: LiveHub
const open: LiveListener[] = []

beforeEach(() => {
  hub = new LiveHub()
})
afterEach(async () => {
  vi.useRealTimers()
  hub.close()
  await Promise.all(open.splice(0).map(({ ended }) => ended))
})

function join(group: string, more: Partial<Listener> = {}): LiveListener {
  const listener = { group, greeting: { type: 'open', as: group }, ...more }
  const listening = listen(toReadableStream((sink) => hub.open(listener, sink)))
  open.push(listening)
  return listening
}

const types = (listening: LiveListener) => listening.messages().map(({ type }) => type)
const read = () => new Promise((resolve) => setTimeout(resolve, 5))

test('everybody hears what is for everybody, and a group alone what is for it, in order', async () => {
  const [ada, phone, bo] = [join('ada'), join('ada'), join('bo')]
  hub.send({ type: 'one' })
  hub.send({ type: 'two' }, 'ada')
  hub.send({ type: 'three' })
  await read()
  expect(types(ada)).toEqual(['one', 'two', 'three'])
  expect(types(phone)).toEqual(['one', 'two', 'three'])
  expect(types(bo)).toEqual(['one', 'three'])
  expect(bo.text()).toMatch(/^retry: \d+\ndata: {"type":"open","as":"bo"}\n\nid: /)
  expect(hub.counts).toEqual({ streams: 3, events: 3, cut: 0 })
})

test('who comes back hears what they missed, of their own and of everybody', async () => {
  const ada = join('ada')
  hub.send({ type: 'before' })
  await read()
  await ada.leave()
  for (const group of ['ada', 'bo', undefined]) hub.send({ type: `for ${group}` }, group)
  const again = join('ada', { lastId: ada.lastId() })
  await read()
  expect(types(again)).toEqual(['for ada', 'for undefined'])
  const third = join('ada', { lastId: again.lastId() })
  hub.send({ type: 'now' })
  await read()
  expect(types(third)).toEqual(['now'])
})

test('who was there before anything happened comes back with an id, too', async () => {
  const ada = join('ada')
  await read()
  hub.send({ type: 'meanwhile' }, 'ada')
  const again = join('ada', { lastId: ada.lastId() })
  await read()
  expect(types(again)).toEqual(['meanwhile'])
})

test.each(['nonsense', 'another.dx0', '.', ' '])(
  'an id that is not ours (%j) has missed something',
  async (lastId) => {
    hub.send({ type: 'private' }, 'bo')
    const ada = join('ada', { lastId })
    await read()
    expect(types(ada)).toEqual(['missed'])
  },
)

test('what is kept is bounded, and who comes back after it has gone hears so', async () => {
  const ada = join('ada')
  await read()
  for (let n = 0; n < 2000; n++) hub.send({ type: 'notes' }, 'bo')
  const inTime = join('ada', { lastId: ada.lastId() })
  hub.send({ type: 'one more' }, 'bo')
  const late = join('ada', { lastId: ada.lastId() })
  await read()
  expect(types(inTime)).toEqual([])
  expect(types(late)).toEqual(['missed'])
})

test('a recent event retains its own bytes and no pool of Node', () => {
  const frames: Uint8Array[] = []
  const sink = { writableLength: 0, write: (bytes: Uint8Array) => frames.push(bytes), end() {}, destroy() {} }
  hub.open({ group: 'ada', greeting: {} }, sink)
  hub.send({ type: 'notes' })
  const { buffer, byteLength } = frames.at(-1) as Uint8Array
  expect(buffer.byteLength).toBe(byteLength)
})

test('a first stream hears what came since its page began', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-01-01T12:00:00Z')
  hub = new LiveHub()
  vi.setSystemTime('2026-01-01T12:00:10Z')
  hub.send({ type: 'long ago' })
  vi.setSystemTime('2026-01-01T12:00:18Z')
  hub.send({ type: 'just now' })
  vi.setSystemTime('2026-01-01T12:00:20Z')
  const [young, old] = [join('ada', { past: 3000 }), join('ada', { past: 30_000 })]
  await read()
  expect(types(young)).toEqual(['just now'])
  expect(types(old), 'older than the process').toEqual(['missed'])
})

test('a gap on the way here is told to all, and to who comes back from before it', async () => {
  const ada = join('ada')
  await read()
  const before = ada.lastId()
  hub.send({ type: 'lost with the rest' })
  hub.missed()
  const again = join('ada', { lastId: before })
  await read()
  expect(types(ada)).toEqual(['lost with the rest', 'missed'])
  expect(types(again)).toEqual(['missed'])
  const calm = join('ada', { lastId: ada.lastId() })
  await read()
  expect(types(calm)).toEqual([])
})

test('a silent stream gets a comment now and then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const ada = join('ada')
  vi.advanceTimersByTime(60_000)
  await read()
  expect(ada.text().match(/^:$/gm)).toHaveLength(2)
})

test('who does not read is cut, and nobody else is', async () => {
  const destroy = vi.fn()
  const stuck = {
    writableLength: 0,
    write: ({ byteLength }: Uint8Array) => (stuck.writableLength += byteLength),
    end: vi.fn(),
    destroy,
  }
  const { ended } = hub.open({ group: 'stuck', greeting: {} }, stuck)
  const ada = join('ada')
  for (let n = 0; n < 100; n++) {
    hub.send({ type: 'notes', padding: 'x'.repeat(1000) })
    await read()
  }
  await ended
  expect(destroy).toHaveBeenCalledOnce()
  expect(stuck.writableLength).toBeLessThan(70_000)
  expect(hub.counts).toMatchObject({ streams: 1, cut: 1 })
  expect(ada.messages()).toHaveLength(100)
})

test('who leaves is forgotten, and a closed hub ends its streams, and new ones at once', async () => {
  const [ada, bo] = [join('ada'), join('bo')]
  await ada.leave()
  expect(hub.counts.streams).toBe(1)
  hub.close()
  await bo.ended
  expect(hub.counts.streams).toBe(0)
  await join('late').ended
  expect(hub.counts.streams).toBe(0)
})
