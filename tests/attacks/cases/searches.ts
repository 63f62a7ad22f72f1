import { deleteNote } from '../../../src/content/notes/write-sql.server.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for search. Everyone can find everything except deleted content and unverified members. */
export const searches: Cases = {
  'searches.summary': async () => ({ input: { search: 'okonkwo' }, shows: 'people' }),
  'searches.comments': async (world) => {
    const post_id = await world.buildPost()
    return {
      input: { search: 'periwinkle' },
      shows: await world.buildComment({ post_id, content: 'Periwinkle' }),
    }
  },
  'searches.comments: one that is deleted': async (world) => {
    const post_id = await world.buildPost()
    const id = await world.buildComment({ post_id, content: 'Cornflower' })
    await world.buildComment({ post_id, parent_id: id })
    const stub = { deleted_at: new Date().toISOString(), content: '', author_id: null }
    await world.db.updateTable('comments').set(stub).where('id', '=', id).execute()
    return { input: { search: 'cornflower' }, shows: id }
  },
  'searches.notes': async (world) => {
    return { input: { search: 'celandine' }, shows: await world.buildNote({ content: 'Celandine' }) }
  },
  'searches.notes: one that is deleted': async (world) => {
    const id = await world.buildNote({ content: 'Bluebell' })
    await world.buildNote({ parent_id: id, author: world.people.other })
    await deleteNote(world.db, id)
    return { input: { search: 'bluebell' }, shows: id }
  },
  'searches.people': async ({ people }) => ({ input: { search: 'okonkwo' }, shows: people.author.id }),
  'searches.people: one not verified': async (world) => {
    const { id, username } = await unverified(world)
    return { input: { search: username }, shows: id }
  },
}

async function unverified(world: World) {
  const member = await world.buildMember()
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', member.id).execute()
  return member
}
