import { call } from '@orpc/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withMailbox } from '../../../tests/mailbox.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { firstAdminLink } from './first-admin.server.ts'
import type { Viewer } from './policy.ts'
import { me } from './procedures.server.ts'
import { grantRole, listRoles, revokeRole } from './roles.server.ts'
import { findViewer } from './viewer.server.ts'

let world: World

beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

test('roles are granted and revoked by name, in any spelling', async () => {
  const { db, people } = world
  expect(await grantRole(db, 'ADA', 'editor')).toBe(true)
  expect(await grantRole(db, 'ada', 'editor')).toBe(false)
  expect(await grantRole(db, 'ada', 'admin')).toBe(true)
  expect((await findViewer(db, people.member.id))?.roles).toEqual(['admin', 'editor'])
  expect(await listRoles(db, 'Ada')).toEqual([{ username: 'ada', roles: ['admin', 'editor'] }])
  expect(await revokeRole(db, 'ada', 'editor')).toBe(true)
  expect(await revokeRole(db, 'ada', 'editor')).toBe(false)
  expect((await listRoles(db)).map(({ username }) => username)).toEqual(['ada', 'adam', 'edith', 'mo_r'])
})

test('nobody is nobody', async () => {
  expect(await grantRole(world.db, 'nobody-here', 'editor')).toBeUndefined()
  expect(await revokeRole(world.db, 'nobody-here', 'editor')).toBeUndefined()
  expect(await listRoles(world.db, 'ada')).toEqual([])
})

async function emptyForum() {
  await world.db.deleteFrom('user_roles').execute()
  const { services } = withMailbox(world.services)
  const link = (await firstAdminLink(services)) ?? ''
  const token = new URL(link).searchParams.get('admin') ?? ''
  const claim = (viewer: Viewer | null, with_ = token) =>
    call(me.claimForum, { token: with_ }, { context: { ...world.asContext(viewer), ...services } })
  return { services, link, token, claim }
}

test('the link of a new forum makes its visitor the first admin and editor, once', async () => {
  const { services, claim } = await emptyForum()
  const { member, other } = world.people
  expect(await claim(member)).toEqual({ roles: ['admin', 'editor'] })
  expect((await findViewer(world.db, member.id))?.roles).toEqual(['admin', 'editor'])
  for (const person of [member, other])
    await expect(claim(person)).rejects.toMatchObject({ code: 'GONE', status: 410 })
  await world.db.deleteFrom('user_roles').execute()
  await expect(claim(other)).rejects.toMatchObject({ code: 'GONE' })
  expect(await firstAdminLink(services)).toBeDefined()
})

test('the link stays the same until then, and a forum that is led has none', async () => {
  const { services, link, claim } = await emptyForum()
  expect(link).toMatch(/\/\?admin=[\w-]{43}$/)
  expect(await firstAdminLink(services)).toBe(link)
  await grantRole(world.db, 'ada', 'editor')
  expect(await firstAdminLink(services)).toBeUndefined()
  await expect(claim(world.people.other)).rejects.toMatchObject({ code: 'GONE' })
})

test('when several use it at once one wins', async () => {
  const { claim } = await emptyForum()
  const { member, other, author } = world.people
  const results = await Promise.allSettled([member, other, author].map((person) => claim(person)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listRoles(world.db)).toHaveLength(1)
})

test('nobody signed in, a made-up link and bad input are refused', async () => {
  const { claim } = await emptyForum()
  await expect(claim(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(claim(world.people.member, 'A'.repeat(43))).rejects.toMatchObject({ code: 'GONE' })
  await expect(claim(world.people.member, 'A'.repeat(201))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await listRoles(world.db)).toEqual([])
})
