import { addPassword } from '../../../src/accounts/members.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import { PROVIDER } from '../provider.ts'
import type { Case, Cases } from './case.ts'
import { withoutProof } from './security.ts'

const input = { provider: PROVIDER.id }
const CONNECTED_AT = '2002-03-04T05:06:07.000Z'

export const openId: Cases = {
  'me.listProviders': async (world) => ({
    ...(await connected(world, { password: true })),
    input: undefined,
    shows: '2002-03-04T05:06:07',
  }),
  'me.connectProvider': async () => ({ input, shows: 'ticket' }),
  'me.connectProvider: one there is not': async () => ({ input: { provider: 'nowhere' }, shows: 'ticket' }),
  'me.connectProvider: without a fresh proof': async (world) => ({
    input,
    shows: 'ticket',
    undo: await withoutProof(world),
  }),
  'me.disconnectProvider': (world) => connected(world, { password: true }),
  'me.disconnectProvider: the only way in': (world) => connected(world, { password: false }),
  'me.disconnectProvider: without a fresh proof': async (world) => ({
    input,
    undo: await withoutProof(world),
  }),
}

/** Connects the author to an account at the OpenID provider. */
async function connected(world: World, { password }: { password: boolean }): Promise<Case> {
  const { db, people } = world
  if (password) await addPassword(db, people.author.id, 'a hash of one')
  await db
    .insertInto('accounts')
    .values({
      user_id: people.author.id,
      provider_id: PROVIDER.issuer,
      account_id: newId(),
      created_at: CONNECTED_AT,
    })
    .execute()
  return { input, undo: () => db.deleteFrom('accounts').where('user_id', '=', people.author.id).execute() }
}
