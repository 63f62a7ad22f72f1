import { expect, test } from 'vitest'
import { ReloadedValue } from './reloaded-value.server.ts'

function makeBus() {
  const listeners: ((message: unknown) => void)[] = []
  const gaps: (() => void)[] = []
  const bus = {
    publish: () => {
      for (const listener of listeners) listener({})
    },
    subscribe: (_: string, listener: (message: unknown) => void) => {
      listeners.push(listener)
      return () => undefined
    },
    onGap: (listener: () => void) => {
      gaps.push(listener)
      return () => undefined
    },
  }
  const miss = () => {
    for (const gap of gaps) gap()
  }
  return { bus, miss }
}

test('is loaded once, and again after a change on any node or a lost message', async () => {
  const { bus, miss } = makeBus()
  let count = 0
  const load = async () => ++count
  const [here, there] = [new ReloadedValue(bus, 'words', load), new ReloadedValue(bus, 'words', load)]
  expect(await Promise.all([here.read(), here.read(), there.read()])).toEqual([1, 1, 2])
  here.changed()
  expect([await here.read(), await there.read()]).toEqual([3, 4])
  miss()
  expect(await there.read()).toBe(5)
})

test('is loaded again after a failure, and a load from before a change is not kept', async () => {
  const { bus } = makeBus()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const value = new ReloadedValue(bus, 'words', () => answers[asked++]?.promise ?? Promise.resolve('later'))
  const early = value.read()
  value.changed()
  const late = value.read()
  answers[1]?.resolve('new')
  answers[0]?.reject(new Error('no database'))
  await expect(early).rejects.toThrow('no database')
  expect([await late, await value.read()]).toEqual(['new', 'new'])
  value.changed()
  expect(await value.read()).toBe('later')
})
