import { call } from '@orpc/server'
import { router } from '../../../src/app/router.server.ts'
import type { Viewer } from '../../../src/core/viewer.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const nobody = 'nobody-of-this-name'

/** Test cases for vouching. Each call uses a new member, because a vouch would remain for later calls. */
export const vouches: Cases = {
  'vouches.add': async (world) => of(await world.buildMember({ is_established: false })),
  'vouches.add: for one who is established': async (world) => of(await world.buildMember()),
  'vouches.add: for a moderator': async (world) => of(await world.buildMember({ roles: ['moderator'] })),
  'vouches.add: for an admin': async (world) => of(await world.buildMember({ roles: ['admin'] })),
  'vouches.add: nobody of this name': async () => of({ username: nobody }),
  'vouches.remove': async (world) => of(await vouchedFor(world)),
  'vouches.remove: where nobody vouches': async (world) => of(await world.buildMember()),
  'vouches.remove: of an admin': async (world) => of(await world.buildMember({ roles: ['admin'] })),
  'vouches.remove: nobody of this name': async () => of({ username: nobody }),
}

function of({ username }: Pick<Viewer, 'username'>) {
  return { input: { username } }
}

async function vouchedFor(world: World): Promise<Viewer> {
  const member = await world.buildMember({ is_established: false })
  const context = world.asContext(world.people.moderator)
  await call(router.vouches.add, { username: member.username }, { context })
  return member
}
