import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for conversations. The author has written to `other`, who has not read the message. */
export const conversations: Cases = {
  'conversations.list': async (world) => ({ input: {}, shows: await writeToOther(world) }),
  'conversations.read': async (world) => {
    return { shows: await writeToOther(world), input: { username: world.people.other.username } }
  },
  'conversations.read: one not verified': async (world) => {
    const { id, username } = await unverified(world)
    return { input: { username }, shows: id }
  },
  'conversations.read: nobody of this name': nobody,
  'conversations.messages': async (world) => {
    return { shows: await writeToOther(world), input: { username: world.people.other.username } }
  },
  'conversations.messages: from the other side': async (world) => {
    return { shows: await writeToOther(world), input: { username: world.people.author.username } }
  },
  'conversations.messages: nobody of this name': nobody,
  'conversations.send': async ({ people }) => {
    return { input: { username: people.other.username, content: 'Hello' } }
  },
  'conversations.send: nobody of this name': async () => {
    return { input: { username: 'nobody-at-all', content: 'Hello' } }
  },
  'conversations.send: one not verified': async (world) => {
    return { input: { username: (await unverified(world)).username, content: 'Hello' } }
  },
  "conversations.send: with the id of another's": async (world) => {
    const id = newId()
    const shows = await writeToOther(world, id)
    return { shows, input: { id, username: (await world.buildMember()).username, content: 'Hello' } }
  },
  'conversations.markRead: nobody of this name': nobody,
  'conversations.markRead': async (world) => {
    await writeToOther(world)
    return { input: { username: world.people.author.username } }
  },
}

/** Sends a message from the author to `other`. Returns its content. */
async function writeToOther({ db, people }: World, id = newId()): Promise<string> {
  const content = `Between the two of us: ${id}`
  const message = { id, content, sender_id: people.author.id, recipient_id: people.other.id }
  await db.deleteFrom('messages').execute()
  await db.insertInto('messages').values(message).execute()
  return content
}

async function nobody() {
  return { input: { username: 'nobody-at-all' }, shows: 'nobody-at-all' }
}

async function unverified(world: World) {
  const member = await world.buildMember()
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', member.id).execute()
  return member
}
