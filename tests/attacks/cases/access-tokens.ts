import { TOKENS_MAX } from '../../../src/accounts/access-tokens/policy.ts'
import { insertAccessToken } from '../../../src/accounts/access-tokens/sql.server.ts'
import { hashOf, newToken } from '../../../src/accounts/access-tokens/token.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Case, Cases } from './case.ts'
import { withoutProof } from './security.ts'

const wanted = { name: 'Reader', scope: 'read', days: 30 } as const

/** Test cases for access tokens. All tokens belong to the author. */
export const accessTokens: Cases = {
  'accessTokens.list': async (world) => {
    const id = await buildToken(world)
    return { input: undefined, shows: id, undo: () => dropAll(world) }
  },
  'accessTokens.create': async (world) => ({ input: wanted, undo: () => dropAll(world) }),
  'accessTokens.create: to moderate': async (world) => ({
    input: { ...wanted, scope: 'moderate' },
    undo: () => dropAll(world),
  }),
  'accessTokens.create: a twenty-first': async (world) => {
    for (let n = 0; n < TOKENS_MAX; n++) await buildToken(world)
    return { input: wanted, undo: () => dropAll(world) }
  },
  'accessTokens.create: without a fresh proof': async (world) => ({
    input: wanted,
    undo: await withoutProof(world),
  }),
  'accessTokens.remove': (world) => withToken(world, (id) => ({ id })),
  'accessTokens.remove: one that is gone': async () => ({ input: { id: newId() } }),
  'accessTokens.removeAll': (world) => withToken(world, () => undefined),
}

async function withToken(world: World, inputOf: (id: string) => unknown): Promise<Case> {
  return { input: inputOf(await buildToken(world)), undo: () => dropAll(world) }
}

async function buildToken({ db, people }: World): Promise<string> {
  const row = { ...wanted, member_id: people.author.id, token_hash: hashOf(newToken()) }
  return (await insertAccessToken(db, row)).id
}

function dropAll({ db }: World) {
  return db.deleteFrom('access_tokens').execute()
}
