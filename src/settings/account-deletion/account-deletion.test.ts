import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { type Accounts, makeAccounts } from '../../../tests/accounts.ts'
import { authenticate } from '../../accounts/session/session.server.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { deleteMember } from './run.server.ts'
import { listDueDeletions } from './sql.server.ts'

let world: Accounts

beforeAll(async () => {
  world = await makeAccounts()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: { ...world.asContext(viewer), ...world.services } })
const request = (viewer: Viewer, keep_content = true) =>
  call(router.me.requestDeletion, { keep_content }, as(viewer))
const undo = (viewer: Viewer) => call(router.me.undoDeletion, undefined, as(viewer))
const read = (viewer: Viewer) => call(router.me.readDeletion, undefined, as(viewer))
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error,
  )
const isGone = async ({ id }: Viewer) =>
  (await sql`select from users where id = ${id}`.execute(world.db)).rows.length === 0

/** Moves the deletion request 8 days into the past, so that the deletion is due. */
async function weekLater({ id }: Viewer): Promise<void> {
  await sql`update account_deletions set requested_at = requested_at - interval '8 days',
    delete_at = delete_at - interval '8 days' where user_id = ${id}`.execute(world.db)
}

async function leave(viewer: Viewer, keepContent = true): Promise<void> {
  await request(viewer, keepContent)
  await weekLater(viewer)
  await deleteMember(world.services, viewer.id)
}

/** Creates the viewer's session again, with the same id, because a deletion request ends all sessions. */
async function signedInAgain(viewer: Viewer): Promise<Viewer> {
  await sql`insert into sessions (id, user_id, token, expires_at)
    values (${viewer.id}, ${viewer.id}, ${`again ${viewer.id}`}, now() + interval '1 day')`.execute(world.db)
  return viewer
}

describe('whoever asks to leave', () => {
  it('is told before how much there is of them', async () => {
    const member = await world.buildMember()
    const post_id = await world.buildPost({ author: member })
    await world.buildPost({ author: member })
    await world.buildComment({ post_id })
    await world.buildNote({ author: member })
    await call(router.conversations.send, { username: 'ada', content: 'Hello' }, as(member))
    await call(router.votes.post, { id: post_id, vote_type: 1 }, as(member))
    expect(await read(member)).toEqual({
      deletion: null,
      counts: { posts: 2, comments: 0, notes: 1, answered: 1, messages: 1, votes: 1 },
    })
  })

  it('is signed out everywhere, gets a mail, and has seven days', async () => {
    await world.signUp({ username: 'goer', email: 'goer@example.org' })
    await world.verify('goer@example.org')
    const { cookie } = await world.signIn('goer@example.org')
    const { viewer } = await authenticate(world.services, new Headers({ cookie }))
    const id = (viewer as Viewer).id
    const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${id}`.execute(
      world.db,
    )
    const context = { ...as(viewer).context, session: { id: rows[0]?.id as string, expires_at: '' } }
    const { deletion } = await call(router.me.requestDeletion, { keep_content: false }, { context })
    const days = (Date.parse(deletion.delete_at) - Date.parse(deletion.requested_at)) / 86_400_000
    expect(days).toBeCloseTo(7)
    expect(world.mailbox.to('goer@example.org').at(-1)).toMatchObject({
      subject: expect.stringContaining('will be deleted'),
      text: expect.stringContaining('sign in and select'),
    })
    expect((await authenticate(world.services, new Headers({ cookie }))).viewer).toBeNull()
    await deleteMember(world.services, id)
    expect(await isGone(viewer as Viewer)).toBe(false)
    const again = await authenticate(
      world.services,
      new Headers({ cookie: (await world.signIn('goer@example.org')).cookie }),
    )
    expect(again.viewer).toMatchObject({ username: 'goer', leaving_at: deletion.delete_at })
  })

  it('reads, writes nothing, and keeps the account by a press, not by signing in', async () => {
    const member = await world.buildMember()
    await request(member)
    await signedInAgain(member)
    const { deletion } = await read(member)
    const leaving = { ...member, leaving_at: deletion?.delete_at as string }
    expect(await failure(call(router.notes.create, { content: 'Still here' }, as(leaving)))).toMatchObject({
      code: 'LEAVING',
      status: 403,
    })
    expect(await call(router.me.read, undefined, as(leaving))).toMatchObject({
      user: { leaving_at: deletion?.delete_at },
    })
    expect(await call(router.notes.list, {}, as(leaving))).toMatchObject({ items: expect.anything() })
    expect(await undo(leaving)).toEqual({ status: true })
    expect((await read(member)).deletion).toBeNull()
    expect(await failure(undo(member))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('needs a fresh proof, to leave and to come back', async () => {
    const member = await world.buildMember()
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${member.id}`.execute(
      world.db,
    )
    expect(await failure(request(member))).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect(await failure(undo(member))).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect((await read(member)).deletion).toBeNull()
  })

  it('chooses again, from then on', async () => {
    const member = await world.buildMember()
    await request(member, true)
    await sql`update account_deletions set requested_at = now() - interval '3 days',
      delete_at = now() + interval '4 days' where user_id = ${member.id}`.execute(world.db)
    await signedInAgain(member)
    const { deletion } = await request(member, false)
    expect(deletion.keep_content).toBe(false)
    expect(Date.parse(deletion.delete_at)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
  })

  it('may be suspended', async () => {
    const member = await world.buildMember()
    const told = { id: member.id, message: 'Rest.', rule: null, per_day: null, ends_at: null }
    const sanctions = [{ ...told, kind: 'suspension' as const, action_id: member.id }]
    expect(await request({ ...member, sanctions })).toMatchObject({ deletion: { keep_content: true } })
  })
})

describe('the last admin', () => {
  it('stays, and of two who leave at once one does', async () => {
    const { admin } = world.people
    expect(await failure(request(admin))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('only admin'),
    })
    const second = await world.buildMember({ roles: ['admin'] })
    const outcomes = await Promise.all([request(admin), request(second)].map(failure))
    expect(outcomes.filter(({ code }) => code === 'CONFLICT')).toHaveLength(1)
    await sql`delete from account_deletions where user_id in (${admin.id}, ${second.id})`.execute(world.db)
    await sql`delete from user_roles where user_id = ${second.id}`.execute(world.db)
  })

  it('is not taken out where the other has lost the role meanwhile', async () => {
    const second = await world.buildMember({ roles: ['admin'] })
    const { admin } = world.people
    await request(second)
    await weekLater(second)
    await sql`delete from user_roles where user_id = ${admin.id} and role = 'admin'`.execute(world.db)
    expect(await listDueDeletions(world.db)).not.toContain(second.id)
    await sql`insert into user_roles (user_id, role) values (${admin.id}, 'admin')`.execute(world.db)
    expect(await listDueDeletions(world.db)).toContain(second.id)
    await deleteMember(world.services, second.id)
    expect(await isGone(second)).toBe(true)
  })
})

test('nothing opens the account any more, and its name rests', async () => {
  const email = 'opener@example.org'
  await world.signUp({ username: 'opener', email })
  await world.verify(email)
  const { cookie } = await world.signIn(email)
  const { viewer } = await authenticate(world.services, new Headers({ cookie }))
  await world.post('request-password-reset', { email })
  const member = viewer as Viewer
  await sql`insert into sessions (id, user_id, token, expires_at)
    values (${member.id}, ${member.id}, 'opener', now() + interval '1 day')`.execute(world.db)
  await leave(member)
  expect(await isGone(member)).toBe(true)
  expect((await authenticate(world.services, new Headers({ cookie }))).viewer).toBeNull()
  expect((await world.signIn(email)).status).toBe(401)
  expect(
    (await sql`select from verifications where value like ${`%${member.id}%`}`.execute(world.db)).rows,
  ).toEqual([])
  const letters = world.mailbox.to(email).length
  await world.post('request-password-reset', { email })
  expect(world.mailbox.to(email)).toHaveLength(letters)
  expect(await world.signUp({ username: 'Opener', email: 'other-opener@example.org' })).toMatchObject({
    status: 409,
  })
})

describe('what holds somebody back', () => {
  const suspend = async ({ id }: Viewer, ends = '30 days') => {
    await sql`with acted as (
        insert into moderation_actions (action, acted_as, member_id, kind, target_id, rule, reason)
        values ('suspend', 'moderator', ${id}, 'member', ${id}, '2. Be kind', 'Spam') returning id)
      insert into sanctions (member_id, kind, message, action_id, starts_at, ends_at)
      select ${id}, 'suspension', 'Please rest.', id, now() - interval '60 days', now() + ${ends}::interval from acted`.execute(
      world.db,
    )
  }
  const sanctionsOf = async (email: string) =>
    (
      await sql<{ kind: string; message: string; acted_as: string; days: number }>`
        select s.kind, s.message, m.acted_as, round(extract(epoch from s.ends_at - now()) / 86400)::integer as days
        from sanctions s join users u on u.id = s.member_id join moderation_actions m on m.id = s.action_id
        where u.email = ${email} and m.member_id = s.member_id`.execute(world.db)
    ).rows

  it('waits for who signs up with the same address, once the address is theirs', async () => {
    const member = await world.buildMember()
    const email = 'comes-back@example.org'
    await sql`update users set email = ${email} where id = ${member.id}`.execute(world.db)
    await suspend(member)
    await leave(member)
    await world.signUp({ username: 'comes_back', email })
    expect(await sanctionsOf(email)).toEqual([])
    await world.verify(email)
    expect(await sanctionsOf(email)).toEqual([
      { kind: 'suspension', message: 'Please rest.', acted_as: 'system', days: 30 },
    ])
    expect((await sql`select broken_moderation_log() as broken`.execute(world.db)).rows).toEqual([
      { broken: null },
    ])
  })

  it('waits for the address of before, too, and ends when it would have ended', async () => {
    const member = await world.buildMember()
    const [former, ended] = ['before-that@example.org', 'long-over@example.org']
    await sql`insert into email_changes (user_id, old_email, new_email) select id, ${former}, email from users where id = ${member.id}`.execute(
      world.db,
    )
    await suspend(member)
    await leave(member)
    await world.signUp({ username: 'before_that', email: former })
    await world.verify(former)
    expect(await sanctionsOf(former)).toHaveLength(1)

    const other = await world.buildMember()
    await sql`update users set email = ${ended} where id = ${other.id}`.execute(world.db)
    await suspend(other, '1 hour')
    await leave(other)
    await sql`update former_sanctions set ends_at = now() - interval '1 second'`.execute(world.db)
    await world.signUp({ username: 'long_over', email: ended })
    await world.verify(ended)
    expect(await sanctionsOf(ended)).toEqual([])
  })
})

test('what was written to each other stays with who stays, without the name', async () => {
  const [leaver, stays] = [await world.buildMember(), await world.buildMember()]
  const send = (from: Viewer, to: Viewer, content: string) =>
    call(router.conversations.send, { username: to.username, content }, as(from))
  for (let n = 0; n < 60; n++) await send(leaver, stays, `From me ${n}`)
  await send(stays, leaver, 'And from you')
  for (let n = 0; n < 60; n++) await send(leaver, stays, `More ${n}`)
  await leave(leaver, false)
  const { items } = await call(router.formerConversations.list, {}, as(stays))
  expect(items).toMatchObject([{ last_message: { excerpt: 'More 59', is_own: false } }])
  const id = items[0]?.id as string
  const first = await call(router.formerConversations.messages, { id }, as(stays))
  expect(first.items[0]).toMatchObject({ content: 'More 59', is_own: false })
  const all = [...first.items]
  for (let { next } = first; next; ) {
    const page = await call(router.formerConversations.messages, { id, cursor: next }, as(stays))
    all.push(...page.items)
    next = page.next
  }
  expect(all).toHaveLength(121)
  expect(all.filter(({ is_own }) => is_own)).toMatchObject([{ content: 'And from you' }])
  expect(JSON.stringify([items, all])).not.toContain(leaver.id)
  expect(
    await failure(call(router.formerConversations.messages, { id }, as(world.people.other))),
  ).toMatchObject({
    code: 'NOT_FOUND',
  })
  await leave(stays)
  const left =
    await sql`select from former_messages m join former_conversations c on c.id = m.conversation_id where c.id = ${id}`.execute(
      world.db,
    )
  expect(left.rows).toEqual([])
})

test('goes on where a process was killed in the middle of it, and takes nothing twice', {
  tags: 'all',
  timeout: 120_000,
}, async () => {
  const leaver = await world.buildMember()
  const post_id = await world.buildPost()
  for (let n = 0; n < 250; n++) await world.buildComment({ post_id, author: leaver })
  const last = await world.buildPost({ author: leaver })
  await request(leaver, false)
  await weekLater(leaver)
  const program = fileURLToPath(new URL(`./leaving-program-${process.pid}.ts`, import.meta.url))
  await writeFile(program, PROGRAM)
  const done = async () =>
    (
      await sql<{ done: number }>`select done from account_deletions where user_id = ${leaver.id}`.execute(
        world.db,
      )
    ).rows[0]?.done
  try {
    // Locks the last rows, so that the deletion cannot finish before its process is killed.
    await world.db.transaction().execute(async (trx) => {
      await sql`select from posts where id = ${last} for update`.execute(trx)
      const child = spawn(process.execPath, [program, leaver.id], {
        env: {
          ...process.env,
          DATABASE_URL: world.services.config.DATABASE_URL,
          DATA_DIR: world.services.config.DATA_DIR,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      await vi.waitFor(async () => expect(await done()).toBe(250), { timeout: 60_000 })
      child.kill('SIGKILL')
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
    })
  } finally {
    await rm(program)
  }
  expect(await isGone(leaver)).toBe(false)
  expect(await failure(undo(leaver))).toBeInstanceOf(Error)
  expect(await listDueDeletions(world.db)).toContain(leaver.id)
  // Retries, because the database only notices after a while that the killed process is gone.
  await vi.waitFor(
    async () => {
      await deleteMember(world.services, leaver.id)
      expect(await isGone(leaver)).toBe(true)
    },
    { timeout: 30_000 },
  )
  expect((await sql`select from comments where post_id = ${post_id}`.execute(world.db)).rows).toEqual([])
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

const at = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
const PROGRAM = `
import { createServices } from ${at('../../app/services.server.ts')}
import { loadConfig } from ${at('../../platform/config/config.server.ts')}
import { deleteMember } from ${at('./run.server.ts')}
const { DATABASE_URL, DATA_DIR } = process.env
const services = createServices(loadConfig({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }))
services.jobs.add = async () => {}
await deleteMember(services, process.argv[2])
`
