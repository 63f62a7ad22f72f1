import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { Bus } from './bus.server.ts'

const nodes: Bus[] = []

beforeAll(async () => {
  const { url } = await testDatabase()
  nodes.push(new Bus(url, pino({ level: 'silent' })), new Bus(url, pino({ level: 'silent' })))
  await Promise.all(nodes.map((node) => node.start()))
})
afterAll(() => Promise.all(nodes.map((node) => node.stop())))

it('carries a message to every node, once, and to its own at once', async () => {
  const [here, there] = nodes as [Bus, Bus]
  const received = { here: vi.fn(), there: vi.fn() }
  here.subscribe('pages', received.here)
  there.subscribe('pages', received.there)
  here.publish('pages', ['posts', 'post:1'])
  expect(received.here).toHaveBeenCalledWith(['posts', 'post:1'])
  await vi.waitFor(() => expect(received.there).toHaveBeenCalledWith(['posts', 'post:1']))
  expect(received.here).toHaveBeenCalledOnce()
  expect(received.there).toHaveBeenCalledOnce()
})

it('cuts what was gathered into payloads that PostgreSQL takes', async () => {
  const [here, there] = nodes as [Bus, Bus]
  const heard = vi.fn()
  there.subscribe('many', heard)
  const long = 'é'.repeat(1500)
  for (let n = 0; n < 20; n++) here.publish('many', { n, long })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(20))
  expect(heard.mock.calls.map(([message]) => message.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

it('refuses what can never be sent', () => {
  expect(() => nodes[0]?.publish('pages', 'x'.repeat(8000))).toThrow(RangeError)
})

it('says how long a message takes, also while one is under way', async () => {
  const [here] = nodes as [Bus]
  expect(here.lag).toBeUndefined()
  here.measure()
  await vi.waitFor(() => expect(here.lag).toBeLessThan(1000))
  const lost = vi.spyOn(here as unknown as { send(): Promise<void> }, 'send').mockResolvedValue()
  here.measure()
  await vi.waitFor(() => expect(here.lag).toBeGreaterThan(300))
  lost.mockRestore()
})
