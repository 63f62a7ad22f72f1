import { sql } from 'kysely'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'
import { withoutProof } from './security.ts'

const gone = async () => ({ input: { id: newId() } })
const OTHER_INPUT: Record<string, object> = {
  rename: { username: 'somebody_else' },
  changeEmail: { email: 'someone.else@example.org' },
  requestDeletion: { keep_content: true },
  resetPassword: {},
}

/** Test cases for accounts as admins see and change them. */
export const managedAccounts: Cases = {
  'managedAccounts.list': async (world) => {
    const { id, username } = await world.buildMember()
    return { input: { search: username }, shows: id }
  },
  'managedAccounts.read': async (world) => {
    const { id } = await world.buildMember()
    return { input: { id }, shows: 'is_last_admin' }
  },
  'managedAccounts.read: of nobody': async () => ({ input: { id: newId() }, shows: 'is_last_admin' }),
  'managedAccounts.grantRole': async (world) => ({
    input: { id: (await world.buildMember()).id, role: 'editor' },
  }),
  'managedAccounts.grantRole: not verified': async (world) => ({
    input: { id: await buildUnverified(world), role: 'editor' },
  }),
  'managedAccounts.grantRole: of nobody': async () => ({ input: { id: newId(), role: 'editor' } }),
  'managedAccounts.grantRole: no proof': async (world) => ({
    input: { id: (await world.buildMember()).id, role: 'editor' },
    undo: await withoutProof(world),
  }),
  'managedAccounts.revokeRole': async (world) => ({
    input: { id: (await world.buildMember({ roles: ['moderator'] })).id, role: 'moderator' },
  }),
  'managedAccounts.revokeRole: of the last admin': async ({ db, people }) => {
    await sql`delete from user_roles where role = 'admin' and user_id <> ${people.admin.id}`.execute(db)
    return { input: { id: people.admin.id, role: 'admin' } }
  },
  'managedAccounts.revokeRole: of nobody': async () => ({ input: { id: newId(), role: 'editor' } }),
  'managedAccounts.revokeRole: no proof': async (world) => ({
    input: { id: (await world.buildMember({ roles: ['moderator'] })).id, role: 'moderator' },
    undo: await withoutProof(world),
  }),
  'managedAccounts.verify': async (world) => ({ input: { id: await buildUnverified(world) } }),
  'managedAccounts.verify: a verified one': async (world) => ({
    input: { id: (await world.buildMember()).id },
  }),
  'managedAccounts.verify: of nobody': gone,
  'managedAccounts.verify: no proof': async (world) => ({
    input: { id: await buildUnverified(world) },
    undo: await withoutProof(world),
  }),
  ...Object.fromEntries(Object.entries(OTHER_INPUT).flatMap(([name, input]) => casesOf(name, input))),
}

/** Cases of an operation on another member's account. */
function casesOf(name: string, input: object): [string, Cases[string]][] {
  const about = async (world: World) => ({ id: (await world.buildMember()).id, ...input })
  const undo = (world: World) => async () => {
    await sql`update profiles set username = ${`member_${newId().slice(-12)}`} where username = 'somebody_else'`.execute(
      world.db,
    )
    await sql`delete from former_usernames`.execute(world.db)
    await sql`delete from users where email = 'someone.else@example.org'`.execute(world.db)
    await sql`delete from account_deletions`.execute(world.db)
  }
  const operation = `managedAccounts.${name}`
  return [
    [operation, async (world) => ({ input: await about(world), undo: undo(world) })],
    [`${operation}: one’s own`, async ({ people }) => ({ input: { id: people.admin.id, ...input } })],
    [`${operation}: of nobody`, async () => ({ input: { id: newId(), ...input } })],
    [
      `${operation}: no proof`,
      async (world) => ({ input: await about(world), undo: await withoutProof(world) }),
    ],
  ]
}

async function buildUnverified(world: World): Promise<string> {
  const { id } = await world.buildMember()
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
  return id
}
