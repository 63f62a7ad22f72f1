import { sql } from 'kysely'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for deleting accounts, and for conversations that remain for the other participant. */
export const leaving: Cases = {
  'me.readDeletion': async (world) => {
    await ask(world, world.people.author.id)
    return { input: undefined, shows: 'keep_content', undo: () => calledOff(world) }
  },
  'me.requestDeletion': async (world) => {
    await removeOtherAdmins(world)
    return { input: { keep_content: true }, undo: () => calledOff(world) }
  },
  'me.requestDeletion: without a fresh proof': async (world) => ({
    input: { keep_content: true },
    undo: await withoutProof(world),
  }),
  'me.requestDeletion: that is being done': async (world) => {
    await removeOtherAdmins(world)
    await ask(world, world.people.author.id, true)
    return { input: { keep_content: false }, undo: () => calledOff(world) }
  },
  'me.undoDeletion': async (world) => {
    await ask(world, world.people.author.id)
    return { input: undefined, undo: () => calledOff(world) }
  },
  'me.undoDeletion: that is being done': async (world) => {
    await ask(world, world.people.author.id, true)
    return { input: undefined, undo: () => calledOff(world) }
  },
  'me.undoDeletion: without a fresh proof': async (world) => {
    await ask(world, world.people.author.id)
    const proveAgain = await withoutProof(world)
    return { input: undefined, undo: () => proveAgain().then(() => calledOff(world)) }
  },
  'formerConversations.list': async (world) => ({ input: {}, shows: await converse(world) }),
  'formerConversations.messages': async (world) => {
    const id = await converse(world)
    const message = newId()
    await sql`insert into former_messages (id, conversation_id, is_own, content, created_at)
      values (${message}, ${id}, false, 'Farewell', now())`.execute(world.db)
    return { input: { id }, shows: message }
  },
  'formerConversations.messages: one that is gone': async () => ({ input: { id: newId() }, shows: 'items' }),
}

/** Removes admins that other test cases appointed, because the table expects a refusal for the last admin. */
async function removeOtherAdmins({ db, people }: World): Promise<void> {
  await sql`delete from user_roles where role = 'admin' and user_id <> ${people.admin.id}`.execute(db)
}

async function ask({ db }: World, id: string, hasBegun = false): Promise<void> {
  await sql`insert into account_deletions (user_id, keep_content, begun_at)
    values (${id}, true, case when ${hasBegun} then now() end)`.execute(db)
}

/** Cancels all deletions and signs everyone in again. */
async function calledOff({ db, people }: World): Promise<void> {
  await sql`delete from account_deletions`.execute(db)
  for (const person of Object.values(people))
    if (person)
      await sql`insert into sessions (id, user_id, token, expires_at)
        values (${person.id}, ${person.id}, ${`session of ${person.id}`}, now() + interval '1 day')
        on conflict do nothing`.execute(db)
}

/** Ages everyone's last proof of identity to 11 minutes, so that it has expired. Returns an undo function. */
async function withoutProof({ db }: World) {
  await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(db)
  return () => sql`update sessions set proved_at = now()`.execute(db)
}

/** Creates a conversation between the author and a deleted account. Returns its id. */
async function converse({ db, people }: World): Promise<string> {
  const id = newId()
  await sql`insert into former_conversations (id, member_id, last_message_at)
    values (${id}, ${people.author.id}, now())`.execute(db)
  await sql`insert into former_messages (id, conversation_id, is_own, content, created_at)
    values (${newId()}, ${id}, false, 'Hello', now())`.execute(db)
  return id
}
