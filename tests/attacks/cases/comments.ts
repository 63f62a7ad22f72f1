import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const SECRET = 'Words that were taken back'

export const comments: Cases = {
  'comments.list': async (world) => {
    const { id, post_id } = await buildOwn(world)
    return { input: { id: post_id }, shows: id }
  },
  'comments.list: the words of a deleted one': async (world) => {
    const { post_id } = await buildStub(world)
    return { input: { id: post_id }, shows: SECRET }
  },
  'comments.list: of a post that is gone': async () => ({ input: { id: newId() }, shows: SECRET }),
  'comments.pageOf': async (world) => {
    const { id, post_id } = await buildOwn(world)
    return { input: { id: post_id, comment_id: id }, shows: 'start' }
  },
  'comments.pageOf: of a post that is gone': async (world) => {
    const { id } = await buildOwn(world)
    return { input: { id: newId(), comment_id: id }, shows: 'start' }
  },
  'comments.create': async (world) => ({ input: { id: await world.buildPost(), content: 'Words' } }),
  'comments.create: on a post that is gone': async () => ({ input: { id: newId(), content: 'Words' } }),
  'comments.create: a reply to a deleted one': async (world) => {
    const { id, post_id } = await buildStub(world)
    return { input: { id: post_id, parent_id: id, content: 'Words' } }
  },
  "comments.create: with the id of another's": async (world) => {
    const id = await world.buildPost()
    const author = await world.buildMember()
    const comment_id = await world.buildComment({ post_id: id, author, content: 'Words' })
    return { input: { id, comment_id, content: 'Words' } }
  },
  'comments.update': async (world) => ({ input: { id: (await buildOwn(world)).id, content: 'Others' } }),
  'comments.update: a deleted one': async (world) => {
    return { input: { id: (await buildStub(world)).id, content: 'Others' } }
  },
  'comments.update: one that is gone': async () => ({ input: { id: newId(), content: 'Others' } }),
  'comments.remove': async (world) => ({ input: { id: (await buildOwn(world)).id } }),
  'comments.remove: a deleted one': async (world) => ({ input: { id: (await buildStub(world)).id } }),
  'comments.remove: one whose author has left': async (world) => {
    return { input: { id: await world.buildComment({ post_id: await world.buildPost(), author: null }) } }
  },
  'comments.remove: one that is gone': async () => ({ input: { id: newId() } }),

  'votes.comment': async (world) => ({ input: { id: (await buildOwn(world)).id, vote_type: -1 } }),
  'votes.comment: one that is gone': async () => ({ input: { id: newId(), vote_type: 1 } }),
  'votes.comment: a deleted one': async (world) => {
    return { input: { id: (await buildStub(world)).id, vote_type: 1 } }
  },
}

async function buildOwn(world: World) {
  const post_id = await world.buildPost({ author: world.people.other })
  const id = await world.buildComment({ post_id, author: world.people.author, content: SECRET })
  return { id, post_id }
}

/** Creates a stub: a comment that its author deleted, but that remains because it has a reply. */
async function buildStub(world: World) {
  const { id, post_id } = await buildOwn(world)
  await world.buildComment({ post_id, parent_id: id })
  const stub = { deleted_at: new Date().toISOString(), content: '', author_id: null }
  await world.db.updateTable('comments').set(stub).where('id', '=', id).execute()
  return { id, post_id }
}
