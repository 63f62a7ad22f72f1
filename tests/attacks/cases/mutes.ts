import { setBlock, setMute } from '../../../src/people/mutes/sql.server.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for muting and blocking. Only `other` mutes or blocks the author. */
export const mutes: Cases = {
  'mutes.add': async (world) => {
    await world.db.deleteFrom('mutes').execute()
    return { input: { username: world.people.author.username } }
  },
  'mutes.add: nobody of this name': nobody,
  'mutes.add: one not verified': unverified,
  'mutes.remove': async (world) => {
    await otherMutes(world, world.people.author.id)
    return { input: { username: world.people.author.username } }
  },
  'mutes.remove: nobody of this name': nobody,
  'mutes.list': async (world) => {
    const { id } = await world.buildMember()
    await otherMutes(world, id)
    return { input: {}, shows: id }
  },
  'mutes.hidden': async (world) => {
    const { id } = await world.buildMember()
    await otherMutes(world, id)
    return { input: undefined, shows: id }
  },
  'mutes.hidden: one whom I block': async (world) => {
    const { id } = await world.buildMember()
    return { input: undefined, shows: id, undo: await blockedBy(world, world.people.other.id, id) }
  },

  'blocks.add': async (world) => {
    const { author } = world.people
    return { input: { username: author.username }, undo: () => world.db.deleteFrom('blocks').execute() }
  },
  'blocks.add: nobody of this name': nobody,
  'blocks.add: one not verified': unverified,
  'blocks.remove': async (world) => {
    const { author, other } = world.people
    return { input: { username: author.username }, undo: await blockedBy(world, other.id, author.id) }
  },
  'blocks.remove: nobody of this name': nobody,
  'blocks.list': async (world) => {
    const { id } = await world.buildMember()
    return { input: {}, shows: id, undo: await blockedBy(world, world.people.other.id, id) }
  },

  'conversations.send: to one who blocks me': async (world) => {
    const { id, username } = await world.buildMember()
    const undo = await blockedBy(world, id, world.people.author.id)
    return { input: { username, content: 'Hello' }, undo }
  },
  'conversations.send: to one who takes none': async ({ db, buildMember }) => {
    const { id, username } = await buildMember()
    await db.updateTable('profiles').set({ messages_from: 'nobody' }).where('id', '=', id).execute()
    return { input: { username, content: 'Hello' } }
  },
  'follows.add: one who blocks me': async (world) => {
    const { id, username } = await world.buildMember()
    return { input: { username }, undo: await blockedBy(world, id, world.people.author.id) }
  },
  'notes.reply: to one who blocks me': async (world) => {
    const blocker = await world.buildMember()
    const id = await world.buildNote({ author: blocker })
    const undo = await blockedBy(world, blocker.id, world.people.author.id)
    return { input: { id, content: 'Hello' }, undo }
  },
}

async function nobody() {
  return { input: { username: 'nobody-at-all' } }
}

async function otherMutes({ db, people }: World, mutedId: string): Promise<void> {
  await db.deleteFrom('mutes').execute()
  await setMute(db, people.other.id, mutedId, true)
}

/** Blocks a member. Returns an undo function, because other test cases send messages between these people. */
async function blockedBy({ db }: World, blockerId: string, blockedId: string) {
  await setBlock(db, blockerId, blockedId, true)
  return () => db.deleteFrom('blocks').execute()
}

/** Creates a member whose email address is not verified. */
async function unverified({ db, buildMember }: World) {
  const { id, username } = await buildMember()
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
  return { input: { username } }
}
