import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/database.ts'
import { Jobs, job } from './jobs.server.ts'

const greet = job<{ name: string }>('greet')
const log = pino({ level: 'silent' })
let database: TestDatabase
let running: Jobs[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const jobs of running) await jobs.stop()
  running = []
})

async function started(work: (data: { name: string }) => Promise<void>) {
  const jobs = new Jobs(database.url, log)
  running.push(jobs)
  jobs.handle(greet, work)
  await jobs.start()
  return jobs
}

test('a job added here is done at once, with what it was given', async () => {
  const work = vi.fn(async () => {})
  const jobs = await started(work)
  const before = performance.now()
  await jobs.add(greet, { name: 'Ada' })
  await vi.waitFor(() => expect(work).toHaveBeenCalledWith({ name: 'Ada' }))
  expect(performance.now() - before).toBeLessThan(2000)
})

test('what fails is tried again', async () => {
  const work = vi.fn(async (_: { name: string }) => {})
  work.mockRejectedValueOnce(new Error('away'))
  const jobs = await started(work)
  await jobs.add(greet, { name: 'Bo' })
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1))
  await vi.waitFor(async () => expect(await states('Bo')).toEqual(['retry']))
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db)
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), { timeout: 15_000 })
  await vi.waitFor(async () => expect(await states('Bo')).toEqual(['completed']))
})

test('a job outlives the process that took it', async () => {
  const first = await started(async () => {})
  await first.stop()
  const taken = new Jobs(database.url, log)
  running.push(taken)
  await taken.start()
  await taken.add(greet, { name: 'Mara' })
  await taken.stop()
  const work = vi.fn(async () => {})
  await started(work)
  await vi.waitFor(() => expect(work).toHaveBeenCalledWith({ name: 'Mara' }), { timeout: 15_000 })
})

test('the same thing is done once in a while, other things meanwhile', async () => {
  const work = vi.fn(async () => {})
  const jobs = await started(work)
  const once = (key: string) => ({ once: { key, seconds: 3600 } })
  for (let i = 0; i < 3; i++) await jobs.add(greet, { name: 'Kim' }, once('kim'))
  await jobs.add(greet, { name: 'Lou' }, once('lou'))
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
  expect([...(await states('Kim')), ...(await states('Lou'))]).toEqual(['completed', 'completed'])
})

test('without a start nothing is taken', async () => {
  await expect(new Jobs(database.url, log).add(greet, { name: 'Nobody' })).rejects.toThrow()
})

async function states(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name = 'greet' and data->>'name' = ${name}`.execute(database.db)
  return rows.map(({ state }) => state)
}
