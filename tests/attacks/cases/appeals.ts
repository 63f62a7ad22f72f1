import { call } from '@orpc/server'
import { router } from '../../../src/app/router.server.ts'
import type { Viewer } from '../../../src/core/viewer.ts'
import { recordAction } from '../../../src/moderation/record-action.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const WORDS = 'Words of an appeal'

/** Test cases for appeals. The author appeals against a warning. */
export const appeals: Cases = {
  'appeals.create': async (world) => ({ input: { id: await warn(world), words: WORDS } }),
  'appeals.create: one that is gone': async () => ({ input: { id: newId(), words: WORDS } }),
  'appeals.create: a second time': async (world) => {
    const { action_id } = await appeal(world)
    return { input: { id: action_id, words: WORDS } }
  },
  'appeals.create: against what was restored': async (world) => {
    const id = await warn(world)
    await recordAction(world.db, { ...about(world.people.author), action: 'lift', by: null, reverts: id })
    return { input: { id, words: WORDS } }
  },
  'appeals.read': async (world) => {
    const { action_id } = await appeal(world)
    return { input: { id: action_id }, shows: WORDS }
  },
  'appeals.read: one that is gone': async () => ({ input: { id: newId() }, shows: WORDS }),
  'appeals.mine': async (world) => {
    const { id } = await appeal(world)
    return { input: {}, shows: id }
  },
  'appeals.decide': async (world) => decision((await appeal(world)).id),
  'appeals.decide: against what a moderator did': async (world) =>
    decision((await appeal(world, { by: world.people.moderator })).id),
  'appeals.decide: of a moderator': async (world) => {
    const member = await world.buildMember({ roles: ['moderator'] })
    const { id } = await appeal(world, { member })
    const leave = () => world.db.deleteFrom('user_roles').where('user_id', '=', member.id).execute()
    return { ...decision(id), undo: leave }
  },
  'appeals.decide: a decided one': async (world) => {
    const { id } = await appeal(world)
    const { admin } = world.people
    await call(router.appeals.decide, { id, outcome: 'rejected' }, { context: world.asContext(admin) })
    return decision(id)
  },
  'appeals.decide: one that is gone': async () => decision(newId()),
}

interface Of {
  member?: Viewer
  /** The moderator who gave the warning. Defaults to one whose account is deleted. */
  by?: Viewer | null
}

function about(member: Viewer) {
  return { member_id: member.id, kind: 'member', target_id: member.id } as const
}

function warn(world: World, { member = world.people.author, by = null }: Of = {}): Promise<string> {
  return recordAction(world.db, { ...about(member), action: 'warn', by, reason: 'On no ground' })
}

async function appeal(world: World, of: Of = {}) {
  const member = of.member ?? world.people.author
  const id = await warn(world, of)
  return call(router.appeals.create, { id, words: WORDS }, { context: world.asContext(member) })
}

function decision(id: string) {
  return { input: { id, outcome: 'granted' } }
}
