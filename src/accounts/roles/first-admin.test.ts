import { call } from '@orpc/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withMailbox } from '../../../tests/mailbox.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import type { Viewer } from '../../core/viewer.ts'
import { findViewer } from '../session/session.server.ts'
import { grantRole, listRoles } from './by-username.server.ts'
import { firstAdminLink } from './first-admin.server.ts'
import { firstAdminProcedures } from './procedures.server.ts'

let world: World

beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

async function emptyForum() {
  await world.db.deleteFrom('user_roles').execute()
  const { services } = withMailbox(world.services)
  const link = (await firstAdminLink(services)) ?? ''
  const token = new URL(link).searchParams.get('admin') ?? ''
  const claim = (viewer: Viewer | null, with_ = token) =>
    call(
      firstAdminProcedures.claimForum,
      { token: with_ },
      { context: { ...world.asContext(viewer), ...services } },
    )
  return { services, link, token, claim }
}

test('the link of a new forum makes its visitor the first admin and editor, once', async () => {
  const { services, claim } = await emptyForum()
  const { member, other } = world.people
  expect(await claim(member)).toEqual({ roles: ['admin', 'editor'] })
  expect((await findViewer(world.db, member.id))?.roles).toEqual(['admin', 'editor'])
  const changes = await world.db.selectFrom('role_changes').select(['role', 'act', 'changed_by']).execute()
  expect(changes).toEqual([
    { role: 'admin', act: 'granted', changed_by: member.id },
    { role: 'editor', act: 'granted', changed_by: member.id },
  ])
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
  await world.db.deleteFrom('user_roles').execute()
  expect(await firstAdminLink(services)).toBe(link)
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
