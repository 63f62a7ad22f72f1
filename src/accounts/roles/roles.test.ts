import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { findViewer } from '../session/session.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { grantRole, listRoles, revokeRole } from './by-username.server.ts'
import { USER_PAGE } from './policy.ts'

let world: World
let kim: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  kim = await world.buildMember()
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const assign = (id: string, by: Viewer | null = world.people.editor) =>
  call(router.users.assignModerator, { id }, as(by))
const remove = (id: string, by: Viewer | null = world.people.editor) =>
  call(router.users.removeModerator, { id }, as(by))
const rolesOf = async ({ id }: Viewer) => (await findViewer(world.db, id))?.roles
const changesOf = ({ id }: Viewer) =>
  world.db
    .selectFrom('role_changes')
    .select(['role', 'act', 'changed_by'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

describe('the moderator role', () => {
  test('is given and taken by an editor, however often they ask, and each change is on record', async () => {
    const { editor } = world.people
    expect(await assign(kim.id)).toEqual({ id: kim.id, roles: ['moderator'] })
    expect(await assign(kim.id)).toEqual({ id: kim.id, roles: ['moderator'] })
    expect(await rolesOf(kim)).toEqual(['moderator'])
    expect(await remove(kim.id)).toEqual({ id: kim.id, roles: [] })
    expect(await remove(kim.id)).toEqual({ id: kim.id, roles: [] })
    expect(await rolesOf(kim)).toEqual([])
    expect(await changesOf(kim)).toEqual([
      { role: 'moderator', act: 'granted', changed_by: editor.id },
      { role: 'moderator', act: 'revoked', changed_by: editor.id },
    ])
  })

  test('given a hundred times at once is one role and one change', async () => {
    await Promise.all(Array.from({ length: 100 }, () => assign(kim.id)))
    expect(await rolesOf(kim)).toEqual(['moderator'])
    expect(await changesOf(kim)).toHaveLength(1)
    const again = { user_id: kim.id, role: 'moderator' }
    await expect(world.db.insertInto('user_roles').values(again).execute()).rejects.toMatchObject({
      constraint: 'user_roles_pkey',
    })
  })

  test('is not for those who hold editor or admin, oneself among them', async () => {
    const { editor, admin } = world.people
    for (const { id } of [editor, admin])
      for (const act of [assign, remove])
        await expect(act(id)).rejects.toMatchObject({ code: 'CONFLICT', status: 409 })
    expect([await rolesOf(editor), await rolesOf(admin)]).toEqual([['editor'], ['admin']])
  })

  test('is an editor’s to give, nobody else’s', async () => {
    const { member, moderator, admin } = world.people
    for (const act of [assign, remove]) {
      await expect(act(kim.id, null)).rejects.toMatchObject({ status: 401 })
      for (const person of [member, moderator, admin, kim])
        await expect(act(kim.id, person)).rejects.toMatchObject({ status: 403 })
    }
    expect(await changesOf(kim)).toEqual([])
  })

  test('needs somebody whose address is verified', async () => {
    const stranger = await unverified()
    for (const act of [assign, remove]) {
      await expect(act(newId())).rejects.toMatchObject({ status: 404 })
      await expect(act(stranger.id)).rejects.toMatchObject({
        status: 409,
        message: 'This user must verify their email address before they can become a moderator.',
      })
      await expect(act('kim')).rejects.toMatchObject({ status: 400 })
    }
    // The database also refuses unverified moderators.
    const refused = { constraint: 'user_roles_moderator_verified' }
    await expect(grantRole(world.db, stranger.username, 'moderator')).rejects.toMatchObject(refused)
    expect(await changesOf(stranger)).toEqual([])
  })

  test('shows at once: whoever is looked up next, and the pages that name them', async () => {
    const published: unknown[] = []
    const { bus } = world.services
    const deaf = [
      bus.subscribe(SESSIONS_CHANNEL, () => published.push('viewers')),
      bus.subscribe(RESPONSE_CACHE_CHANNEL, (tags) => published.push(tags)),
    ]
    await assign(kim.id)
    expect(published).toEqual(['viewers', [`profile:${kim.id}`]])
    for (const stop of deaf) stop()
  })
})

describe('on the command line', () => {
  test('every role is given and taken by name, in any spelling, and that is on record', async () => {
    const { db } = world
    const name = kim.username.toUpperCase()
    expect(await grantRole(db, name, 'editor')).toBe(true)
    expect(await grantRole(db, kim.username, 'editor')).toBe(false)
    expect(await grantRole(db, kim.username, 'moderator')).toBe(true)
    expect(await rolesOf(kim)).toEqual(['editor', 'moderator'])
    expect(await listRoles(db, name)).toEqual([{ username: kim.username, roles: ['editor', 'moderator'] }])
    expect(await revokeRole(db, name, 'editor')).toBe(true)
    expect(await revokeRole(db, name, 'editor')).toBe(false)
    expect(await changesOf(kim)).toEqual([
      { role: 'editor', act: 'granted', changed_by: null },
      { role: 'moderator', act: 'granted', changed_by: null },
      { role: 'editor', act: 'revoked', changed_by: null },
    ])
    expect(await revokeRole(db, name, 'moderator')).toBe(true)
  })

  test('an admin is made editor too, and is one until they are no admin any more', async () => {
    const { db } = world
    expect(await grantRole(db, kim.username, 'admin')).toBe(true)
    expect(await grantRole(db, kim.username, 'admin')).toBe(false)
    expect(await rolesOf(kim)).toEqual(['admin', 'editor'])
    await expect(revokeRole(db, kim.username, 'editor')).rejects.toMatchObject({ by: 'admin' })
    expect(await revokeRole(db, kim.username, 'admin')).toBe(true)
    expect(await rolesOf(kim)).toEqual(['editor'])
    expect(await revokeRole(db, kim.username, 'editor')).toBe(true)
    expect(await changesOf(kim)).toEqual([
      { role: 'editor', act: 'granted', changed_by: null },
      { role: 'admin', act: 'granted', changed_by: null },
      { role: 'admin', act: 'revoked', changed_by: null },
      { role: 'editor', act: 'revoked', changed_by: null },
    ])
  })

  test('nobody is nobody', async () => {
    expect(await grantRole(world.db, 'nobody-here', 'editor')).toBeUndefined()
    expect(await revokeRole(world.db, 'nobody-here', 'editor')).toBeUndefined()
    expect(await listRoles(world.db, kim.username)).toEqual([])
  })

  test('a running forum hears of it and drops the pages that show it', async () => {
    const { bus, responseCache, db } = world.services
    await bus.start()
    const drop = vi.spyOn(responseCache, 'drop')
    await grantRole(db, kim.username, 'moderator')
    await vi.waitFor(() => expect(drop).toHaveBeenCalledWith([`profile:${kim.id}`]))
    drop.mockClear()
    await revokeRole(db, kim.username, 'moderator')
    await vi.waitFor(() => expect(drop).toHaveBeenCalledWith([`profile:${kim.id}`]))
  })
})

describe('the list of users', () => {
  const list = (input: object = {}, by: Viewer | null = world.people.editor) =>
    call(router.users.list, input, as(by))
  const names = async (input: object) => (await list(input)).items.map(({ username }) => username)

  test('has everybody by username with roles, and says who can be changed', async () => {
    await assign(kim.id)
    const { items } = await list()
    const found = items.map(({ username }) => username.toLowerCase())
    expect(found).toEqual(found.toSorted())
    const { editor } = world.people
    expect(items.find(({ id }) => id === editor.id)).toEqual({
      ...editor,
      roles: ['editor'],
      is_verified: true,
      can: { change_moderator: false },
    })
    expect(items.find(({ id }) => id === kim.id)).toEqual({
      ...kim,
      roles: ['moderator'],
      is_verified: true,
      can: { change_moderator: true },
    })
  })

  test('goes on in pages without gap or repetition, in any case of letters', async () => {
    const mark = `x${newId().slice(-6)}`
    const made = ['Bee', 'ant', 'Cat', 'dog'].map((name) => `${name}_${mark}`)
    for (const username of made) await world.buildMember({ username })
    const first = await list({ search: mark, limit: 3 })
    expect(first.items.map(({ username }) => username)).toEqual([made[1], made[0], made[2]])
    const second = await list({ search: mark, limit: 3, cursor: first.next })
    expect(second).toMatchObject({ items: [{ username: made[3] }], next: null })
  })

  test('finds parts of names, without case and accents', async () => {
    const username = `zoe_${newId().slice(-6)}`
    await world.buildMember({ username, full_name: 'Zoë van der Vøgel' })
    for (const search of ['zoe van', 'VOGEL', username.slice(-5), ` ${username} `])
      expect(await names({ search })).toEqual([username])
    expect(await names({ search: 'zoe vogel' })).toEqual([])
  })

  test('finds beginnings of names for one or two characters', async () => {
    await world.buildMember({ username: 'qadir', full_name: 'Abdul Qadir' })
    await world.buildMember({ username: 'tariq_s', full_name: 'Tariq Shah' })
    expect(await names({ search: 'Q' })).toEqual(['qadir'])
    expect(await names({ search: 'sh' })).toEqual(['tariq_s'])
  })

  test.each(['%', '_', '\\', '％', '%%%', '\\%_'])('takes %s for what it is', async (search) => {
    const found = await names({ search })
    expect(found.filter((name) => !name.includes(search))).toEqual([])
  })

  test('marks whose address is not verified, whom nobody can make a moderator', async () => {
    const { username } = await unverified()
    expect((await list({ search: username })).items).toMatchObject([
      { username, is_verified: false, can: { change_moderator: false } },
    ])
  })

  test('is for editors, and asked for as the contract says', async () => {
    const { member, moderator, admin } = world.people
    await expect(list({}, null)).rejects.toMatchObject({ status: 401 })
    for (const person of [member, moderator, admin])
      await expect(list({}, person)).rejects.toMatchObject({ status: 403 })
    for (const input of [
      { cursor: 'No' },
      { cursor: '' },
      { limit: USER_PAGE + 1 },
      { search: 'x'.repeat(101) },
    ])
      await expect(list(input)).rejects.toMatchObject({ status: 400 })
  })
})

async function unverified(): Promise<Viewer> {
  const stranger = await world.buildMember()
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', stranger.id).execute()
  return stranger
}
