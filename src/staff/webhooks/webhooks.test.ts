import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isSignedWith } from '../../../tests/forked-webhook-receiver.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'
import { recordFailure, sweepDeliveries } from './delivery-sql.server.ts'
import { sendDueDeliveries } from './jobs.server.ts'
import {
  ATTEMPTS_MAX,
  FAILING_DAYS,
  HAS_CREDENTIALS,
  NO_EVENTS,
  NOT_HTTPS,
  NOT_PUBLIC,
  RESPONSE_MAX,
  WEBHOOK_EVENTS,
  WEBHOOKS_MAX,
} from './policy.ts'
import { postJson } from './post-request.server.ts'

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

let world: World
let server: Server
let received: Received[]
let origin: string

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.end('thanks'),
  '/error': (response) => response.writeHead(500).end('it\0 broke\n'),
  '/redirect': (response) => response.writeHead(302, { Location: '/ok' }).end(),
  '/huge': (response) => response.end('x'.repeat(20_000_000)),
  '/never': () => {},
  '/endless': (response) => response.write('a beginning'),
}

beforeAll(async () => {
  world = await makeWorld()
  world.services.jobs.add = async () => {}
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ path: request.url ?? '', headers: request.headers, body })
    ANSWERS[request.url ?? '']?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})
beforeEach(async () => {
  received = []
  world.services.config.allowsLoopbackRequests = true
  await sql`truncate webhooks cascade`.execute(world.db)
  await sql`truncate content_changes`.execute(world.db)
})

const as = (person: keyof World['people']) => ({ context: world.asContext(world.people[person]) })
const create = (url: string, events: readonly string[] = WEBHOOK_EVENTS) =>
  call(router.webhooks.create, { url, events: events as never, description: 'Chat' }, as('admin'))
const createAt = (path: string, events?: readonly string[]) => create(origin + path, events)
const list = async () => (await call(router.webhooks.list, undefined, as('admin'))).items
const deliveries = async (id: string) =>
  (await call(router.webhookDeliveries.list, { id }, as('admin'))).items
const sendDue = () => sendDueDeliveries(world.services)
const makeDue = () =>
  sql`update webhook_deliveries set due_at = now() where due_at is not null`.execute(world.db)
const payloads = () => received.map(({ body }) => JSON.parse(body))

describe('a webhook', () => {
  test('is listed without its secret, which the database has encrypted only', async () => {
    const { id, secret } = await create('https://chat.example/hook/token')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await list()).toEqual([
      {
        id,
        url: 'https://chat.example/hook/token',
        description: 'Chat',
        events: WEBHOOK_EVENTS,
        created_at: expect.any(String),
        is_on: true,
        failing_since: null,
      },
    ])
    const { rows } = await sql<{ row: string }>`select to_jsonb(w)::text as row from webhooks w`.execute(
      world.db,
    )
    expect(rows[0]?.row).not.toContain(secret.slice(6))
  })

  test.each([
    ['http://chat.example/', NOT_HTTPS],
    ['ftp://chat.example/', NOT_HTTPS],
    ['chat.example', NOT_HTTPS],
    ['https://me:secret@chat.example/', HAS_CREDENTIALS],
    ['https://localhost/', NOT_PUBLIC],
    ['https://127.0.0.1/', NOT_PUBLIC],
    ['https://0x7f.1/', NOT_PUBLIC],
    ['https://10.1.2.3/', NOT_PUBLIC],
    ['https://169.254.169.254/latest/meta-data', NOT_PUBLIC],
    ['https://[::1]/', NOT_PUBLIC],
    ['https://[::ffff:10.0.0.1]/', NOT_PUBLIC],
    ['https://[fd00::1]/', NOT_PUBLIC],
  ])('at %s is refused', async (url, message) => {
    world.services.config.allowsLoopbackRequests = false
    await expect(create(url)).rejects.toMatchObject({ code: 'BAD_REQUEST', message, data: { field: 'url' } })
  })

  test('needs an event, and there are at most twenty', async () => {
    await expect(create('https://chat.example/', [])).rejects.toMatchObject({
      message: expect.stringContaining(NO_EVENTS),
      data: { field: 'events' },
    })
    await expect(create('https://chat.example/', ['post.liked'])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const some = await Promise.allSettled(
      Array.from({ length: WEBHOOKS_MAX + 2 }, () => create('https://chat.example/', ['member.joined'])),
    )
    expect(some.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(await list()).toHaveLength(WEBHOOKS_MAX)
  })

  test.each([
    ['url', { url: 'http://chat.example/' }],
    ['url', { url: 'https://me@chat.example/' }],
    ['events', { events: [] }],
    ['events', { events: ['post.liked'] }],
    ['description', { description: 'x'.repeat(101) }],
  ])('is refused by the database, too: %s', async (column, values) => {
    const valid = { url: 'https://chat.example/', events: ['post.created'], sealed_secret: 'sealed' }
    const inserted = world.db
      .insertInto('webhooks')
      .values({ ...valid, ...values })
      .execute()
    await expect(inserted).rejects.toThrow(`webhooks_${column}_check`)
  })

  test('leaves a log of its changes that names its host only', async () => {
    const { id } = await create('https://chat.example/hook/token')
    await call(router.webhooks.update, { id, is_on: false }, as('admin'))
    await call(router.webhooks.replaceSecret, { id }, as('admin'))
    await call(router.webhooks.remove, { id }, as('admin'))
    const { items } = await call(router.changes.list, {}, as('editor'))
    expect(items.map(({ act, fields }) => [act, ...fields])).toEqual([
      ['deleted'],
      ['updated', 'secret'],
      ['updated', 'is_on'],
      ['created'],
    ])
    for (const item of items)
      expect(item).toMatchObject({ kind: 'webhook', item_id: id, name: 'chat.example' })
    const gone = [
      () => call(router.webhooks.update, { id, is_on: true }, as('admin')),
      () => call(router.webhooks.replaceSecret, { id }, as('admin')),
      () => call(router.webhooks.remove, { id }, as('admin')),
      () => call(router.webhookDeliveries.list, { id }, as('admin')),
      () => call(router.webhookDeliveries.create, { id }, as('admin')),
    ]
    for (const ask of gone) await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('needs a recent password check to be created or get a new secret', async () => {
    const { id } = await createAt('/ok')
    await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(world.db)
    await expect(createAt('/ok')).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
    await expect(call(router.webhooks.replaceSecret, { id }, as('admin'))).rejects.toMatchObject({
      code: 'PROOF_REQUIRED',
    })
    await sql`update sessions set proved_at = now()`.execute(world.db)
  })
})

describe('an event', () => {
  test('is sent with a valid signature, and only public fields', async () => {
    const { id, secret } = await createAt('/ok', ['post.created', 'comment.created'])
    const post = await world.buildPost({ title: 'On bees', content: '<p>They hum.</p>' })
    const comment = await world.buildComment({ post_id: post, content: 'They do.' })
    await sendDue()
    expect(payloads()).toEqual([
      {
        type: 'post.created',
        timestamp: expect.any(String),
        data: {
          id: post,
          title: 'On bees',
          text: 'They hum.',
          author: 'mara',
          created_at: expect.any(String),
          edited_at: null,
          url: `http://localhost:3000/post/${post}/on-bees`,
        },
      },
      {
        type: 'comment.created',
        timestamp: expect.any(String),
        data: expect.objectContaining({ id: comment, post_id: post, text: 'They do.', author: 'bo_k' }),
      },
    ])
    for (const one of received) expect(await isSignedWith(secret, one)).toBe(true)
    const [one] = received as [Received]
    expect(await isSignedWith(`whsec_${btoa('another secret of 32 characters.')}`, one)).toBe(false)
    expect(await isSignedWith(secret, { ...one, body: `${one.body} ` })).toBe(false)
    expect(one.headers['webhook-signature']).toBe(await signatureOf(secret, one))
    expect(await deliveries(id)).toEqual([
      expect.objectContaining({ event: 'comment.created', outcome: 'delivered' }),
      expect.objectContaining({
        event: 'post.created',
        outcome: 'delivered',
        attempts: 1,
        status: 200,
        response: 'thanks',
        error: null,
        next_attempt_at: null,
      }),
    ])
  })

  test('of each kind is sent once', async () => {
    await createAt('/ok')
    const { author, member, moderator } = world.people
    const { id } = await call(
      router.posts.create,
      { title: 'On bees', content: '<p>They hum.</p>' },
      as('author'),
    )
    await call(router.posts.update, { id, title: 'On wasps', content: '<p>They hum.</p>' }, as('author'))
    const { id: comment } = await call(router.comments.create, { id, content: 'They do.' }, as('member'))
    await call(router.comments.update, { id: comment, content: 'They did.' }, as('member'))
    await call(
      router.reports.create,
      { kind: 'comment', id: comment, reason: 'spam', words: 'Secretly' },
      as('other'),
    )
    await call(router.removals.removeComment, { id: comment, reason: 'Spam.' }, as('moderator'))
    await call(router.posts.remove, { id }, as('author'))
    const joined = await world.buildMember()
    await sendDue()
    const types = payloads().map(({ type }) => type)
    expect(types.sort()).toEqual(['comment.deleted', 'member.joined', 'moderation.action', 'post.deleted'])
    expect(payloads().find(({ type }) => type === 'member.joined').data).toEqual({
      id: joined.id,
      username: joined.username,
      url: `http://localhost:3000/profile/${joined.username}`,
    })
    const { rows } = await sql<{ event: string }>`
      select event from webhook_deliveries where outcome = 'skipped' order by event`.execute(world.db)
    expect(rows.map(({ event }) => event)).toEqual([
      'comment.created',
      'comment.updated',
      'post.created',
      'post.updated',
      'report.created',
    ])
    const sent = JSON.stringify(received.map(({ body }) => body))
    for (const hidden of ['Secretly', 'They', 'Spam.', author.id, member.id, moderator.id])
      expect(sent).not.toContain(hidden)
  })

  test('about a report names neither who reported nor what', async () => {
    await createAt('/ok', ['report.created'])
    const note = await world.buildNote({ content: 'Buy pills' })
    await call(router.reports.create, { kind: 'note', id: note, reason: 'spam', words: 'Ads' }, as('other'))
    await sendDue()
    expect(payloads()[0].data).toEqual({
      id: expect.any(String),
      kind: 'note',
      url: 'http://localhost:3000/moderation/queue',
    })
  })

  test('in a transaction that is rolled back is not sent', async () => {
    const { id } = await createAt('/ok')
    const post = await world.buildPost()
    const done = world.db.transaction().execute(async (trx) => {
      await sql`update posts set title = 'Another' where id = ${post}`.execute(trx)
      throw new Error('rolled back')
    })
    await expect(done).rejects.toThrow('rolled back')
    expect((await deliveries(id)).map(({ event }) => event)).toEqual(['post.created'])
  })

  test('is sent to webhooks that want it and are on', async () => {
    const off = await createAt('/ok', ['post.created'])
    await call(router.webhooks.update, { id: off.id, is_on: false }, as('admin'))
    const other = await createAt('/ok', ['member.joined'])
    await world.buildPost()
    expect([...(await deliveries(off.id)), ...(await deliveries(other.id))]).toEqual([])
  })

  test('is not sent with a secret that was replaced', async () => {
    const { id, secret } = await createAt('/ok', ['post.created'])
    await world.buildPost()
    const replaced = await call(router.webhooks.replaceSecret, { id }, as('admin'))
    await sendDue()
    expect(await isSignedWith(secret, received[0] as Received)).toBe(false)
    expect(await isSignedWith(replaced.secret, received[0] as Received)).toBe(true)
  })
})

describe('a delivery that fails', () => {
  test('is retried with the same id, eight times', async () => {
    const { id } = await createAt('/error', ['post.created'])
    await world.buildPost()
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      await makeDue()
      await sendDue()
      const [delivery] = await deliveries(id)
      expect(delivery).toMatchObject({ attempts: attempt, status: 500, response: 'it broke' })
      expect(delivery?.outcome).toBe(attempt < ATTEMPTS_MAX ? null : 'failed')
    }
    await makeDue()
    await sendDue()
    expect(received).toHaveLength(ATTEMPTS_MAX)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('waits longer after each attempt, and others of the webhook wait for it', async () => {
    const { id } = await createAt('/error', ['post.created'])
    await world.buildPost()
    await world.buildPost()
    await sendDue()
    expect(received).toHaveLength(1)
    const waits = (await deliveries(id)).map(({ next_attempt_at }) =>
      Math.round((Date.parse(next_attempt_at ?? '') - Date.now()) / 60_000),
    )
    expect(waits.sort()).toEqual([0, 1].map((minutes) => expect.closeTo(minutes, 0)))
  })

  test('can be sent again, also after it was delivered', async () => {
    const { id } = await createAt('/ok', ['post.created'])
    await world.buildPost()
    await sendDue()
    const [delivery] = await deliveries(id)
    await call(router.webhookDeliveries.repeat, { id: delivery?.id ?? '' }, as('admin'))
    await sendDue()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id, delivery?.id])
    await call(router.webhooks.update, { id, is_on: false }, as('admin'))
    await expect(
      call(router.webhookDeliveries.repeat, { id: delivery?.id ?? '' }, as('admin')),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(call(router.webhookDeliveries.repeat, { id: newId() }, as('admin'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('for days switches the webhook off, which the dashboard shows', async () => {
    const { id } = await createAt('/error', ['post.created'])
    await world.buildPost()
    await world.buildPost()
    await sendDue()
    expect(await list()).toMatchObject([{ is_on: true, failing_since: expect.any(String) }])
    expect((await signOfWebhooks()).state).toBe('attention')
    await sql`update webhooks set failing_since = now() - make_interval(days => ${FAILING_DAYS}, secs => 1)`.execute(
      world.db,
    )
    await makeDue()
    await sendDue()
    expect(await list()).toMatchObject([{ is_on: false }])
    expect((await deliveries(id)).map(({ outcome }) => outcome)).toEqual(['canceled', 'canceled'])
    expect((await signOfWebhooks()).state).toBe('problem')
    await call(router.webhooks.update, { id, is_on: true }, as('admin'))
    expect(await list()).toMatchObject([{ is_on: true, failing_since: null }])
    expect((await signOfWebhooks()).state).toBe('fine')
  })

  test('no longer counts as failing after a success', async () => {
    const { id } = await createAt('/ok', ['post.created'])
    await recordFailure(world.db, id)
    await world.buildPost()
    await sendDue()
    expect(await list()).toMatchObject([{ failing_since: null }])
  })
})

describe('a response', () => {
  const post = (path: string) =>
    postJson(new URL(origin + path), '{}', {}, { allowsLoopback: true, timeout: 300 })

  test('of any size is read to its beginning only', async () => {
    const { status, response } = await post('/huge')
    expect([status, response]).toEqual([200, 'x'.repeat(RESPONSE_MAX)])
  })

  test('that redirects is not followed', async () => {
    expect(await post('/redirect')).toMatchObject({ status: 302, error: null })
    expect(received.map(({ path }) => path)).toEqual(['/redirect'])
  })

  test('that never comes ends with an error, and one that never ends counts', async () => {
    expect(await post('/never')).toMatchObject({ status: null, error: 'No response within 10 seconds' })
    expect(await post('/endless')).toMatchObject({ status: 200, response: 'a beginning' })
  })

  test('is deleted with the text that it may repeat, and after a month', async () => {
    const { id } = await createAt('/ok', ['post.created', 'post.deleted'])
    const post = await world.buildPost()
    await sendDue()
    await call(router.removals.removePost, { id: post, reason: 'Spam.' }, as('moderator'))
    expect((await deliveries(id)).map(({ response }) => response)).toEqual([null, null])
    await sql`update webhook_deliveries set created_at = now() - interval '31 days'`.execute(world.db)
    await sweepDeliveries(world.db)
    expect(await deliveries(id)).toEqual([])
  })
})

test('a test event is sent like others', async () => {
  const { id } = await createAt('/ok', ['member.joined'])
  const made = await call(router.webhookDeliveries.create, { id }, as('admin'))
  await sendDue()
  expect(payloads()).toEqual([{ type: 'webhook.test', timestamp: expect.any(String), data: { id } }])
  expect(await deliveries(id)).toMatchObject([{ id: made.id, outcome: 'delivered' }])
  await call(router.webhooks.update, { id, is_on: false }, as('admin'))
  await expect(call(router.webhookDeliveries.create, { id }, as('admin'))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a webhook that never responds delays no other', async () => {
  await createAt('/never', ['post.created'])
  await createAt('/ok', ['post.created'])
  await world.buildPost()
  const done = sendDue()
  await expect.poll(() => received.map(({ path }) => path).sort()).toEqual(['/never', '/ok'])
  server.closeAllConnections()
  await done
})

test('with another AUTH_SECRET, the delivery says what to do', async () => {
  const { id } = await createAt('/ok', ['post.created'])
  await world.buildPost()
  const { config } = world.services
  const changed = { ...config, AUTH_SECRET: 'another secret for tests, 32 characters' }
  await sendDueDeliveries({ ...world.services, config: changed })
  expect(received).toEqual([])
  expect((await deliveries(id))[0]?.error).toBe('AUTH_SECRET has changed. Replace the signing secret.')
})

test('without the permission of tests, no request reaches this machine', async () => {
  const { id } = await createAt('/ok', ['post.created'])
  world.services.config.allowsLoopbackRequests = false
  await world.buildPost()
  await sendDue()
  expect(received).toEqual([])
  expect(await deliveries(id)).toMatchObject([{ status: null, error: NOT_PUBLIC }])
})

async function signOfWebhooks() {
  world.services.dashboard.forget()
  const { webhooks } = await call(router.dashboard.figures, undefined, as('admin'))
  return webhooks.sign
}

/** Computes a signature as the specification of Standard Webhooks describes it, with Web Crypto. */
async function signatureOf(secret: string, { headers, body }: Received): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(signed))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
}
