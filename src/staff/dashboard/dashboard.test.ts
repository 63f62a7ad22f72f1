import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { failedJob, startQueue, wakeWorkers } from '../../../tests/failed-jobs.ts'
import { forkMailServer } from '../../../tests/forked-mail-server.ts'
import { smtpServer } from '../../../tests/smtp.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { createServices, stopServices } from '../../app/services.server.ts'
import { statementTimes } from '../../db/statements.server.ts'
import { CachedResponse } from '../../platform/cache/cached-response.server.ts'
import { loadConfig } from '../../platform/config/config.server.ts'
import { newId } from '../../platform/ids.ts'
import { mailer, RecipientRefusedError } from '../../platform/mail/mail.server.ts'
import { metrics } from '../../platform/metrics.server.ts'
import { registerDashboardMetrics } from './dashboard-metrics.server.ts'
import { DashboardReader } from './dashboard-reader.server.ts'
import { respondAndCountView, withMailCount } from './day-counts.server.ts'

let world: World
let backup = Promise.withResolvers<void>()
beforeAll(async () => {
  world = await makeWorld()
  await startQueue(world, () => backup.promise)
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(world.db)
  await sql`truncate day_counts, content_changes, node_statuses`.execute(world.db)
  world.services.dashboard.forget()
})

type Person = 'admin' | 'editor' | 'moderator' | 'member' | 'visitor'
const as = (person: Person) => ({ context: world.asContext(world.people[person]) })
const figures = () => {
  world.services.dashboard.forget()
  return call(router.dashboard.figures, undefined, as('admin'))
}
const failed = async () => (await call(router.dashboard.failedJobs, undefined, as('admin'))).items
const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from pgboss.job where id = ${id}`.execute(world.db)).rows[0]
    ?.state

describe('admins alone are answered', () => {
  const id = newId()
  const operations = {
    figures: (person: Person) => call(router.dashboard.figures, undefined, as(person)),
    days: (person: Person) => call(router.dashboard.days, {}, as(person)),
    release: (person: Person) => call(router.dashboard.release, undefined, as(person)),
    failedJobs: (person: Person) => call(router.dashboard.failedJobs, undefined, as(person)),
    retryJob: (person: Person) => call(router.dashboard.retryJob, { id }, as(person)),
    retryKind: (person: Person) => call(router.dashboard.retryKind, { kind: 'send-greeting' }, as(person)),
    startBackup: (person: Person) => call(router.dashboard.startBackup, undefined, as(person)),
    sendTestEmail: (person: Person) => call(router.dashboard.sendTestEmail, undefined, as(person)),
    discardJob: (person: Person) => call(router.dashboard.discardJob, { id }, as(person)),
  }
  test.each(Object.entries(operations))('by %s', async (_, ask) => {
    await expect(ask('visitor')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const person of ['member', 'moderator', 'editor'] as const)
      await expect(ask(person), person).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a job that was given up', () => {
  test('is shown by kind, times and attempts, and nothing of what it was to do', async () => {
    const refusal = Object.assign(new Error('550 5.1.1 User ada.lin unknown'), { code: 'EENVELOPE' })
    const id = await failedJob(world, refusal)
    const items = await failed()
    expect(items).toEqual([
      {
        id,
        kind: 'send-greeting',
        attempts: 17,
        added_at: expect.any(String),
        failed_at: expect.any(String),
        error: 'Error: EENVELOPE 550 5.1.1',
      },
    ])
    expect(JSON.stringify(items)).not.toMatch(/lin\b/i) // "ada" could be part of an id
    expect((await figures()).jobs).toMatchObject({
      failed: 1,
      kinds: [{ kind: 'send-greeting', waiting: 0, failed: 1 }],
      sign: { state: 'attention' },
    })
  })

  test('is tried once more, however often that is asked for, and it is on record', async () => {
    const id = await failedJob(world)
    await Promise.all([0, 1].map(() => call(router.dashboard.retryJob, { id }, as('admin'))))
    expect(await stateOf(id)).toBe('retry')
    expect(await failed()).toEqual([])
    expect((await figures()).jobs).toMatchObject({ waiting: 1, retrying: 1, failed: 0 })
    const { items } = await call(router.changes.list, { limit: 20 }, as('editor'))
    expect(items).toMatchObject([
      { kind: 'job', act: 'retried', name: 'send-greeting', item_id: id, changed_by: { username: 'adam' } },
    ])
  })

  test('is tried once more with all of its kind, also those that are not shown, as one entry', async () => {
    for (let n = 0; n < 3; n++) await failedJob(world)
    await sql`insert into pgboss.job (id, name, data, state, completed_on)
      select gen_random_uuid(), name, '{}', state, now() from pgboss.job, generate_series(1, 20)`.execute(
      world.db,
    )
    const { items, kinds } = await call(router.dashboard.failedJobs, undefined, as('admin'))
    expect(items).toHaveLength(50)
    expect(kinds).toEqual([{ kind: 'send-greeting', failed: 63 }])
    const retry = () => call(router.dashboard.retryKind, { kind: 'send-greeting' }, as('admin'))
    const retried = await Promise.all([retry(), retry()])
    expect(retried.map((answer) => answer.retried).sort()).toEqual([0, 63])
    expect((await figures()).jobs).toMatchObject({ failed: 0 })
    const changes = await call(router.changes.list, { limit: 20 }, as('admin'))
    expect(changes.items).toMatchObject([{ kind: 'job', act: 'retried', name: 'send-greeting (all 63)' }])
    expect(await call(router.dashboard.retryKind, { kind: '__pgboss' }, as('admin'))).toMatchObject({
      retried: 0,
    })
    await expect(call(router.dashboard.retryKind, { kind: '' }, as('admin'))).rejects.toMatchObject({
      status: 400,
    })
  })

  test('is forgotten, which is on record too', async () => {
    const id = await failedJob(world)
    await call(router.dashboard.discardJob, { id }, as('admin'))
    expect(await stateOf(id)).toBeUndefined()
    expect((await call(router.changes.list, { limit: 20 }, as('admin'))).items).toMatchObject([
      { act: 'discarded', item_id: id },
    ])
    await expect(call(router.dashboard.discardJob, { id }, as('admin'))).rejects.toMatchObject({
      status: 404,
    })
    await expect(call(router.dashboard.retryJob, { id }, as('admin'))).rejects.toMatchObject({ status: 404 })
  })

  test('cannot be discarded while it waits', async () => {
    const id = await failedJob(world)
    await call(router.dashboard.retryJob, { id }, as('admin'))
    await expect(call(router.dashboard.discardJob, { id }, as('admin'))).rejects.toMatchObject({
      status: 404,
    })
    expect(await stateOf(id)).toBe('retry')
  })

  test('has an id', async () => {
    await expect(call(router.dashboard.retryJob, { id: 'one' }, as('admin'))).rejects.toMatchObject({
      status: 400,
    })
    await expect(call(router.dashboard.discardJob, { id: 'one' }, as('admin'))).rejects.toMatchObject({
      status: 400,
    })
  })
})

test('a worker does what was to be tried again', async () => {
  const id = await failedJob(world)
  await call(router.dashboard.retryJob, { id }, as('admin'))
  await wakeWorkers(world)
  await expect.poll(() => stateOf(id), { timeout: 15_000 }).toBe('completed')
}, 20_000)

test('days are those that were asked for, and no others can be', async () => {
  const { items } = await call(router.dashboard.days, { days: 90 }, as('admin'))
  expect(items).toHaveLength(90)
  expect(items.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10), page_views: 0, posts: 0 })
  expect((await call(router.dashboard.days, {}, as('admin'))).items).toHaveLength(30)
  await expect(call(router.dashboard.days, { days: 31 as 30 }, as('admin'))).rejects.toMatchObject({
    status: 400,
  })
})

test('what is new is the newest part of the list of changes', async () => {
  const { version, groups } = await call(router.dashboard.release, undefined, as('admin'))
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(groups[0]?.title).toMatch(/^[A-Z]/)
  expect(groups[0]?.items.length).toBeGreaterThan(3)
})

test('a page that is answered is a view, and nothing else is', async () => {
  const { dayCounts } = world.services
  const answer = (request: RequestInit, type = 'text/html; charset=utf-8', status = 200) => {
    const cached = new CachedResponse({ status, headers: { 'content-type': type }, body: 'Words' })
    return respondAndCountView({ dayCounts }, cached, new Request('http://localhost/rules', request))
  }
  expect(await (await answer({})).text()).toBe('Words')
  await answer({ headers: { 'accept-encoding': 'br' } })
  await answer({ headers: { 'sec-purpose': 'prefetch;prerender' } })
  await answer({ method: 'HEAD' })
  await answer({}, 'application/json')
  await answer({}, 'text/html', 404)
  await dayCounts.flush()
  const { items } = await call(router.dashboard.days, {}, as('admin'))
  expect(items.at(-1)?.page_views).toBe(2)
})

test('mails are counted as they leave, and as they are refused', async () => {
  const { dayCounts } = world.services
  const letter = { to: 'ada@example.org', subject: 'News', text: 'Some.', html: '<p>Some.</p>' }
  await withMailCount(dayCounts, async () => undefined)(letter)
  const refused = withMailCount(dayCounts, () => Promise.reject(new RecipientRefusedError('ada@example.org')))
  const away = withMailCount(dayCounts, () => Promise.reject(new Error('away')))
  await expect(refused(letter)).rejects.toThrow(RecipientRefusedError)
  await expect(away(letter)).rejects.toThrow('away')
  await dayCounts.flush()
  expect((await figures()).mail).toMatchObject({ sent_today: 1, refused_today: 1, goes: 'outbox' })
})

test('mail that waits has an age, and what rules refuse is told from who does not exist', async () => {
  const server = await forkMailServer()
  const { config } = world.services
  const deliver = mailer({ ...config, SMTP_URL: server.url })
  const letter = { subject: 'News', text: 'Some.', html: '<p>Some.</p>' }
  const refusalOf = (to: string) =>
    deliver({ ...letter, to }).then(
      () => ({}),
      (error: Error) => error,
    )
  await failedJob(world, await refusalOf('blocked@example.org'))
  expect((await figures()).mail).toMatchObject({ held_back: 1, waiting: 0, oldest_seconds: null })
  const id = await failedJob(world, await refusalOf('later@example.org'))
  await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour', created_on = now() - interval '2 hours'
    where id = ${id}`.execute(world.db)
  expect((await figures()).mail).toMatchObject({
    held_back: 1,
    waiting: 1,
    oldest_seconds: expect.closeTo(7200, -2),
  })
  expect(await refusalOf('no-such-user@example.org')).toBeInstanceOf(RecipientRefusedError)
  await server.stop()
})

test('an address that is sent nothing any more is a number', async () => {
  const { db, people } = world
  await sql`insert into mail_refusals (user_id, email, in_a_row) values
    (${people.member.id}, 'ada@gone.example', 3), (${people.other.id}, 'bo@gone.example', 2)`.execute(db)
  const found = await figures()
  expect(found.mail.stopped_addresses).toBe(1)
  expect(JSON.stringify(found)).not.toContain('gone.example')
  await sql`truncate mail_refusals`.execute(db)
})

test('each node says how it is, until it stops', async () => {
  const { DATABASE_URL, DATA_DIR } = world.services.config
  const other = createServices(loadConfig({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent', ROLE: 'web' }))
  await Promise.all([world.services.bus.start(), other.bus.start()])
  await Promise.all([world.services.nodeStatus.start(), other.nodeStatus.start()])
  await expect.poll(() => other.bus.lag).toBeLessThan(5000)
  await other.nodeStatus.write()
  const { nodes, release } = await figures()
  expect(nodes.map(({ role }) => role).sort()).toEqual(['all', 'web'])
  expect(nodes.find(({ role }) => role === 'web')).toMatchObject({
    version: release.version,
    migration: release.migration,
    event_lag_ms: expect.any(Number),
    sign: { state: 'fine' },
  })
  await stopServices(other)
  expect((await figures()).nodes).toHaveLength(1)
  await sql`update node_statuses set seen_at = now() - interval '3 minutes'`.execute(world.db)
  expect((await figures()).nodes).toMatchObject([{ is_away: true, sign: { state: 'problem' } }])
  await world.services.nodeStatus.write()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
  expect((await figures()).nodes, 'whose clock is wrong').toMatchObject([{ sign: { state: 'fine' } }])
  vi.useRealTimers()
  await sql`update node_statuses set seen_at = now() - interval '25 hours'`.execute(world.db)
  expect((await figures()).nodes).toEqual([])
})

test('a node that was killed is no problem once another of its role has started', async () => {
  const { nodeStatus } = world.services
  await nodeStatus.write()
  await sql`insert into node_statuses (id, name, version, role, started_at, seen_at, memory_bytes, migration, cache_hits, cache_misses)
    select new_id(), killed, version, killed, now() - interval '1 day', now() - interval '5 minutes', 1, migration, 1000000, 1000000
    from node_statuses, unnest(array['all', 'web']) as killed`.execute(world.db)
  const { nodes, cache } = await figures()
  expect(nodes.map(({ name, has_ended, sign }) => [name, has_ended, sign.state])).toEqual([
    ['all', true, 'fine'],
    ['web', false, 'problem'],
    [expect.stringContaining('process'), false, 'fine'],
  ])
  expect(cache.hits + cache.misses, 'of those that run').toBeLessThan(1000)
})

test('sizes, room and statements are told, and no value', async () => {
  await sql`select ${'a secret of Ada'}::text, ${42}::int`.execute(world.services.db)
  const id = newId()
  // An export of a member's data runs such a statement, with the member's id as a literal.
  await sql`select ${sql.lit(id)}::uuid, pg_sleep(0.1)`.execute(world.services.backgroundDb)
  const { storage, statements, backup: newest } = await figures()
  expect(storage.database_bytes).toBeGreaterThan(1_000_000)
  expect(storage.tables).toHaveLength(8)
  expect(storage.disk?.free_bytes).toBeGreaterThan(0)
  expect(statements.source).toBe('node')
  expect(statements.items.length).toBeGreaterThan(3)
  // Other tests may have added statements, so this only checks that the listed ones were recorded.
  const noted = statementTimes.slowest(Number.POSITIVE_INFINITY).map(({ statement }) => statement)
  expect(noted).toContain("select '…'::uuid, pg_sleep(?)")
  expect(noted).toEqual(expect.arrayContaining(statements.items.map(({ statement }) => statement)))
  expect(noted.join('\n')).not.toMatch(new RegExp(`Ada|${id}`))
  expect(newest).toMatchObject({ schedule: null, place: 'read', newest: null, sign: { state: 'problem' } })
  expect(newest.age_seconds, 'of the forum').toBeGreaterThan(0)
})

test('the database has a version and the time of its last start', async () => {
  const { database } = await figures()
  expect(database.version).toMatch(/^\d+\.\d+/)
  expect(Date.parse(database.started_at)).toBeLessThan(Date.now())
})

test('open cases have an age, and decisions of the last month a median time', async () => {
  const { db, people } = world
  expect((await figures()).moderation).toMatchObject({
    open_cases: 0,
    oldest_case_seconds: null,
    decided: 0,
    decision_seconds: null,
    sign: { state: 'fine' },
  })
  await sql`
    insert into moderation_cases (source, kind, target_id, member_id, created_at, closed_at, outcome)
    select 'report', 'post', new_id(), ${people.member.id}::uuid, now() - age, now() - age + duration, outcome
    from (values
      (interval '4 days', null, null), (interval '1 day', null, null),
      (interval '3 days', interval '1 hour', 'upheld'), (interval '3 days', interval '3 hours', 'rejected'),
      (interval '3 days', interval '20 hours', 'upheld'), (interval '3 days', interval '1 second', 'moot'),
      (interval '90 days', interval '1 second', 'upheld')) as cases (age, duration, outcome)`.execute(db)
  expect((await figures()).moderation).toMatchObject({
    open_cases: 2,
    oldest_case_seconds: expect.closeTo(4 * 86_400, -2),
    decided: 3,
    decision_seconds: 3 * 3600,
    sign: { state: 'attention' },
  })
  await sql`delete from moderation_cases`.execute(db)
})

test('an admin starts a backup, which is logged, and not a second one while it runs', async () => {
  backup = Promise.withResolvers()
  await call(router.dashboard.startBackup, undefined, as('admin'))
  expect((await figures()).backup.is_running).toBe(true)
  await expect(call(router.dashboard.startBackup, undefined, as('admin'))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  backup.resolve()
  await expect.poll(async () => (await figures()).backup.is_running).toBe(false)
  const { items } = await call(router.changes.list, { limit: 20 }, as('editor'))
  expect(items.filter(({ name }) => name === 'backup')).toMatchObject([{ act: 'created', kind: 'job' }])
})

describe('a test email', () => {
  const send = (SMTP_URL?: string) =>
    call(router.dashboard.sendTestEmail, undefined, {
      context: {
        ...world.asContext(world.people.admin),
        config: { ...world.services.config, SMTP_URL },
      },
    })

  test('goes to the admin, who reads the response of the mail server', async () => {
    const server = await smtpServer()
    const result = await send(server.url)
    expect(result).toMatchObject({ goes: 'smtp', accepted: true, response: '250 kept' })
    expect(server.received).toMatchObject([{ to: result.to }])
    expect(server.received[0]?.text).toContain('/manage/dashboard')
    await server.stop()
  })

  test('is a file without a mail server', async () => {
    const result = await send()
    expect(result).toMatchObject({ goes: 'outbox', accepted: true })
    expect(await readFile(result.response, 'utf8')).toContain(`To: ${result.to}`)
  })

  test('that cannot be sent has the reason, and reveals no password', async () => {
    const server = await smtpServer()
    await server.stop()
    const url = new URL(server.url)
    Object.assign(url, { username: 'forum', password: 'a-secret' })
    const result = await send(url.href)
    expect(result).toMatchObject({ accepted: false, response: expect.stringContaining('ECONNREFUSED') })
    expect(JSON.stringify(result)).not.toContain('a-secret')
  })
})

test('a place of backups that cannot be read is a problem, an age to alert by, and keeps nothing else', async () => {
  const { config, db, log } = world.services
  const dashboard = new DashboardReader({
    config: { ...config, BACKUP_SCHEDULE: '20 3 * * *', BACKUP_TO: join(process.cwd(), 'package.json') },
    db,
    log,
  })
  const { backup: newest, storage } = await dashboard.read()
  expect(newest).toMatchObject({ place: 'unreadable', newest: null, sign: { state: 'problem' } })
  expect(storage.database_bytes).toBeGreaterThan(0)
  registerDashboardMetrics(dashboard)
  const app = metrics({ ...world.services, config: { ...config, METRICS_TOKEN: 'a token' } })
  const answer = await app.request('/metrics', { headers: { authorization: 'Bearer a token' } })
  const text = await answer.text()
  expect(text).toMatch(/^backup_readable\{kind="place"\} 0$/m)
  expect(text).toMatch(/^backup_age_seconds\{kind="newest"\} \d/m)
})

test('a bucket that never answers keeps neither page nor metrics waiting', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { config, db, log } = world.services
  const dashboard = new DashboardReader({
    config: {
      ...config,
      BACKUP_TO: 'bucket',
      S3_BUCKET: 'forum',
      S3_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    },
    db,
    log,
  })
  const began = performance.now()
  expect((await dashboard.read()).backup).toMatchObject({ place: 'unread', sign: { state: 'attention' } })
  expect(performance.now() - began).toBeLessThan(2000)
  silent.close()
})

test('what was found is good for a while, however many ask', async () => {
  const first = await figures()
  expect(await call(router.dashboard.figures, undefined, as('admin'))).toEqual(first)
})
