import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts } from '../../../tests/accounts.ts'
import { grantRole, listRoles, revokeRole } from '../../accounts/roles/by-username.server.ts'
import { router } from '../../app/router.server.ts'
import type { Role, Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { deleteMember } from '../../settings/account-deletion/run.server.ts'
import { EMAIL_TAKEN, NOT_VERIFIED, OWN_ACCOUNT, SAME_EMAIL } from './policy.ts'

let world: Accounts
let kim: Viewer
let email: string

beforeAll(async () => {
  world = await makeAccounts()
})
afterAll(() => world.close())
beforeEach(async () => {
  kim = await world.buildMember()
  email = `${kim.username}@kim.example`
  await sql`update users set email = ${email} where id = ${kim.id}`.execute(world.db)
  world.mailbox.letters.length = 0
})

const { managedAccounts } = router
const as = (viewer: Viewer | null) => ({ context: { ...world.asContext(viewer), ...world.services } })
const admin = () => as(world.people.admin)
const read = (id = kim.id) => call(managedAccounts.read, { id }, admin())
const grant = (role: Role, id = kim.id, by = world.people.admin) =>
  call(managedAccounts.grantRole, { id, role }, as(by))
const revoke = (role: Role, id = kim.id, by = world.people.admin) =>
  call(managedAccounts.revokeRole, { id, role }, as(by))
const rename = (username: string, id = kim.id) => call(managedAccounts.rename, { id, username }, admin())
const changeEmail = (to: string, id = kim.id) => call(managedAccounts.changeEmail, { id, email: to }, admin())
const rolesOf = async ({ username }: Viewer) => (await listRoles(world.db, username))[0]?.roles ?? []
const log = async (id = kim.id) =>
  (await call(router.changes.list, {}, admin())).items
    .filter(({ item_id }) => item_id === id)
    .map(({ kind, act, fields, name, changed_by }) => ({ kind, act, fields, name, by: changed_by?.username }))
const entry = (...fields: string[]) => ({
  kind: 'account',
  act: fields.length > 0 ? 'updated' : 'deleted',
  fields,
  name: kim.username,
  by: 'adam',
})
const unverify = ({ id }: Viewer) =>
  sql`update users set email_verified = false where id = ${id}`.execute(world.db)

/** Returns the texts of the mails to an address, each without line breaks. */
const mailsTo = (address: string) => world.mailbox.to(address).map(({ text }) => text.replace(/\s+/g, ' '))

/** Every write with valid input, for the tests of refusals. */
const writes = (id: string) => ({
  grantRole: { id, role: 'editor' as const },
  revokeRole: { id, role: 'editor' as const },
  rename: { id, username: 'another_name' },
  verify: { id },
  changeEmail: { id, email: 'another@kim.example' },
  resetPassword: { id },
  requestDeletion: { id, keep_content: true },
})
type Write = keyof ReturnType<typeof writes>
const WRITES = Object.keys(writes('')) as Write[]
const attempt = (name: Write, id: string, by: Viewer | null) =>
  call(managedAccounts[name] as never, writes(id)[name] as never, as(by))

describe('the list', () => {
  const search = async (words: string) =>
    (await call(managedAccounts.list, { search: words }, admin())).items.map(({ id }) => id)

  test('finds an account by username, name and any part of its address', async () => {
    await sql`update profiles set full_name = 'Kímberley Oaktree' where id = ${kim.id}`.execute(world.db)
    for (const words of [kim.username, `@${kim.username}`, 'kimberley oak', email, email.toUpperCase()])
      expect.soft(await search(words), words).toEqual([kim.id])
    expect(await search('@kim.example')).toContain(kim.id)
    for (const words of ['%', '_%_', 'nobody@nowhere.example', '\\'])
      expect.soft(await search(words), words).toEqual([])
    await sql`update profiles set full_name = null where id = ${kim.id}`.execute(world.db)
  })

  test('has pages in the order of usernames, with addresses and roles', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(managedAccounts.list, { cursor, limit: 3 }, admin())
      seen.push(...page.items.map(({ username }) => username))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual([...new Set(seen)].sort())
    expect(seen).toContain(kim.username)
    const { items } = await call(managedAccounts.list, { search: email }, admin())
    expect(items).toMatchObject([{ email, is_verified: true, roles: [] }])
  })

  test('refuses a search that is too long', async () => {
    const input = { search: 'x'.repeat(255) }
    await expect(call(managedAccounts.list, input, admin())).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

test('an account shows its state and what the admin can do', async () => {
  expect(await read()).toMatchObject({
    username: kim.username,
    email,
    is_verified: true,
    roles: [],
    seen_at: expect.any(String),
    has_second_factor: false,
    passkeys: 0,
    delete_at: null,
    can: { grant: ['editor', 'moderator', 'admin'], revoke: [], rename: true, verify: false, delete: true },
  })
  await sql`delete from sessions where user_id = ${kim.id}`.execute(world.db)
  await unverify(kim)
  expect(await read()).toMatchObject({ seen_at: null, can: { grant: [], verify: true } })
  const own = { rename: false, verify: false, change_email: false, reset_password: false, delete: false }
  expect((await read(world.people.admin.id)).can).toMatchObject({ ...own, revoke: [] })
})

describe('roles', () => {
  test('are granted and revoked, logged once, and the member gets a mail', async () => {
    await grant('moderator')
    await grant('moderator')
    expect(await rolesOf(kim)).toEqual(['moderator'])
    await revoke('moderator')
    await revoke('moderator')
    expect(await rolesOf(kim)).toEqual([])
    expect(await log()).toEqual([entry('moderator_role_revoked'), entry('moderator_role_granted')])
    const [granted, revoked, ...rest] = mailsTo(email)
    expect(granted).toContain(`gave ${kim.username} the role “moderator”`)
    expect(revoked).toContain(`removed the role “moderator” from ${kim.username}`)
    expect(rest).toEqual([])
  })

  test('of an admin include editor, which stays when the admin steps down', async () => {
    await grant('admin')
    expect(await rolesOf(kim)).toEqual(['admin', 'editor'])
    expect(await log()).toEqual([entry('editor_role_granted', 'admin_role_granted')])
    expect((await read()).can).toMatchObject({ grant: ['moderator'], revoke: ['admin'] })
    await expect(revoke('editor')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The role admin includes editor. Remove admin first.',
    })
    await revoke('admin', kim.id, { ...kim, roles: ['admin', 'editor'] })
    expect(await rolesOf(kim)).toEqual(['editor'])
  })

  test('need a verified address', async () => {
    await unverify(kim)
    for (const role of ['editor', 'moderator', 'admin'] as const)
      await expect(grant(role)).rejects.toMatchObject({ code: 'CONFLICT', message: NOT_VERIFIED })
    expect(await rolesOf(kim)).toEqual([])
  })

  test('leave one admin, in the browser and on the command line', async () => {
    const { admin: last } = world.people
    const refused = { code: 'CONFLICT', message: 'This is the only admin. Make someone else an admin first.' }
    await expect(revoke('admin', last.id)).rejects.toMatchObject(refused)
    await expect(revokeRole(world.db, last.username, 'admin')).rejects.toMatchObject({
      constraint: 'user_roles_last_admin',
    })
    await grantRole(world.db, kim.username, 'admin')
    await sql`insert into account_deletions (user_id, keep_content) values (${kim.id}, true)`.execute(
      world.db,
    )
    await expect(revoke('admin', last.id), 'the other is leaving').rejects.toMatchObject(refused)
    await sql`delete from account_deletions where user_id = ${kim.id}`.execute(world.db)
    await revoke('admin')
    expect(await rolesOf(last)).toContain('admin')
  })

  test('of two admins who revoke each other’s at once, one stays, ten times', async () => {
    const { admin: first } = world.people
    for (let round = 0; round < 10; round++) {
      await grantRole(world.db, kim.username, 'admin')
      await grantRole(world.db, first.username, 'admin')
      const outcomes = await Promise.allSettled([
        revoke('admin', kim.id, first),
        revoke('admin', first.id, { ...kim, roles: ['admin', 'editor'] }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { rows } = await sql`select from user_roles where role = 'admin'`.execute(world.db)
      expect(rows).toHaveLength(1)
    }
    await grantRole(world.db, first.username, 'admin')
    await revokeRole(world.db, kim.username, 'admin')
  })
})

describe('a rename', () => {
  test('follows the rules of a member’s own, and the member gets a mail', async () => {
    const name = `new_${kim.username}`
    await rename(name)
    expect(await log()).toEqual([{ ...entry('username'), name }])
    expect(mailsTo(email)[0]).toContain(`from ${kim.username} to ${name}`)
    const found = await call(router.profiles.read, { username: kim.username }, as(null))
    expect(found.username).toBe(name)
    for (const [taken, message] of [
      ['ada', 'This username is taken.'],
      ['admin', 'This username is reserved.'],
    ] as const)
      await expect(rename(taken)).rejects.toMatchObject({
        code: 'CONFLICT',
        message,
        data: { field: 'username' },
      })
    await expect(rename('no spaces')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { field: 'username' },
    })
    const other = await world.buildMember()
    await expect(rename(kim.username, other.id), 'a former name').rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('to the same name changes nothing', async () => {
    await rename(kim.username)
    expect([await log(), world.mailbox.letters]).toEqual([[], []])
  })
})

describe('an address', () => {
  const accountOf = async (id: string) =>
    (
      await sql<{ email: string; email_verified: boolean }>`
        select email, email_verified from users where id = ${id}`.execute(world.db)
    ).rows[0]

  test('is marked as verified', async () => {
    await unverify(kim)
    await call(managedAccounts.verify, { id: kim.id }, admin())
    expect(await accountOf(kim.id)).toEqual({ email, email_verified: true })
    await expect(call(managedAccounts.verify, { id: kim.id }, admin())).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This address is already verified.',
    })
    expect(await log()).toEqual([entry('email_verified')])
  })

  test('changes at once. The former one gets a link that undoes the change', async () => {
    await changeEmail('New@Kim.example')
    expect(await accountOf(kim.id)).toEqual({ email: 'new@kim.example', email_verified: true })
    expect(world.mailbox.to('new@kim.example')[0]?.subject).toContain('Email address changed')
    const [notice] = world.mailbox.to(email)
    expect(notice?.text).toContain('An administrator changed the address')
    const stop = new URL(notice?.link ?? '').searchParams.get('stop') ?? ''
    const { status, headers } = await world.app.request('/auth/link', {
      method: 'POST',
      body: new URLSearchParams({ stop }),
    })
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/auth/reset?token=')])
    expect(await accountOf(kim.id)).toEqual({ email, email_verified: true })
  })

  test('is in no log and no job of the change', async () => {
    await changeEmail('secret@kim.example')
    expect(await log()).toEqual([entry('email')])
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(c)::text as text from content_changes c where item_id = ${kim.id}`.execute(world.db)
    expect(rows.map(({ text }) => text).join()).not.toContain('@')
    await sql`delete from users where email = 'secret@kim.example'`.execute(world.db)
  })

  test('that was never verified gets no mail, and its links stop working', async () => {
    await world.signUp({ username: 'mistyped', email: 'typo@kim.example' })
    const { rows } = await sql<{ id: string }>`select id from users where email = 'typo@kim.example'`.execute(
      world.db,
    )
    const id = rows[0]?.id ?? ''
    const letters = world.mailbox.to('typo@kim.example').length
    await changeEmail('right@kim.example', id)
    expect(world.mailbox.to('typo@kim.example')).toHaveLength(letters)
    expect((await world.verify('typo@kim.example')).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await world.signIn('right@kim.example')).status).toBe(200)
  })

  test('of another account, the same one and an invalid one are refused', async () => {
    const other = await world.buildMember()
    await sql`update users set email = 'other@kim.example', email_verified = false where id = ${other.id}`.execute(
      world.db,
    )
    const field = { data: { field: 'email' } }
    await expect(changeEmail('other@kim.example')).rejects.toMatchObject({ message: EMAIL_TAKEN, ...field })
    await expect(changeEmail(email)).rejects.toMatchObject({ message: SAME_EMAIL, ...field })
    await expect(changeEmail('nothing')).rejects.toMatchObject({ code: 'BAD_REQUEST', ...field })
    expect(await accountOf(kim.id)).toEqual({ email, email_verified: true })
    expect([await log(), world.mailbox.letters]).toEqual([[], []])
    await sql`delete from users where id = ${other.id}`.execute(world.db)
  })
})

test('a password reset is mailed, and its link works', async () => {
  await call(managedAccounts.resetPassword, { id: kim.id }, admin())
  const [letter] = world.mailbox.to(email)
  expect(letter?.text).toContain('An administrator of')
  const newPassword = 'another long password'
  const { status } = await world.post('reset-password', { token: world.mailbox.tokenFor(email), newPassword })
  expect(status).toBe(200)
  expect(await log()).toEqual([entry('password_reset_sent')])
})

describe('a deletion', () => {
  const remove = (id = kim.id) => call(managedAccounts.requestDeletion, { id, keep_content: false }, admin())

  test('waits seven days, signs the member out and tells them. The log forgets the name at the end', async () => {
    const { delete_at } = await remove()
    expect(Date.parse(delete_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    const { rows } = await sql`select from sessions where user_id = ${kim.id}`.execute(world.db)
    expect(rows).toEqual([])
    expect(world.mailbox.to(email)[0]?.text).toContain('scheduled the account of')
    expect(await log()).toEqual([entry()])
    expect((await read()).can.delete).toBe(false)
    await expect(remove()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This account is already scheduled for deletion.',
    })
    await sql`update account_deletions set requested_at = requested_at - interval '8 days',
      delete_at = delete_at - interval '8 days' where user_id = ${kim.id}`.execute(world.db)
    await deleteMember(world.services, kim.id)
    expect(await log()).toEqual([])
    const { items } = await call(router.changes.list, { limit: 1 }, admin())
    expect(items).toMatchObject([{ kind: 'account', act: 'deleted', name: 'former member' }])
  })

  test('of two admins who delete each other’s accounts at once happens once', async () => {
    const { admin: first } = world.people
    await grantRole(world.db, kim.username, 'admin')
    const outcomes = await Promise.allSettled(
      [
        [first, kim],
        [kim, first],
      ].map(([by, other]) =>
        call(
          managedAccounts.requestDeletion,
          { id: other?.id ?? '', keep_content: true },
          as({ ...(by as Viewer), roles: ['admin'] }),
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await sql`delete from account_deletions`.execute(world.db)
    await sql`insert into sessions (id, user_id, token, expires_at)
      values (${first.id}, ${first.id}, 'again', now() + interval '1 day') on conflict do nothing`.execute(
      world.db,
    )
    await revoke('admin')
  })

  test('of the last admin is refused by an admin who is leaving', async () => {
    const { admin: last } = world.people
    const leaver = await world.buildMember({ roles: ['admin'] })
    await sql`insert into account_deletions (user_id, keep_content) values (${leaver.id}, true)`.execute(
      world.db,
    )
    const input = { id: last.id, keep_content: true }
    await expect(call(managedAccounts.requestDeletion, input, as(leaver))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This is the only admin. Make someone else an admin first.',
    })
    await sql`delete from users where id = ${leaver.id}`.execute(world.db)
  })
})

describe('everybody else', () => {
  test.each(WRITES)('cannot %s', async (name) => {
    const { member, moderator, editor } = world.people
    await expect(attempt(name, kim.id, null)).rejects.toMatchObject({ status: 401 })
    for (const person of [member, moderator, editor, kim])
      await expect(attempt(name, kim.id, person)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect([await log(), world.mailbox.letters]).toEqual([[], []])
  })

  test('cannot see addresses', async () => {
    const { member, moderator, editor } = world.people
    for (const [person, status] of [
      [null, 401],
      [member, 403],
      [moderator, 403],
      [editor, 403],
    ] as const) {
      await expect(call(managedAccounts.list, {}, as(person))).rejects.toMatchObject({ status })
      await expect(call(managedAccounts.read, { id: kim.id }, as(person))).rejects.toMatchObject({ status })
    }
  })
})

describe('an admin', () => {
  test.each(WRITES)('needs a fresh proof to %s, and an account', async (name) => {
    const { admin: person } = world.people
    const prove = (at: string) =>
      sql`update sessions set proved_at = now() - ${at}::interval where user_id = ${person.id}`.execute(
        world.db,
      )
    await prove('11 minutes')
    await expect(attempt(name, kim.id, person)).rejects.toMatchObject({ status: 403, code: 'PROOF_REQUIRED' })
    await prove('0 minutes')
    await expect(attempt(name, newId(), person)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await log()).toEqual([])
  })

  test.each(WRITES.filter((name) => !name.endsWith('Role')))('cannot %s for themselves', async (name) => {
    const { admin: person } = world.people
    await expect(attempt(name, person.id, person)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: OWN_ACCOUNT,
    })
  })
})
