import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedReads } from './shared-reads.server.ts'
import { markOutage, Renderings, tag } from './tags.server.ts'

let reads: SharedReads

beforeEach(() => {
  reads = new SharedReads()
})
afterEach(() => vi.useRealTimers())

const loads = (value: string, ...tags: string[]) =>
  vi.fn(async () => {
    tag(...tags)
    return value
  })
/** Renders a page that uses the shared data. Returns that data and the page's rendering with its tags. */
const pageOf = (load: () => Promise<string>) =>
  new Renderings().run(async (page) => ({ shown: await reads.read('aside', load), page }))

test('two pages show what was loaded once, and both depend on it', async () => {
  const load = loads('people', 'members')
  const [one, other] = [await pageOf(load), await pageOf(load)]
  expect(load).toHaveBeenCalledOnce()
  for (const { shown, page } of [one, other]) {
    expect(shown).toBe('people')
    expect([...page.tags]).toEqual(['members'])
  }
})

test('pages that are made at once wait for the same', async () => {
  const load = loads('people')
  await Promise.all([pageOf(load), pageOf(load)])
  expect(load).toHaveBeenCalledOnce()
})

test('it is dropped by its tags, and by no others', async () => {
  await pageOf(loads('old', 'members'))
  reads.drop(['posts'])
  expect((await pageOf(loads('new', 'members'))).shown).toBe('old')
  reads.drop(['members'])
  expect((await pageOf(loads('new', 'members'))).shown).toBe('new')
})

test('who asks after a write is not handed what was being loaded before it, and nobody keeps that', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = pageOf(async () => {
    tag('members')
    await promise
    return 'old'
  })
  reads.drop(['members'])
  const after = loads('new', 'members')
  expect((await pageOf(after)).shown).toBe('new')
  resolve()
  expect((await before).shown).toBe('old')
  expect((await pageOf(after)).shown).toBe('new')
  expect(after).toHaveBeenCalledOnce()
})

test('it is loaded again after ten seconds, and after a clearing', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await pageOf(loads('first'))
  vi.advanceTimersByTime(9_900)
  expect((await pageOf(loads('second'))).shown).toBe('first')
  vi.advanceTimersByTime(200)
  expect((await pageOf(loads('third'))).shown).toBe('third')
  reads.clear()
  expect((await pageOf(loads('fourth'))).shown).toBe('fourth')
})

test('a failure is told and not kept', async () => {
  await expect(pageOf(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await pageOf(loads('people'))).shown).toBe('people')
})

test('what the database could not give is not kept, and each page that shows it knows', async () => {
  const cutOff = vi.fn(async () => {
    markOutage()
    return 'nobody'
  })
  expect((await pageOf(cutOff)).page.isCutOff).toBe(true)
  expect((await pageOf(loads('people'))).page.isCutOff).toBe(false)
})
