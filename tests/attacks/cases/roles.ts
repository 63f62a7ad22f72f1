import type { Role } from '../../../src/core/viewer.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

export const roles: Cases = {
  'community.numbers': async () => ({ input: undefined, shows: 'faces' }),
  'community.read': async (world) => ({ input: undefined, shows: (await world.buildMember()).id }),
  'community.read: an unverified account': async (world) => {
    return { input: undefined, shows: (await buildUnverified(world)).id }
  },
  'users.list': async (world) => {
    const { id, username } = await world.buildMember()
    return { input: { search: username }, shows: id }
  },
  'users.list: an unverified account': async (world) => {
    const { id, username } = await buildUnverified(world)
    return { input: { search: username }, shows: id }
  },
  'users.assignModerator': async (world) => ({ input: { id: (await world.buildMember()).id } }),
  'users.assignModerator: to oneself': async ({ db, people }) => {
    const undo = () => db.deleteFrom('user_roles').where('user_id', '=', people.author.id).execute()
    return { input: { id: people.author.id }, undo }
  },
  'users.assignModerator: to an editor': async ({ people }) => ({ input: { id: people.editor.id } }),
  'users.assignModerator: to an admin': async ({ people }) => ({ input: { id: people.admin.id } }),
  'users.assignModerator: an unverified account': async (world) => {
    return { input: { id: (await buildUnverified(world)).id } }
  },
  'users.assignModerator: nobody': async () => ({ input: { id: newId() } }),
  'users.removeModerator': async (world) => {
    const { id } = await world.buildMember({ roles: ['moderator'] })
    return { input: { id } }
  },
  'users.removeModerator: of nobody': async () => ({ input: { id: newId() } }),
  'users.removeModerator: an unverified account': async (world) => {
    return { input: { id: (await buildUnverified(world, ['moderator'])).id } }
  },
  'users.removeModerator: of an admin': async (world) => {
    const { id } = await world.buildMember({ roles: ['admin', 'moderator'] })
    return { input: { id } }
  },
}

async function buildUnverified(world: World, roles: Role[] = []) {
  const member = await world.buildMember({ roles })
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', member.id).execute()
  return member
}
