import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/database.ts'
import { WorkEndedError } from './child-worker.server.ts'
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
  await sql`delete from pgboss.job`.execute(database.db)
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
  // The next poll is in ten seconds, but a new job triggers one at once.
  await jobs.add(greet, { name: 'Cy' })
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3), { timeout: 15_000 })
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

test('two hundred jobs are done one after the other, and a slow or failing one holds up no other', async () => {
  const crowd = Array.from({ length: 200 }, (_, i) => `guest ${i}`)
  let release = () => {}
  const work = vi.fn(async ({ name }: { name: string }) => {
    if (name === 'guest 5') await new Promise<void>((resolve) => (release = resolve))
    if (name === 'guest 7') throw new Error('away')
  })
  const jobs = await started(work)
  await Promise.all(crowd.map((name) => jobs.add(greet, { name })))
  await vi.waitFor(async () => expect(await counts()).toEqual({ active: 1, completed: 198, retry: 1 }), {
    timeout: 60_000,
  })
  expect(work).toHaveBeenCalledTimes(200)
  release()
  await vi.waitFor(async () => expect(await counts()).toEqual({ completed: 199, retry: 1 }))
}, 90_000)

test('what waits is counted, with the age of its oldest', async () => {
  const jobs = await started(async () => {
    throw new Error('away')
  })
  expect(await jobs.waiting()).toEqual([{ name: 'greet', count: 0, seconds: 0 }])
  await jobs.add(greet, { name: 'Ada' })
  await jobs.add(greet, { name: 'Bo' })
  await vi.waitFor(async () => expect(await counts()).toEqual({ retry: 2 }))
  await sql`update pgboss.job set created_on = now() - interval '18 minutes'
    where name = 'greet' and data->>'name' = 'Bo'`.execute(database.db)
  const [waiting] = await jobs.waiting()
  expect(waiting).toMatchObject({ name: 'greet', count: 2 })
  expect(Math.round((waiting?.seconds ?? 0) / 60)).toBe(18)
})

describe('a poisoned job', () => {
  const error = vi.fn()
  const told = { ...log, error } as unknown as typeof log
  const lastTry = () =>
    sql`update pgboss.job set retry_count = retry_limit - 1, start_after = now() where state = 'retry'`.execute(
      database.db,
    )
  const startTold = async (work: (data: { name: string }) => Promise<void>) => {
    const jobs = new Jobs(database.url, Object.assign(Object.create(log), told))
    running.push(jobs)
    jobs.handle(greet, work)
    await jobs.start()
    return jobs
  }
  beforeEach(() => error.mockClear())

  test('that always fails is given up, which the log says once; others are done', async () => {
    const jobs = await startTold(async ({ name }) => {
      if (name === 'Poison') throw new Error('cannot be done')
    })
    await jobs.add(greet, { name: 'Poison' })
    await vi.waitFor(async () => expect(await states('Poison')).toEqual(['retry']))
    expect(await jobs.givenUp()).toEqual({ greet: 0 })
    await lastTry()
    await jobs.add(greet, { name: 'Ada' })
    await vi.waitFor(async () => expect(await states('Poison')).toEqual(['failed']))
    expect(await states('Ada')).toEqual(['completed'])
    expect(await jobs.givenUp()).toEqual({ greet: 1 })
    // Starts another node, which polls at once. Running nodes only poll every ten seconds.
    await startTold(async () => {})
    await vi.waitFor(() => expect(error).toHaveBeenCalled(), { timeout: 15_000 })
    const said = { job: 'greet', tries: 17, reason: 'cannot be done' }
    expect(error.mock.calls).toEqual([[expect.objectContaining(said), 'a job failed permanently']])
  })

  test('that ended its child process is not tried again', async () => {
    const work = vi.fn(async () => {
      throw new WorkEndedError('the process exited with SIGKILL')
    })
    const jobs = await startTold(work)
    await jobs.add(greet, { name: 'Poison' })
    await vi.waitFor(async () => expect(await states('Poison')).toEqual(['failed']))
    // Starts another node, which polls at once. Running nodes only poll every ten seconds.
    await startTold(async () => {})
    await vi.waitFor(() => expect(error).toHaveBeenCalled(), { timeout: 15_000 })
    const said = { job: 'greet', tries: 1, reason: 'the process exited with SIGKILL' }
    expect(error.mock.calls).toEqual([[expect.objectContaining(said), 'a job failed permanently']])
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('that was lost with its process twice is not begun a third time', async () => {
    const idle = await startTold(async () => {})
    await idle.stop()
    const work = vi.fn(async () => {})
    const adding = new Jobs(database.url, log, false)
    running.push(adding)
    adding.handle(greet, work)
    await adding.start()
    await adding.add(greet, { name: 'Poison' })
    await sql`update pgboss.job set state = 'retry', retry_count = 1, started_on = now(),
      output = '{"value": {"message": "job timed out"}}' where name = 'greet'`.execute(database.db)
    await startTold(work)
    await vi.waitFor(async () => expect(await states('Poison')).toEqual(['failed']), { timeout: 15_000 })
    expect(work).not.toHaveBeenCalled()
  })

  test('that ends its process waits, is tried again, and given up, too', async () => {
    const jobs = await startTold(() => new Promise(() => {}))
    await jobs.add(greet, { name: 'Poison' })
    await vi.waitFor(async () => expect(await states('Poison')).toEqual(['active']))
    // Simulates a process that died: its job returned no result within the allowed 15 minutes.
    const expire = async () => {
      await sql`update pgboss.job set started_on = now() - interval '16 minutes'`.execute(database.db)
      await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(database.db)
      await new PgBoss({ connectionString: database.url, migrate: false }).start().then(async (boss) => {
        await boss.supervise('greet')
        await boss.stop({ graceful: false })
      })
    }
    await expire()
    expect(await states('Poison')).toEqual(['retry'])
    await lastTry()
    await sql`update pgboss.job set state = 'active', retry_count = retry_limit where state = 'retry'`.execute(
      database.db,
    )
    await expire()
    expect(await states('Poison')).toEqual(['failed'])
    // Starts another node, which polls at once. Running nodes only poll every ten seconds.
    await startTold(async () => {})
    await vi.waitFor(() => expect(error).toHaveBeenCalled(), { timeout: 15_000 })
    expect(error.mock.calls[0]?.[0]).toMatchObject({ job: 'greet', tries: 17, reason: 'job timed out' })
  })
})

test('work for certain times may take hours before it is begun anew, and is tried again twice', async () => {
  const jobs = new Jobs(database.url, log)
  running.push(jobs)
  jobs.every('0 0 1 1 *', job('yearly'), async () => {})
  await jobs.start()
  const { rows } = await sql<object>`
    select options->>'expireInSeconds' as expires, options->>'retryLimit' as retries
    from pgboss.schedule where name = 'yearly'`.execute(database.db)
  expect(rows).toEqual([{ expires: '21600', retries: '2' }])
})

test('timed work that lasts until its next time is done once at a time', async () => {
  let [atOnce, most] = [0, 0]
  const work = vi.fn(async () => {
    most = Math.max(most, ++atOnce)
    await new Promise((resolve) => setTimeout(resolve, 300))
    atOnce--
  })
  const jobs = new Jobs(database.url, log)
  running.push(jobs)
  const slow = job('slow')
  jobs.every('0 0 1 1 *', slow, work)
  await jobs.start()
  for (let i = 0; i < 3; i++) await jobs.add(slow, {})
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3), { timeout: 15_000 })
  expect(most).toBe(1)
})

test('without a start nothing is taken', async () => {
  await expect(new Jobs(database.url, log).add(greet, { name: 'Nobody' })).rejects.toThrow()
})

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state::text, count(*)::int from pgboss.job where name = 'greet' group by state`.execute(
    database.db,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function states(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name = 'greet' and data->>'name' = ${name}`.execute(database.db)
  return rows.map(({ state }) => state)
}
