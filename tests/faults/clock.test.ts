import { call } from '@orpc/server'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sessionCookie } from '../../src/accounts/session/session-cookie.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { router } from '../../src/app/router.server.ts'
import { RateLimiter } from '../../src/platform/http/rate-limiter.server.ts'
import { Jobs, job, RETRIES } from '../../src/platform/jobs/jobs.server.ts'
import { makeWorld, type World } from '../world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  Object.assign(world.services.config, { AUTH_SECRET: 'x'.repeat(32) })
})
afterEach(() => void vi.useRealTimers())
afterAll(() => world.close())

/** Sets this process's wall clock forward or back. Monotonic clocks continue, as when a real clock is set. */
function jump(hours: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
}

test.each([1, -1])('a clock that jumps by %i h ends no session', async (hours) => {
  const token = crypto.randomUUID()
  await sql`insert into sessions (user_id, token, expires_at)
    values (${world.people.member.id}, ${token}, now() + interval '1 day')`.execute(world.db)
  const cookie = sessionCookie(token, world.services.config).split(';')[0] ?? ''
  const app = createApp(world.services)
  const me = async () =>
    (await app.fetch(new Request('http://localhost:3000/api/me', { headers: { cookie } }))).json()
  expect(await me()).toMatchObject({ user: { username: 'ada' } })
  jump(hours)
  expect(await me()).toMatchObject({ user: { username: 'ada' } })
})

test.each([1, -1])('one of %i h closes no limit for longer', async (hours) => {
  const limiter = new RateLimiter()
  const keys = [{ key: 'votes ada', rate: { times: 2, seconds: 60 } }]
  for (let n = 0; n < 2; n++) expect(await limiter.consume(keys)).toBe(0)
  jump(hours)
  expect(await limiter.consume(keys)).toBeLessThanOrEqual(60)
})

test.each([1, -1])('one of %i h leaves out nothing of a list and shows nothing twice', async (hours) => {
  const context = world.asContext(world.people.author)
  const write = async (n: number) => {
    const input = { title: `At ${hours} h, ${n}`, content: '<p>Words.</p>', concept_ids: [] }
    return (await call(router.posts.create, input, { context })).id
  }
  const before = [await write(1), await write(2)]
  jump(hours)
  const ids = [...before, await write(3), await write(4)]
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await call(router.posts.list, { sort: 'newest', limit: 1, cursor }, { context })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen.filter((id) => ids.includes(id)).sort()).toEqual(ids.sort())
})

test.each([1, -1])('one of %i h holds up no job, nor one that is to be tried again', async (hours) => {
  const greet = job<{ name: string }>(hours > 0 ? 'greet-ahead' : 'greet-behind')
  const done = vi.fn(async () => {}).mockRejectedValueOnce(new Error('not now'))
  const start = async () => {
    const jobs = new Jobs(world.services.config.DATABASE_URL, pino({ level: 'silent' }))
    jobs.handle(greet, done)
    await jobs.start()
    return jobs
  }
  const first = await start()
  jump(hours)
  await first.add(greet, { name: 'Ada' })
  const wait = () => secondsToNextTry(greet.name)
  await expect.poll(wait, { timeout: 5000 }).toBeGreaterThan(0)
  expect(await wait(), 'as long as with a clock that goes right').toBeLessThanOrEqual(MOST_SECONDS)
  await first.stop()
  await sql`update pgboss.job set start_after = now() where name = ${greet.name}`.execute(world.db)
  // A starting node looks for due jobs immediately, so the test need not wait up to ten seconds.
  const second = await start()
  await expect.poll(() => done.mock.calls.length, { timeout: 5000 }).toBe(2)
  await second.stop()
})

/** Maximum delay of the first retry: 30 s (see RETRIES), plus up to 30 s that pg-boss adds at random. */
const MOST_SECONDS = 2 * RETRIES.retryDelay

async function secondsToNextTry(name: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - now())::float as seconds
    from pgboss.job where name = ${name} and state = 'retry'`.execute(world.db)
  return rows[0]?.seconds
}
