import { call } from '@orpc/server'
import { router } from '../../../src/app/router.server.ts'
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

  'revisions.redact': async (world) => redaction(await revisionOf(world, await buildEdited(world))),
  "revisions.redact: a moderator's": async (world) => {
    const { moderator: author } = world.people
    return redaction(await revisionOf(world, await buildEdited(world, author)))
  },
  'revisions.redact: one that was taken away': async (world) => {
    const id = await revisionOf(world, await buildEdited(world))
    const taken = { redacted_at: LONG_AGO, title: null, content: null, format: null }
    await world.db.updateTable('revisions').set(taken).where('id', '=', id).execute()
    return redaction(id)
  },
  'revisions.redact: for no reason': async (world) => {
    return { input: { id: await revisionOf(world, await buildEdited(world)) } }
  },
  'revisions.redact: one that is gone': async () => redaction(newId()),
}

function redaction(id: string) {
  return { input: { id, reason: 'A name' } }
}

async function revisionOf({ db }: World, post: string): Promise<string> {
  const found = db.selectFrom('revisions').select('id').where('post_id', '=', post)
  return (await found.executeTakeFirstOrThrow()).id
}

function as(world: World, author = world.people.author) {
  return { context: world.asContext(author) }
}

async function buildEdited(world: World, author = world.people.author): Promise<string> {
  const id = await world.buildPost({ author, content: `<p>${FORMER}</p>`, created_at: LONG_AGO })
  await call(router.posts.update, { id, content: '<p>Other words</p>' }, as(world, author))
  return id
}

async function buildEditedComment(world: World): Promise<string> {
  const { author } = world.people
  const row = { post_id: await world.buildPost(), author, content: FORMER, created_at: LONG_AGO }
  const id = await world.buildComment(row)
  await call(router.comments.update, { id, content: 'Other words' }, as(world))
  return id
}
