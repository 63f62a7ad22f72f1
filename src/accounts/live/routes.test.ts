import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { type LiveListener, listen } from '../../../tests/listen.ts'
import { createApp } from '../../app/app.server.ts'
import { createServices, type RunningServices, stopServices } from '../../app/services.server.ts'
import { createMember } from '../members.server.ts'
import { broadcast, publishToMember } from './publish.server.ts'
import { STREAMS_OF_ADDRESS, STREAMS_OF_MEMBER } from './stream-limits.server.ts'

type App = ReturnType<typeof createApp>

let accounts: Accounts
/** A second node of the same forum, with its own bus, cache and streams. */
let elsewhere: RunningServices
let apps: { here: App; there: App }
let count = 0
const listening: LiveListener[] = []

beforeAll(async () => {
  accounts = await makeAccounts()
  elsewhere = createServices(accounts.services.config)
  await Promise.all([accounts.services.bus.start(), elsewhere.bus.start()])
  apps = { here: createApp(accounts.services), there: createApp(elsewhere) }
})
afterEach(() => Promise.all(listening.splice(0).map((stream) => stream.leave())))
afterAll(async () => {
  await stopServices(elsewhere)
  await accounts.close()
})

async function newMember() {
  const username = `liv${++count}`
  const { id } = await createMember(accounts.db, {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  })
  const { cookie } = await accounts.signIn(`${username}@example.org`)
  return { id, cookie }
}

async function ask(
  app: App,
  headers: Record<string, string> = {},
  init: RequestInit & { query?: string } = {},
) {
  return app.fetch(new Request(`http://localhost:3000/api/live${init.query ?? ''}`, { headers, ...init }))
}

async function join(app: App, headers: Record<string, string> = {}) {
  const response = await ask(app, headers)
  expect(response.status).toBe(200)
  const stream = listen(response.body as ReadableStream<Uint8Array>)
  listening.push(stream)
  await vi.waitFor(() => expect(stream.lastId()).toBeDefined())
  return { response, ...stream }
}

const NOTE = { type: 'note_likes', id: '01890000-0000-7000-8000-000000000000' } as const

test('an event reaches the streams of its member on every node, and of nobody else', async () => {
  const [ada, bo] = [await newMember(), await newMember()]
  const streams = {
    here: await join(apps.here, { cookie: ada.cookie }),
    there: await join(apps.there, { cookie: ada.cookie }),
    other: await join(apps.there, { cookie: bo.cookie }),
    visitor: await join(apps.here),
  }
  publishToMember(accounts.services, ada.id, { type: 'notification' })
  broadcast(accounts.services, NOTE)
  await vi.waitFor(() => expect(streams.there.messages()).toEqual([{ type: 'notification' }, NOTE]))
  await vi.waitFor(() => expect(streams.here.messages()).toEqual([{ type: 'notification' }, NOTE]))
  await vi.waitFor(() => expect(streams.other.messages()).toEqual([NOTE]))
  await vi.waitFor(() => expect(streams.visitor.messages()).toEqual([NOTE]))
  expect(streams.here.text()).toContain(`{"type":"open","as":"${ada.id}"}`)
  expect(streams.visitor.text()).toContain('{"type":"open","as":null}')
})

test('another member who comes with an id hears nothing that was for somebody else', async () => {
  const [ada, bo] = [await newMember(), await newMember()]
  const first = await join(apps.here, { cookie: ada.cookie })
  publishToMember(accounts.services, ada.id, { type: 'message', with: bo.id, from: bo.id })
  broadcast(accounts.services, NOTE)
  const lastId = first.lastId() as string
  expect((await join(apps.here, { cookie: bo.cookie, 'last-event-id': lastId })).messages()).toEqual([NOTE])
  expect((await join(apps.here, { 'last-event-id': lastId })).messages()).toEqual([NOTE])
  expect((await join(apps.there, { cookie: ada.cookie, 'last-event-id': lastId })).messages()).toEqual([
    { type: 'missed' },
  ])
})

test('it is a stream that nothing keeps, packs or gathers', async () => {
  const { response } = await join(apps.here)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const head = await ask(apps.here, {}, { method: 'HEAD' })
  expect([head.status, head.body]).toEqual([200, null])
})

test.each([
  ['signing out', ({ cookie }: { cookie: string }) => signOut(cookie)],
  [
    'a new password',
    ({ id }: { id: string }) => sql`delete from sessions where user_id = ${id}`.execute(accounts.db),
  ],
  ['leaving', ({ id }: { id: string }) => sql`delete from users where id = ${id}`.execute(accounts.db)],
  [
    'being cut short',
    ({ id }: { id: string }) =>
      sql`update sessions set expires_at = now() where user_id = ${id}`.execute(accounts.db),
  ],
])('%s ends the streams of that session on every node, and no others', async (_, act) => {
  const [ada, bo] = [await newMember(), await newMember()]
  const [here, there] = [await join(apps.here, ada), await join(apps.there, ada)]
  const other = await join(apps.here, bo)
  await act(ada)
  await Promise.all([here.ended, there.ended])
  publishToMember(accounts.services, bo.id, { type: 'notification' })
  await vi.waitFor(() => expect(other.messages()).toEqual([{ type: 'notification' }]))
})

async function signOut(cookie: string) {
  expect((await accounts.post('sign-out', {}, { cookie })).status).toBe(200)
}

test('a session that runs out while its stream is open is noticed within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    const ada = await newMember()
    const stream = await join(apps.here, ada)
    // Lets the session expire with its trigger disabled, because no trigger runs when time passes.
    await sql`alter table sessions disable trigger sessions_after_write`.execute(accounts.db)
    await sql`update sessions set expires_at = now() where user_id = ${ada.id}`.execute(accounts.db)
    vi.advanceTimersByTime(61_000)
    await stream.ended
  } finally {
    vi.useRealTimers()
    await sql`alter table sessions enable trigger sessions_after_write`.execute(accounts.db)
  }
})

test('one address and one member have so many streams, and others have theirs', async () => {
  const services = { ...accounts.services, config: { ...accounts.services.config, RATE_LIMITS: true } }
  const app = createApp(services)
  const ada = await newMember()
  const many = (count: number, headers = {}) =>
    Promise.all(Array.from({ length: count }, () => join(app, headers)))
  await many(STREAMS_OF_ADDRESS)
  const refusal = await ask(app)
  expect(refusal.status).toBe(429)
  expect(refusal.headers.get('retry-after')).toBe('60')
  expect(refusal.headers.get('content-type')).toContain('application/json')
  expect(await refusal.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after: 60 } })
  await many(STREAMS_OF_MEMBER, ada)
  expect((await ask(app, ada)).status).toBe(429)
  await join(app, await newMember())
  await listening.shift()?.leave()
  await join(app)
})

test('a node that stops ends its streams and opens no more', async () => {
  const app = createApp(accounts.services)
  const stream = await join(app)
  app.endStreams()
  await stream.ended
  const refusal = await ask(app)
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '60'])
})
