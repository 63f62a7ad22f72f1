import { removeContent } from '../../../src/moderation/removal/remove.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const title = 'On what followed'

/** Test cases for moved comments. Each post has a comment by Bo. */
export const commentMoves: Cases = {
  'commentMoves.split': async (world) => ({ input: { ...(await discussed(world)), title } }),
  'commentMoves.split: none such': async () => ({ input: { id: newId(), comments: [newId()], title } }),
  'commentMoves.split: comments of another post': async (world) => {
    const { comments } = await discussed(world)
    return { input: { id: await world.buildPost(), comments, title } }
  },
  'commentMoves.split: a removed comment': async (world) => {
    const { id, comments } = await discussed(world)
    await remove(world, 'comment', comments[0] as string)
    return { input: { id, comments, title } }
  },
  'commentMoves.move': async (world) => ({
    input: { ...(await discussed(world)), to: await world.buildPost() },
  }),
  'commentMoves.move: none such': async (world) => {
    return { input: { id: newId(), comments: [newId()], to: await world.buildPost() } }
  },
  'commentMoves.move: to the same post': async (world) => {
    const input = await discussed(world)
    return { input: { ...input, to: input.id } }
  },
  'commentMoves.move: to a removed post': async (world) => {
    return { input: { ...(await discussed(world)), to: await buildRemoved(world) } }
  },
  'commentMoves.merge': async (world) => {
    const { id } = await discussed(world)
    return { input: { id, to: await world.buildPost() } }
  },
  'commentMoves.merge: none such': async (world) => ({ input: { id: newId(), to: await world.buildPost() } }),
  'commentMoves.merge: into itself': async (world) => {
    const id = await world.buildPost()
    return { input: { id, to: id } }
  },
  'commentMoves.merge: into a removed post': async (world) => {
    return { input: { id: await world.buildPost(), to: await buildRemoved(world) } }
  },
}

async function discussed(world: World) {
  const id = await world.buildPost()
  return { id, comments: [await world.buildComment({ post_id: id })] }
}

async function buildRemoved(world: World): Promise<string> {
  const id = await world.buildPost()
  await remove(world, 'post', id)
  return id
}

async function remove(world: World, kind: 'post' | 'comment', id: string): Promise<void> {
  const removal = { kind, id, reason: 'Spam.' }
  await world.db.transaction().execute((trx) => removeContent(trx, world.people.admin, removal))
}
