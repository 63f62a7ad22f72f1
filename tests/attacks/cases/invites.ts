import { randomBytes } from 'node:crypto'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'
import { withoutProof } from './security.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const soon = () => new Date(Date.now() + DAY_MS).toISOString()

async function make({ db, people }: World, revoked_at: string | null = null): Promise<{ id: string }> {
  return db
    .insertInto('invites')
    .values({
      token_hash: randomBytes(32).toString('hex'),
      uses: 1,
      ends_at: soon(),
      created_by: people.admin.id,
      revoked_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function letInvite({ db, services }: World, inviters: 'admins' | 'moderators') {
  await db.updateTable('site_settings').set({ inviters }).execute()
  await services.siteSettings.changed(db)
}

async function whereModeratorsMay(world: World, input: unknown) {
  await letInvite(world, 'moderators')
  return { input, undo: () => letInvite(world, 'admins') }
}

/** Test cases for invite links. Staff see who used which link. A setting lets moderators create links. */
export const invites: Cases = {
  'invites.list': async (world) => ({ input: undefined, shows: (await make(world)).id }),
  'invites.create': async () => ({ input: { uses: 1, ends_at: soon() } }),
  'invites.create: where moderators may': async (world) =>
    whereModeratorsMay(world, { uses: 1, ends_at: soon() }),
  'invites.create: without a fresh proof': async (world) => ({
    input: { uses: 1, ends_at: soon() },
    undo: await withoutProof(world),
  }),
  'invites.revoke': async (world) => ({ input: await make(world) }),
  'invites.revoke: where moderators may': async (world) => whereModeratorsMay(world, await make(world)),
  'invites.revoke: one that is revoked': async (world) => ({
    input: await make(world, new Date().toISOString()),
  }),
}
