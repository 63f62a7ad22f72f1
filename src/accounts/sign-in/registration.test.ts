import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { router } from '../../app/router.server.ts'
import { firstAdminLink } from '../roles/first-admin.server.ts'

let accounts: Accounts
let count = 0

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())
beforeEach(() => admit('open'))

const asAdmin = () => ({ context: accounts.asContext(accounts.people.admin) })
const admit = (registration: 'open' | 'invite' | 'closed') =>
  call(router.site.update, { registration }, asAdmin())
const emailOf = (name: string) => `${name}@example.org`
const join = (invite?: string, name = `joiner${++count}`) =>
  accounts.signUp({ username: name, email: emailOf(name), ...(invite && { invite }) })
const invite = async (uses: number) => {
  const ends_at = new Date(Date.now() + 60_000).toISOString()
  const { id, link } = await call(router.invites.create, { uses, ends_at }, asAdmin())
  return { id, link, token: new URL(link).searchParams.get('invite') as string }
}
const accountOf = (name: string) =>
  accounts.db
    .selectFrom('users')
    .select(['invite_id', 'invited_by'])
    .where('email', '=', emailOf(name))
    .executeTakeFirst()
const usedOf = async (id: string) =>
  (await accounts.db.selectFrom('invites').select('used').where('id', '=', id).executeTakeFirstOrThrow()).used

describe('a closed forum', () => {
  it('refuses everybody alike, whether or not their address has an account', async () => {
    await join(undefined, 'was_before')
    await accounts.verify(emailOf('was_before'))
    await admit('closed')
    const { token } = await invite(5)
    const fresh = await join(token, 'nobody_new')
    const known = await join(token, 'was_before')
    expect(fresh).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('closed') },
    })
    expect(known.body).toEqual(fresh.body)
    expect(await accountOf('nobody_new')).toBeUndefined()
    expect((await accounts.signIn(emailOf('was_before'))).status).toBe(200)
  })
})

describe('a forum by invitation', () => {
  beforeEach(() => admit('invite'))

  it('takes who has a link, once for each use, and keeps who invited whom', async () => {
    const { id, link, token } = await invite(2)
    expect((await join(undefined, 'uninvited')).body).toMatchObject({ data: { field: 'invite' } })
    expect((await join(token, 'invited_1')).status).toBe(200)
    expect((await join(link, 'invited_2')).status).toBe(200)
    expect(await join(token, 'invited_3')).toMatchObject({ status: 403, body: { data: { field: 'invite' } } })
    expect(await accountOf('invited_1')).toEqual({ invite_id: id, invited_by: accounts.people.admin.id })
    expect(await accountOf('uninvited')).toBeUndefined()
    await accounts.verify(emailOf('invited_1'))
    const { items } = await call(router.invites.list, undefined, {
      context: accounts.asContext(accounts.people.moderator),
    })
    expect(items.find((each) => each.id === id)?.members.map(({ username }) => username)).toEqual([
      'invited_1',
    ])
  })

  it('makes one account of a hundred who come with the last use', async () => {
    const { id, token } = await invite(1)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        accounts.post(
          'sign-up/email',
          { username: `crowd_${n}`, email: emailOf(`crowd_${n}`), password: PASSWORD, invite: token },
          // Each request has its own network, because requests from one address wait for each other.
          { 'x-test-address': `10.0.${n}.1` },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { total } = await accounts.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('invite_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(total)).toBe(1)
    expect(await usedOf(id)).toBe(1)
  })

  it('tells by what is left of a link nothing of an address', async () => {
    await admit('open')
    await join(undefined, 'has_account')
    await accounts.verify(emailOf('has_account'))
    await admit('invite')
    const { id, token } = await invite(2)
    const known = await accounts.signUp({ username: 'another', email: emailOf('has_account'), invite: token })
    expect(known).toMatchObject({ status: 200, body: { status: true } })
    expect(await usedOf(id)).toBe(1)
    expect((await join(token)).body).toEqual(known.body)
    expect(await usedOf(id)).toBe(2)
  })

  it('gives a use back where nothing came of it', async () => {
    const { id, token } = await invite(1)
    expect((await join(token, 'admin')).status).toBe(409)
    expect(await usedOf(id)).toBe(0)
    expect((await join(token)).status).toBe(200)
  })

  it('takes nobody by a link that was revoked or has ended', async () => {
    const [revoked, ended] = [await invite(1), await invite(1)]
    await call(router.invites.revoke, { id: revoked.id }, asAdmin())
    await accounts.db
      .updateTable('invites')
      .set({ ends_at: '2020-01-01T00:00:00Z' })
      .where('id', '=', ended.id)
      .execute()
    for (const { token } of [revoked, ended]) expect((await join(token)).status).toBe(403)
  })

  it('lets nobody name the invitation themselves', async () => {
    const { id } = await invite(1)
    const name = `joiner${++count}`
    const answer = await accounts.post('sign-up/email', {
      username: name,
      email: emailOf(name),
      password: PASSWORD,
      invite_id: id,
    })
    expect(answer.status).toBe(403)
  })
})

test('an open forum keeps who invited whom as well, and takes those whose link is none', async () => {
  const { id, token } = await invite(1)
  await join(token, 'came_by_link')
  expect(await accountOf('came_by_link')).toMatchObject({ invite_id: id })
  expect((await join('not-a-link')).status).toBe(200)
})

test('the database refuses who may not join, whoever asks', async () => {
  const insert = (values: object) =>
    accounts.db
      .insertInto('users')
      .values({ email: `raw${++count}@example.org`, ...values })
      .execute()
  await admit('closed')
  await expect(insert({})).rejects.toThrow('does not take new members')
  await admit('invite')
  await expect(insert({})).rejects.toThrow('does not take new members')
  const { id } = await invite(1)
  await insert({ invite_id: id })
  await expect(insert({ invite_id: id })).rejects.toThrow('used up')
})

test('a forum that nobody leads takes its first admin, whatever it says', async () => {
  await admit('closed')
  const roles = await accounts.db.deleteFrom('user_roles').returningAll().execute()
  await accounts.services.siteSettings.changed(accounts.db)
  try {
    expect(accounts.services.siteSettings.site.registration).toBeUndefined()
    expect((await join(undefined, 'first_of_all')).status).toBe(200)
    await accounts.verify(emailOf('first_of_all'))
    const link = (await firstAdminLink(accounts.services)) as string
    const { id } = await accounts.db
      .selectFrom('profiles')
      .select('id')
      .where('username', '=', 'first_of_all')
      .executeTakeFirstOrThrow()
    const context = { ...accounts.services, ...accounts.asContext({ ...accounts.people.member, id }) }
    context.config = accounts.services.config
    await call(
      router.me.claimForum,
      { token: new URL(link).searchParams.get('admin') as string },
      { context },
    )
    expect(accounts.services.siteSettings.site.registration).toBe('closed')
    expect((await join()).status).toBe(403)
  } finally {
    await accounts.db.deleteFrom('user_roles').execute()
    await accounts.db.insertInto('user_roles').values(roles).execute()
  }
})
