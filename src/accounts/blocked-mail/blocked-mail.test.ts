import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts } from '../../../tests/accounts.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { createMember } from '../members.server.ts'
import { ADDRESS_BLOCKED, BLOCKED_MAIL_MAX, NO_ADDRESS } from './policy.ts'

let accounts: Accounts
let count = 0

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())
beforeEach(() => accounts.db.deleteFrom('blocked_mail').execute())

const as = (viewer: Viewer | null) => ({ context: accounts.asContext(viewer) })
const admin = () => as(accounts.people.admin)
const block = (pattern: string) => call(router.blockedMail.create, { pattern }, admin())
const list = async () => (await call(router.blockedMail.list, undefined, admin())).items
const join = (email: string) => accounts.signUp({ username: `comer${++count}`, email })

describe('managing', () => {
  test('admins block, list and unblock, and the log names no address', async () => {
    const address = await block(' Some.Body+news@Example.ORG ')
    expect(address).toMatchObject({ pattern: 'some.body@example.org', member_count: 0 })
    const domain = await block('@Bücher.example')
    expect(domain).toMatchObject({ pattern: 'xn--bcher-kva.example' })
    expect((await list()).map(({ pattern }) => pattern)).toEqual([address.pattern, domain.pattern])
    for (const { id } of [address, domain]) await call(router.blockedMail.remove, { id }, admin())
    expect(await list()).toEqual([])
    const log = accounts.db
      .selectFrom('content_changes')
      .select(['act', 'name'])
      .where('kind', '=', 'blocked mail')
      .orderBy('id')
    expect(await log.execute()).toEqual([
      { act: 'created', name: '…@example.org' },
      { act: 'created', name: 'xn--bcher-kva.example' },
      { act: 'deleted', name: '…@example.org' },
      { act: 'deleted', name: 'xn--bcher-kva.example' },
    ])
  })

  test('is for admins alone', async () => {
    const { id } = await block('example.org')
    for (const viewer of [null, accounts.people.member, accounts.people.editor, accounts.people.moderator]) {
      const refused = { status: viewer ? 403 : 401 }
      await expect(call(router.blockedMail.list, undefined, as(viewer))).rejects.toMatchObject(refused)
      await expect(
        call(router.blockedMail.create, { pattern: 'a.example' }, as(viewer)),
      ).rejects.toMatchObject(refused)
      await expect(call(router.blockedMail.remove, { id }, as(viewer))).rejects.toMatchObject(refused)
    }
  })

  test.each([
    '',
    ' ',
    'com',
    'co.uk',
    'example',
    'two words',
    'a@b',
    '@',
    'a b@example.org',
    'x'.repeat(255),
  ])('“%s” is refused', async (pattern) => {
    await expect(block(pattern)).rejects.toMatchObject({ status: 400, data: { field: 'pattern' } })
    expect(NO_ADDRESS).toContain('domain')
  })

  test('the same twice is a conflict, and one that is gone is not found', async () => {
    await block('one@example.org')
    await expect(block('ONE+two@example.org')).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { field: 'pattern' },
    })
    await expect(call(router.blockedMail.remove, { id: newId() }, admin())).rejects.toMatchObject({
      status: 404,
    })
  })

  test('there are at most a thousand', async () => {
    const patterns = Array.from({ length: BLOCKED_MAIL_MAX }, (_, n) => ({ pattern: `d${n}.example` }))
    await accounts.db.insertInto('blocked_mail').values(patterns).execute()
    await expect(block('more.example')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You can block at most 1,000 addresses and domains.',
    })
  })

  test('members with such an address are counted and stay', async () => {
    for (const email of [
      'a@counted.example',
      'a+b@counted.example',
      'b@sub.counted.example',
      'c@uncounted.example',
    ])
      await createMember(accounts.db, { email })
    expect(await block('counted.example')).toMatchObject({ member_count: 3 })
    expect(await block('A+other@counted.example')).toMatchObject({ member_count: 2 })
    expect(await block('uncounted.example')).toMatchObject({ member_count: 1 })
    const members = accounts.db.selectFrom('users').select('id').where('email', 'like', '%counted.example')
    expect(await members.execute()).toHaveLength(4)
  })
})

describe('signing up', () => {
  test.each([
    ['spam.example', 'a@spam.example'],
    ['spam.example', 'A@Mail.SPAM.example'],
    ['bücher.example', 'a@xn--bcher-kva.example'],
    ['bücher.example', 'a@bücher.example'],
    ['one@mixed.example', 'one@mixed.example'],
    ['one@mixed.example', 'ONE+anything+more@Mixed.example'],
    ['one+two@mixed.example', 'one@mixed.example'],
  ])('with %s blocked, %s is refused at the field, and no mail is sent', async (pattern, email) => {
    await block(pattern)
    const { status, body } = await join(email)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', message: ADDRESS_BLOCKED, data: { field: 'email' } },
    })
    expect(accounts.mailbox.to(email.toLowerCase())).toEqual([])
  })

  test('with another address is as before', async () => {
    for (const pattern of ['spam.example', 'one@mixed.example']) await block(pattern)
    for (const email of ['a@notspam.example', 'two@mixed.example', 'a@spam.example.org'])
      expect(await join(email)).toMatchObject({ status: 200 })
  })

  test('is refused in the same words whether the address has an account or not', async () => {
    await createMember(accounts.db, { email: 'known@spam.example' })
    await block('spam.example')
    const [known, unknown] = [await join('known@spam.example'), await join('unknown@spam.example')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  })

  test('leaves an invite unused', async () => {
    await block('spam.example')
    const ends_at = new Date(Date.now() + 3_600_000).toISOString()
    const { id, link } = await call(router.invites.create, { uses: 1, ends_at }, admin())
    const refused = await accounts.signUp({ username: 'invited', email: 'a@spam.example', invite: link })
    expect(refused).toMatchObject({ status: 400 })
    const invites = accounts.db.selectFrom('invites').select('used').where('id', '=', id)
    expect(await invites.execute()).toEqual([{ used: 0 }])
  })

  test('is refused by the database too, but an import is not', async () => {
    await block('spam.example')
    const insert = createMember(accounts.db, { email: 'direct@spam.example' })
    await expect(insert).rejects.toMatchObject({ constraint: 'users_email_blocked' })
    await accounts.db.transaction().execute(async (trx) => {
      await sql`select set_config('threshold.is_import', 'on', true)`.execute(trx)
      await trx.insertInto('users').values({ email: 'imported@spam.example' }).execute()
    })
  })
})

test('a member cannot change to a blocked address', async () => {
  const viewer = await accounts.buildMember()
  await block('spam.example')
  const change = (email: string) => call(router.me.changeEmail, { email }, as(viewer))
  expect(await change('mover@fine.example')).toMatchObject({ pending: 'mover@fine.example' })
  await expect(change('mover@mail.spam.example')).rejects.toMatchObject({
    status: 400,
    message: ADDRESS_BLOCKED,
    data: { field: 'email' },
  })
})
