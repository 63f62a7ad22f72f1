import type { Viewer } from '../../../src/core/viewer.ts'
import { addSanction, liftSanction } from '../../../src/moderation/sanctions/sanction.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

type Kind = 'warning' | 'suspension' | 'approval'

const warning = { kind: 'warning', message: 'Please be kind.', reason: 'Rude words' } as const

/** Test cases for sanctions. An admin sanctions the author. */
export const sanctions: Cases = {
  'sanctions.create': async (world) => {
    const { id, username } = await world.buildMember()
    return { input: { ...warning, username }, undo: () => drop(world, id) }
  },
  'sanctions.create: against a moderator': async (world) =>
    against(await world.buildMember({ roles: ['moderator'] })),
  'sanctions.create: against an admin': async (world) =>
    against(await world.buildMember({ roles: ['admin'] })),
  'sanctions.create: for no reason': async (world) => ({
    input: { ...(await against(await world.buildMember())).input, reason: '' },
  }),
  'sanctions.create: nobody of this name': async () => against({ username: 'nobody_here' }),
  'sanctions.lift': async (world) => sanctioned(world, await world.buildMember(), 'suspension'),
  'sanctions.lift: of a moderator': async (world) =>
    sanctioned(world, await world.buildMember({ roles: ['moderator'] }), 'suspension'),
  'sanctions.lift: a lifted one': async (world) => {
    const found = await sanctioned(world, await world.buildMember(), 'suspension')
    await world.db.transaction().execute((trx) => liftSanction(trx, world.people.admin, found.input.id, {}))
    return found
  },
  'sanctions.lift: one that is not': async () => ({ input: { id: newId() } }),
  'sanctions.list': async (world) => {
    const { id, username } = await world.buildMember()
    const { input } = await sanctioned(world, { id }, 'suspension')
    return { input: { username }, shows: input.id }
  },
  'sanctions.list: nobody of this name': async () => ({
    input: { username: 'nobody_here' },
    shows: 'in_force',
  }),
  'sanctions.mine': async (world) => {
    const { input, undo } = await sanctioned(world, world.people.author, 'approval')
    return { input: undefined, shows: input.id, undo }
  },
  'sanctions.acknowledge': (world) => sanctioned(world, world.people.author, 'warning'),
  'sanctions.acknowledge: a suspension': (world) => sanctioned(world, world.people.author, 'suspension'),
  'sanctions.acknowledge: one that is not': async () => ({ input: { id: newId() } }),
}

function against({ username }: Pick<Viewer, 'username'>) {
  return { input: { ...warning, username } }
}

async function sanctioned(world: World, { id: member_id }: Pick<Viewer, 'id'>, kind: Kind) {
  const sanction = { member_id, kind, message: 'Please be kind.', reason: 'Rude words', ends_at: null }
  const { id } = await world.db.transaction().execute((trx) => addSanction(trx, world.people.admin, sanction))
  return { input: { id }, undo: () => drop(world, member_id) }
}

function drop(world: World, memberId: string) {
  return world.db.deleteFrom('sanctions').where('member_id', '=', memberId).execute()
}
