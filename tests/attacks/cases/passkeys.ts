import { call } from '@orpc/server'
import { sql } from 'kysely'
import { addPassword } from '../../../src/accounts/members.server.ts'
import { passkeysProcedures as procedures } from '../../../src/accounts/passkeys/procedures.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { PasskeyDevice } from '../../passkey-device.ts'
import type { World } from '../../world.ts'
import type { Case, Cases } from './case.ts'
import { withoutProof } from './security.ts'

const CREATED_AT = '2002-03-04T05:06:07.000Z'

export const passkeys: Cases = {
  'me.listPasskeys': async (world) => ({ ...(await withOne(world)), input: undefined, shows: '2002-03-04' }),
  'me.beginPasskey': async () => ({ input: undefined, shows: 'ticket' }),
  'me.beginPasskey: with twenty of them': async (world) => {
    const { undo } = await withOne(world)
    for (let n = 1; n < 20; n++) await withOne(world)
    return { input: undefined, shows: 'ticket', ...(undo && { undo }) }
  },
  'me.beginPasskey: without a fresh proof': async (world) => ({
    input: undefined,
    shows: 'ticket',
    undo: await withoutProof(world),
  }),
  'me.addPasskey': async (world) => ({ input: await made(world), undo: () => forget(world) }),
  'me.addPasskey: without a fresh proof': async (world) => ({
    input: await made(world),
    undo: await withoutProof(world),
  }),
  'me.renamePasskey': (world) => withOne(world, { name: 'A key' }),
  'me.renamePasskey: without a fresh proof': (world) => unproven(world, { name: 'A key' }),
  'me.removePasskey': (world) => withOne(world, { hasPassword: true }),
  'me.removePasskey: the only way in': (world) => withOne(world),
  'me.removePasskey: without a fresh proof': (world) => unproven(world, { hasPassword: true }),
  'me.readProof': async (world) => ({
    ...(await withOne(world)),
    input: undefined,
    shows: '"passkey":true',
  }),
  'me.beginProof': async (world) => ({ ...(await withOne(world)), input: undefined, shows: 'ticket' }),
  'me.prove: with a passkey': async (world) => {
    const author = { context: world.asContext(world.people.author) }
    const device = new PasskeyDevice(world.services.config.PUBLIC_URL)
    const begun = await call(procedures.beginPasskey, undefined, author)
    const response = device.create(begun.options)
    await call(procedures.addPasskey, { ticket: begun.ticket, response }, author)
    const { options, ticket } = await call(procedures.beginProof, undefined, author)
    return {
      input: { passkey: { ticket, response: device.get(options) } },
      undo: () => forget(world),
    }
  },
}

/** Creates a passkey on the author's device without adding it to the account. */
async function made(world: World) {
  const { options, ticket } = await call(procedures.beginPasskey, undefined, {
    context: world.asContext(world.people.author),
  })
  return { ticket, response: new PasskeyDevice(world.services.config.PUBLIC_URL).create(options) }
}

/** Gives the author a passkey. Returns a test case for it. */
async function withOne(
  world: World,
  { hasPassword = false, ...input }: { hasPassword?: boolean; name?: string } = {},
): Promise<Case> {
  const { db, people } = world
  const id = newId()
  await sql`insert into passkeys (id, user_id, credential_id, public_key, is_syncable, is_synced, name, created_at)
    values (${id}, ${people.author.id}, ${Buffer.from(id)}, '\\xa0', false, false, 'My telephone', ${CREATED_AT})`.execute(
    db,
  )
  if (hasPassword) await addPassword(db, people.author.id, 'a hash of one')
  return { input: { id, ...input }, undo: () => forget(world) }
}

async function unproven(world: World, options: Parameters<typeof withOne>[1]): Promise<Case> {
  const one = await withOne(world, options)
  const undoProof = await withoutProof(world)
  return { ...one, undo: () => Promise.all([undoProof(), one.undo?.()]) }
}

async function forget({ db, people }: World): Promise<void> {
  await db.deleteFrom('passkeys').execute()
  await db.deleteFrom('accounts').where('user_id', '=', people.author.id).execute()
}
