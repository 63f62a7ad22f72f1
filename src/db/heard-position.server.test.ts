import { beforeEach, expect, test } from 'vitest'
import { HeardPosition } from './heard-position.server.ts'
import type { Written } from './write-log.server.ts'

/** Questions to the primary that nobody has answered yet. */
let asked: ((position: string | Error, flushed?: string) => Promise<void>)[]
let heard: HeardPosition

beforeEach(() => {
  asked = []
  heard = new HeardPosition({
    ask: () => {
      const { promise, resolve, reject } = Promise.withResolvers<Written>()
      asked.push(async (position, flushed) => {
        if (position instanceof Error) reject(position)
        else resolve({ position, flushed: flushed ?? position })
        await promise.catch(() => undefined)
        await new Promise(setImmediate)
      })
      return promise
    },
    end: async () => undefined,
  })
})

async function begin() {
  void heard.read()
  await asked.shift()?.('0/10')
}

test('knows nothing until it has asked once', async () => {
  expect(heard.isKnown).toBe(false)
  await begin()
  expect(heard.isKnown).toBe(true)
  expect(heard.wanted).toBe(0x10n)
})

test('a write that came after the question is not covered by its answer', async () => {
  await begin()
  heard.expect()
  void heard.read()
  heard.expect()
  await asked.shift()?.('0/20')
  expect(heard.isKnown).toBe(false)
  void heard.read()
  await asked.shift()?.('0/30')
  expect(heard.isKnown).toBe(true)
  expect(heard.wanted).toBe(0x30n)
})

test('answers that overlap count for what was expected when each was asked for', async () => {
  await begin()
  heard.expect()
  void heard.read()
  heard.expect()
  void heard.read()
  heard.expect()
  const [first, second] = asked
  await second?.('0/30')
  await first?.('0/20')
  expect(heard.isKnown, 'the third write is not covered').toBe(false)
  expect(heard.wanted).toBe(0x30n)
})

test('what was not answered stays unknown until the next answer', async () => {
  await begin()
  heard.hear(undefined)
  await asked.shift()?.(new Error('away'))
  expect(heard.isKnown).toBe(false)
  void heard.read()
  await asked.shift()?.('0/40')
  expect(heard.isKnown).toBe(true)
})

test('others say how far, and that only grows', async () => {
  await begin()
  heard.hear('1/0')
  heard.hear('0/50')
  expect(heard.wanted).toBe(1n << 32n)
  expect(heard.isKnown).toBe(true)
})

test('where nothing was written, the empty beginning of a page of the log is waited for by nobody', async () => {
  await begin()
  void heard.read()
  await asked.shift()?.('0/4000028', '0/4000000')
  expect([heard.wanted, heard.flushed]).toEqual([0x10n, 0x4000000n])
})

test('a log that is shorter than it was is another one', async () => {
  await begin()
  heard.hear('9/0')
  void heard.read()
  await asked.shift()?.('8/0')
  expect(heard.wanted).toBe(8n << 32n)
  void heard.read()
  heard.hear('9/0')
  await asked.shift()?.('8/10')
  expect(heard.wanted, 'said while the question was under way').toBe(9n << 32n)
})
