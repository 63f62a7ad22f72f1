import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts } from '../../../tests/accounts.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { giveRole } from '../roles/sql.server.ts'
import { confusableSkeleton, LIKE_STAFF } from './lookalikes.server.ts'

let accounts: Accounts
let ada: Viewer

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())
beforeEach(async () => {
  ada = await accounts.buildMember()
})

function rename(person: Viewer, change: { username?: string; full_name?: string | null; bio?: string }) {
  return call(router.me.update, change, { context: accounts.asContext(person) })
}

const LOOKALIKES = [
  ['admin', 'admin_'],
  ['admin', 'ADM1N'],
  ['admin', '\u0430dmin'],
  ['admin', '\u{1d400}dm\u00edn'],
  ['administrator', 'Administrat0r'],
  ['moderator', 'rnoderator'],
  ['mara', '\u041c\u0430r\u0430'],
  ['MARA', '\u041c\u0410R\u0410'],
  ['Mara Okonkwo', 'mara-okonkw\u03bf'],
] as const
const OTHERS = [
  ['admin', 'adam'],
  ['mara', 'maria'],
  ['mara', '\u043c\u0438\u0440\u0430'],
  ['staff', 'stuff'],
] as const

test('names that look alike have the same skeleton, and no others', () => {
  for (const [one, other] of LOOKALIKES)
    expect.soft(confusableSkeleton(other), other).toBe(confusableSkeleton(one))
  for (const [one, other] of OTHERS)
    expect.soft(confusableSkeleton(other), other).not.toBe(confusableSkeleton(one))
})

describe('signing up', () => {
  const signUp = (input: object) => accounts.signUp({ email: 'newcomer@example.org', ...input })

  test('is refused with a name that looks reserved, or like one of the staff', async () => {
    const refused = {
      'This username is reserved. Please choose another.': [
        'admin_',
        'moderat0r',
        'rnoderator',
        'Adm1n',
        '-staff-',
      ],
      [LIKE_STAFF]: ['ed1th', 'Edith_', 'edith-sol', 'm0_r', 'AdamBerg'],
    }
    for (const [message, names] of Object.entries(refused))
      for (const username of names)
        expect
          .soft(await signUp({ username }), username)
          .toMatchObject({ status: 409, body: { message, data: { field: 'username' } } })
  })

  test('without a name gives none that the address only pretends to', async () => {
    for (const email of ['adm1n@example.org', 'edith.s.o.l@example.org', 'admiral@example.org'])
      expect(await accounts.signUp({ email })).toMatchObject({ status: 200 })
    const { rows } = await sql<{ username: string }>`select p.username from profiles p join users using (id)
      where email like '%@example.org' and email like any (array['adm%', 'edith%']) order by email`.execute(
      accounts.db,
    )
    expect(rows.map(({ username }) => username)).toEqual([
      expect.stringMatching(/^member\d+$/),
      'admiral',
      expect.stringMatching(/^member\d+$/),
    ])
  })
})

describe('a displayed name', () => {
  const LIKE_ONE_OF_THE_STAFF = [
    'Administrator',
    '\u0410dmin',
    'Forum Admin',
    'S-t-a-f-f',
    'M\u03bfderator',
    'Edith Sol',
    '\u0415dith \u0405ol',
    'adam',
    'Mo_r',
  ]

  test('is refused if it could be mistaken for one of the staff', async () => {
    const refusal = { code: 'CONFLICT', message: LIKE_STAFF, data: { field: 'full_name' } }
    for (const full_name of LIKE_ONE_OF_THE_STAFF)
      await expect.soft(rename(ada, { full_name }), full_name).rejects.toMatchObject(refusal)
  })

  const ALLOWED = [
    'Art',
    'Edith Solberg',
    'Adam Staff',
    'S\u00f8ren K.',
    '\u041d\u0438\u043d\u0430',
    '\u7530\u4e2d',
    '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627',
    '\u0915\u094d\u200d\u0937',
    '\u{1f469}\u{1f3fd}\u200d\u{1f4bb} Ada \u2764\ufe0f',
    '\u{1f469}',
  ]

  test('may be like no name of the staff, in any script', async () => {
    for (const full_name of ALLOWED)
      expect.soft(await rename(ada, { full_name }), full_name).toMatchObject({ full_name })
  })

  const INVISIBLE = [
    'Ad\u200bmin',
    'Ada\u200d',
    'A\u200cda',
    'Ada\u00ad',
    'Ada\ufe0f',
    'A\u0434\u200d\u0430',
    '\u202eadA',
    '\u2066Ada\u2069',
    'Ada\u3164',
    'Ada\u{e0041}',
    'Ada\ufeff',
    'Ada\u180e',
  ]

  test('is refused with invisible characters', async () => {
    for (const full_name of INVISIBLE)
      await expect.soft(rename(ada, { full_name }), JSON.stringify(full_name)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'full_name: A name can’t contain invisible characters.',
        data: { field: 'full_name' },
      })
  })

  test('with invisible letters is refused by the database too', async () => {
    for (const name of ['Ad\u200bmin', 'Ada\u3164', '\u202eadA', 'Ada\u{e0041}', 'Ada\u00ad'])
      await expect(
        accounts.db.updateTable('profiles').set({ full_name: name }).where('id', '=', ada.id).execute(),
      ).rejects.toMatchObject({ constraint: 'profiles_full_name_visible' })
  })
})

describe('a new username', () => {
  test.each([
    ['admin-', 'This username is reserved.'],
    ['ad_am', LIKE_STAFF],
  ])('%s is refused', async (username, message) => {
    const refusal = { code: 'CONFLICT', message, data: { field: 'username' } }
    await expect(rename(ada, { username })).rejects.toMatchObject(refusal)
  })
})

test('the staff carry their own names, and not each other’s', async () => {
  const { editor } = accounts.people
  expect(await rename(editor, { full_name: 'Edith S\u00f3l' })).toMatchObject({ full_name: 'Edith S\u00f3l' })
  expect(await rename(editor, { username: 'edith_sol' })).toMatchObject({ username: 'edith_sol' })
  await expect(rename(editor, { full_name: 'Adam Berg' })).rejects.toMatchObject({ message: LIKE_STAFF })
  await rename(editor, { username: 'edith', full_name: 'Edith Sol' })
})

test('who has such a name keeps it until they choose another, and may be given a role', async () => {
  const { moderator } = accounts.people
  await sql`update profiles set full_name = 'Administrator' where id = ${ada.id}`.execute(accounts.db)
  expect(await rename(ada, { full_name: 'Administrator', bio: 'words' })).toMatchObject({ bio: 'words' })
  const bo = await accounts.buildMember({ full_name: 'Edith Sol' })
  await giveRole(accounts.db, { user_id: bo.id, role: 'moderator', by: moderator.id })
  expect(await rename(bo, { full_name: 'Edith Sol', bio: 'words' })).toMatchObject({ bio: 'words' })
  await expect(rename(ada, { full_name: 'Administrator.' })).rejects.toMatchObject({ message: LIKE_STAFF })
})
