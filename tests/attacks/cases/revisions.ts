import { call } from '@orpc/server'
import { router } from '../../../src/api/router.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const FORMER = 'Words that were edited'
const LONG_AGO = '2026-01-01T12:00:00Z'

export const revisions: Cases = {
  'revisions.post': async (world) => ({ input: { id: await buildEdited(world) }, shows: FORMER }),
  'revisions.post: of one that is gone': async () => ({ input: { id: newId() }, shows: FORMER }),
  'revisions.post: of a stub': async (world) => {
    const id = await buildEdited(world)
    await world.buildComment({ post_id: id })
    await call(router.posts.remove, { id }, as(world))
    return { input: { id }, shows: FORMER }
  },
  'revisions.post: one that was taken away': async (world) => {
    const id = await buildEdited(world)
    const taken = { redacted_at: new Date().toISOString(), title: null, content: null, format: null }
    await world.db.updateTable('revisions').set(taken).where('post_id', '=', id).execute()
    return { input: { id }, shows: FORMER }
  },
  'revisions.comment': async (world) => ({ input: { id: await buildEditedComment(world) }, shows: FORMER }),
  'revisions.comment: of one that is gone': async () => ({ input: { id: newId() }, shows: FORMER }),
  'revisions.comment: of a stub': async (world) => {
    const id = await buildEditedComment(world)
    const { post_id } = await world.db
      .selectFrom('comments')
      .select('post_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await world.buildComment({ post_id, parent_id: id })
    await call(router.comments.remove, { id }, as(world))
    return { input: { id }, shows: FORMER }
  },
}

function as(world: World) {
  return { context: world.asContext(world.people.author) }
}

async function buildEdited(world: World): Promise<string> {
  const id = await world.buildPost({ content: `<p>${FORMER}</p>`, created_at: LONG_AGO })
  await call(router.posts.update, { id, content: '<p>Other words</p>' }, as(world))
  return id
}

async function buildEditedComment(world: World): Promise<string> {
  const { author } = world.people
  const row = { post_id: await world.buildPost(), author, content: FORMER, created_at: LONG_AGO }
  const id = await world.buildComment(row)
  await call(router.comments.update, { id, content: 'Other words' }, as(world))
  return id
}
