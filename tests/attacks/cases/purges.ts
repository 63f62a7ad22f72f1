import type { Viewer } from '../../../src/core/viewer.ts'
import { beginPurge } from '../../../src/moderation/purges/begin.server.ts'
import { runPurge } from '../../../src/moderation/purges/jobs.server.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'
import { withoutProof } from './security.ts'

const nobody = { username: 'nobody_here' }
const reason = 'Advertisements'

/** Test cases for purges. Each call purges a new member who has written a note. */
export const purges: Cases = {
  'purges.create': async (world) => ({ input: { ...(await writer(world)), reason } }),
  'purges.create: a count': async (world) => ({ input: { ...(await writer(world)), dry_run: true } }),
  'purges.create: of a moderator': async (world) => ({
    input: { ...(await writer(world, 'moderator')), reason },
  }),
  'purges.create: of an admin': async (world) => ({ input: { ...(await writer(world, 'admin')), reason } }),
  'purges.create: for no reason': async (world) => ({ input: await writer(world) }),
  'purges.create: of nothing': async (world) => {
    const { username } = await world.buildMember()
    return { input: { username, reason } }
  },
  'purges.create: nobody of this name': async () => ({ input: { ...nobody, reason } }),
  'purges.create: without a fresh proof': async (world) => ({
    input: { ...(await writer(world)), reason },
    undo: await withoutProof(world),
  }),
  'purges.read': async (world) => {
    const { username, id } = await purged(world)
    return { input: { username }, shows: id }
  },
  'purges.read: nobody of this name': async () => ({ input: nobody, shows: 'purged' }),
  'purges.remove': async (world) => {
    const { username } = await purged(world)
    return { input: { username } }
  },
  'purges.remove: of a moderator': async (world) => {
    const { username } = await purged(world, 'moderator')
    return { input: { username } }
  },
  'purges.remove: not purged': async (world) => ({ input: await writer(world) }),
  'purges.remove: nobody of this name': async () => ({ input: nobody }),
  'purges.remove: without a fresh proof': async (world) => {
    const { username } = await purged(world)
    return { input: { username }, undo: await withoutProof(world) }
  },
}

async function write(world: World, role?: 'moderator' | 'admin'): Promise<Viewer> {
  const author = await world.buildMember(role && { roles: [role] })
  await world.buildNote({ author })
  return author
}

async function writer(world: World, role?: 'moderator' | 'admin') {
  const { username } = await write(world, role)
  return { username }
}

async function purged(world: World, role?: 'moderator' | 'admin') {
  const { id: member_id, username } = await write(world, role)
  const given = { member_id, reason, note: '' }
  const { purge } = await world.db.transaction().execute((trx) => beginPurge(trx, world.people.admin, given))
  await runPurge(world.services, purge.id)
  return { username, id: purge.id }
}
