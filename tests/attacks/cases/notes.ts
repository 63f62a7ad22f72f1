import { deleteNote, setLike } from '../../../src/content/notes/write-sql.server.ts'
import { setFollow } from '../../../src/people/follows/sql.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

export const notes: Cases = {
  'notes.list': async (world) => ({ input: {}, shows: await world.buildNote() }),
  'notes.read': async (world) => {
    const id = await world.buildNote()
    return { input: { id }, shows: id }
  },
  'notes.read: one that is gone': async () => ({ input: { id: newId() }, shows: 'content' }),
  'notes.replies': async (world) => {
    const { parent_id, id } = await buildReply(world)
    return { input: { id: parent_id }, shows: id }
  },
  'notes.replies: to one that is gone': async () => ({ input: { id: newId() }, shows: 'content' }),
  'notes.pageOf': async (world) => {
    const { parent_id, id } = await buildReply(world)
    return { input: { id: parent_id, reply_id: id }, shows: 'start' }
  },
  'notes.pageOf: to one that is gone': async () => ({
    input: { id: newId(), reply_id: newId() },
    shows: 'start',
  }),
  'notes.ofProfile': async (world) => {
    return { input: { username: world.people.author.username }, shows: await world.buildNote() }
  },
  'notes.ofProfile: of nobody': async () => {
    return { input: { username: 'nobody-at-all' }, shows: 'nobody-at-all' }
  },
  'notes.ofProfile: of one not verified': async (world) => {
    const author = await world.buildMember()
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', author.id).execute()
    return { input: { username: author.username }, shows: await world.buildNote({ author }) }
  },
  'notes.ofFollowed': async (world) => {
    await follow(world)
    return { input: {}, shows: await world.buildNote() }
  },
  'notes.ofFollowed: a reply': async (world) => {
    await follow(world)
    const parent_id = await world.buildNote({ author: null })
    return { input: {}, shows: await world.buildNote({ parent_id }) }
  },
  'notes.create': async () => ({ input: { content: 'Words' } }),
  "notes.create: with the id of another's": async (world) => {
    const id = await world.buildNote({ author: await world.buildMember(), content: 'Words' })
    return { input: { id, content: 'Words' } }
  },
  'notes.reply': async (world) => ({ input: { id: await world.buildNote(), content: 'Words' } }),
  'notes.reply: to one that is gone': async () => ({ input: { id: newId(), content: 'Words' } }),
  'notes.reply: to a stub': async (world) => ({ input: { id: await buildStub(world), content: 'Words' } }),
  'notes.reply: to a reply': async (world) => {
    return { input: { id: (await buildReply(world)).id, content: 'Words' } }
  },
  'notes.update': async (world) => ({ input: { id: await world.buildNote(), content: 'Others' } }),
  'notes.update: one whose author has left': async (world) => {
    return { input: { id: await world.buildNote({ author: null }), content: 'Others' } }
  },
  'notes.update: a stub': async (world) => ({ input: { id: await buildStub(world), content: 'Others' } }),
  'notes.update: one that is gone': async () => ({ input: { id: newId(), content: 'Others' } }),
  // The note can be deleted although other members have replied. Their replies remain.
  'notes.remove': async (world) => ({ input: { id: (await buildReply(world)).parent_id } }),
  'notes.remove: one whose author has left': async (world) => {
    return { input: { id: await world.buildNote({ author: null }) } }
  },
  'notes.remove: a stub': async (world) => ({ input: { id: await buildStub(world) } }),
  'notes.remove: one that is gone': async () => ({ input: { id: newId() } }),
  'notes.like': async (world) => ({ input: { id: await world.buildNote() } }),
  'notes.like: a stub': async (world) => ({ input: { id: await buildStub(world) } }),
  'notes.like: one that is gone': async () => ({ input: { id: newId() } }),
  'notes.unlike: one that is gone': async () => ({ input: { id: newId() } }),
  'notes.unlike': async (world) => ({ input: { id: await buildLiked(world) } }),
  'viewerState.read: a like': async (world) => {
    const id = await buildLiked(world)
    return { input: { notes: id }, shows: '"user_liked":true' }
  },
}

/** Makes `other` follow the author, and deletes everyone else's follows. */
async function follow({ db, people }: World): Promise<void> {
  await db.deleteFrom('user_follows').execute()
  await setFollow(db, people.other.id, people.author.id, true)
}

async function buildReply(world: World) {
  const parent_id = await world.buildNote()
  return { parent_id, id: await world.buildNote({ parent_id, author: world.people.other }) }
}

/** Creates a stub: a deleted note that remains because it has a reply. */
async function buildStub(world: World): Promise<string> {
  const { parent_id } = await buildReply(world)
  await deleteNote(world.db, parent_id)
  return parent_id
}

/** Creates a note by another member that the author likes. */
async function buildLiked(world: World): Promise<string> {
  const id = await world.buildNote({ author: await world.buildMember() })
  await setLike(world.db, world.people.author.id, id, true)
  return id
}
