import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../src/app.server.ts'
import { sessionCookie } from '../../src/features/accounts/session/session-cookie.server.ts'
import { makeWorld, type World } from '../world.ts'

/** Who still reads when there is too much. */
let world: World
let app: ReturnType<typeof createApp>
let session: string
let cookie: string

beforeAll(async () => {
  world = await makeWorld()
  Object.assign(world.services.config, { RATE_LIMITS: true, AUTH_SECRET: 'x'.repeat(32) })
  await world.buildPost({ title: 'About memory' })
  app = createApp(world.services)
})
beforeEach(async () => {
  world.services.responseCache.clear()
  session = crypto.randomUUID()
  await sql`insert into sessions (user_id, token, expires_at)
    values (${world.people.member.id}, ${session}, now() + interval '1 day')`.execute(world.db)
  cookie = sessionCookie(session, world.services.config).split(';')[0] ?? ''
  pressOn(0)
})
afterAll(() => world.close())

/** Expensive, and not; pages are tried by tests/faults/shedding.test.ts, on a built forum. */
const READS = ['/api/posts?search=memory', '/api/notes']
const CALM = { loop: 0, database: 0, renderings: 0, searches: 0 }

/** Brings the pressure to a level, from wherever it is. */
function pressOn(level: 0 | 2 | 3): void {
  for (let look = 0; look < 12; look++) world.services.pressure.look(CALM)
  for (let look = 0; look < 2; look++)
    world.services.pressure.look({ ...CALM, loop: { 0: 0, 2: 300, 3: 1000 }[level] })
}

function read(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const from = { incoming: { socket: { remoteAddress: '203.0.113.9' } } }
  return app.fetch(
    new Request(`http://localhost:3000${path}`, { headers }),
    from as never,
  ) as Promise<Response>
}

const statuses = (cookie: string) =>
  Promise.all(READS.map(async (path) => (await read(path, { cookie })).status))

test.each(READS)('a member gets %s while guests are refused it, and what guests would get', async (path) => {
  const calm = await read(path)
  expect(calm.status).toBe(200)
  world.services.responseCache.clear()
  pressOn(2)
  const refusal = await read(path)
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '5'])
  const answer = await read(path, { cookie })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(await calm.text())
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test.each([
  ['forged', () => cookie.replace(/.{6}$/, 'AAAA%3D')],
  ['without a signature', () => `threshold.session_token=${session}`],
])('a session that is %s helps nobody', async (_, forged) => {
  pressOn(2)
  expect(await statuses(forged())).toEqual([503, 503])
})

test('one that has ended helps nobody', async () => {
  await sql`delete from sessions where token = ${session}`.execute(world.db)
  pressOn(2)
  expect(await statuses(cookie)).toEqual([503, 503])
})

test('members are refused last', async () => {
  pressOn(3)
  expect(await statuses(cookie)).toEqual([503, 503])
})
