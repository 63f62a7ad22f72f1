import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { addPassword } from '../../../src/accounts/members.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Case, Cases } from './case.ts'

const PASSWORD = 'the password of the author'

export const security: Cases = {
  'me.listSessions': async (world) => ({ input: undefined, shows: await buildSession(world) }),
  'me.endSession': async (world) => ({ input: { id: await buildSession(world) } }),
  'me.endSession: one that has run out': async () => ({ input: { id: newId() } }),
  'me.endOtherSessions': async (world) => {
    await buildSession(world)
    return { input: undefined }
  },
  'me.endSession: without a fresh proof': async (world) => ({
    input: { id: await buildSession(world) },
    undo: await withoutProof(world),
  }),
  'me.endOtherSessions: without a fresh proof': async (world) => ({
    input: undefined,
    undo: await withoutProof(world),
  }),
  'me.changePassword': (world) =>
    withPassword(world, { current_password: PASSWORD, new_password: `another ${newId()}` }),
  'me.changePassword: to a common one': (world) =>
    withPassword(world, { current_password: PASSWORD, new_password: 'Password123' }),
  'me.prove': (world) => withPassword(world, { password: PASSWORD }),
  'me.prove: with a wrong password': (world) => withPassword(world, { password: 'a guess' }),
  'me.readEmail': async (world) => ({ input: undefined, shows: await emailOf(world) }),
  'me.changeEmail': async () => ({ input: { email: `${newId()}@elsewhere.example` } }),
  'me.changeEmail: to that of another': async (world) => {
    const { id } = await world.buildMember()
    return { input: { email: await emailOf(world, id) } }
  },
  "me.changeEmail: to one's own": async (world) => ({ input: { email: await emailOf(world) } }),
  'me.changeEmail: without a fresh proof': async (world) => ({
    input: { email: `${newId()}@elsewhere.example` },
    undo: await withoutProof(world),
  }),
  'users.assignModerator: without a fresh proof': async (world) => ({
    input: { id: (await world.buildMember()).id },
    undo: await withoutProof(world),
  }),
}

/** Creates a second session for the author. Returns its id. */
async function buildSession({ db, people }: World): Promise<string> {
  const id = newId()
  await sql`insert into sessions (id, user_id, token, expires_at)
    values (${id}, ${people.author.id}, ${id}, now() + interval '1 day')`.execute(db)
  return id
}

async function withPassword({ db, people }: World, input: object): Promise<Case> {
  await addPassword(db, people.author.id, await hashPassword(PASSWORD))
  return { input, undo: () => db.deleteFrom('accounts').where('user_id', '=', people.author.id).execute() }
}

async function emailOf({ db, people }: World, id = people.author.id): Promise<string> {
  const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  return user.email
}

/** Ages everyone's last proof of identity to 11 minutes, so that it has expired. Returns an undo function. */
export async function withoutProof({ db }: World) {
  await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(db)
  return () => sql`update sessions set proved_at = now()`.execute(db)
}
