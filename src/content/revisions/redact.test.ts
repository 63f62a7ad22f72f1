import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  await world.db.insertInto('community_rules').values({ number: 2, title: 'Be kind' }).execute()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const LONG_AGO = '2026-01-01T12:00:00Z'
const redact = (id: string, grounds: object = { rule: 2 }, viewer: Viewer = world.people.moderator) =>
  call(router.revisions.redact, { id, ...grounds }, as(viewer))
const ofPost = async (id: string) => (await call(router.revisions.post, { id }, as(null))).items

/** Creates a post with four versions, the second of which contains text to redact. */
async function edited(author: Viewer = world.people.author) {
  const id = await world.buildPost({ author, content: '<p>Fine.</p>', created_at: LONG_AGO })
  for (const content of ['<p>Quetzalcoatlus.</p>', '<p>Fine again.</p>', '<p>Finer.</p>'])
    await call(router.posts.update, { id, content }, as(author))
  const versions = await ofPost(id)
  return { id, revision: versions.find(({ number }) => number === 2)?.id as string }
}

it('takes the words of a version away for good, under a rule, and from the versions beside it', async () => {
  const { id, revision } = await edited()
  const { action_id } = await redact(revision, { rule: 2, reason: 'A name', note: 'Of a neighbour' })
  const answer = await ofPost(id)
  expect(JSON.stringify(answer)).not.toContain('Quetzalcoatlus')
  expect(answer.map(({ changes, content, redaction }) => [changes !== null, content, redaction])).toEqual([
    [true, '<p>Fine again.</p>', null],
    [false, null, { rule: '2. Be kind', action_id }],
    [false, '<p>Fine.</p>', null],
  ])
  const row = world.db.selectFrom('revisions').selectAll().where('id', '=', revision)
  expect(await row.executeTakeFirst()).toMatchObject({ title: null, content: null, format: null })
  const { items } = await call(router.moderationActions.list, { action: action_id }, as(null))
  expect(items).toMatchObject([
    {
      action: 'redact',
      kind: 'revision',
      target_id: revision,
      post_id: id,
      rule: '2. Be kind',
      reason: 'A name',
    },
  ])
  await expect(redact(revision)).rejects.toMatchObject({ status: 409 })
})

it('does so with a version of a comment', async () => {
  const { other } = world.people
  const post_id = await world.buildPost()
  const id = await world.buildComment({ post_id, content: 'Quetzalcoatlus', created_at: LONG_AGO })
  await call(router.comments.update, { id, content: 'Fine' }, as(other))
  const [version] = (await call(router.revisions.comment, { id }, as(null))).items
  await redact(version?.id as string, { reason: 'A name' })
  const answer = await call(router.revisions.comment, { id }, as(null))
  expect(answer.items).toMatchObject([{ content: null, changes: null, redaction: { rule: null } }])
})

it('is asked for a rule or a reason', async () => {
  const { revision } = await edited()
  for (const grounds of [{}, { reason: ' ' }, { rule: 9 }])
    await expect(redact(revision, grounds)).rejects.toMatchObject({ status: 400 })
})

it('is refused of a moderator’s words to a moderator, and of one’s own', async () => {
  const { moderator, admin } = world.people
  const { revision } = await edited(moderator)
  const second = await world.buildMember({ roles: ['moderator'] })
  for (const viewer of [moderator, second])
    await expect(redact(revision, { rule: 2 }, viewer)).rejects.toMatchObject({ status: 403 })
  await redact(revision, { rule: 2 }, admin)
  await expect(redact(newId())).rejects.toMatchObject({ status: 404 })
})

it('is done once by many at once', async () => {
  const { revision } = await edited()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => redact(revision)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('cannot be said of words that are there: the database refuses', async () => {
  const { revision } = await edited()
  const { revision: other } = await edited()
  const { action_id } = await redact(other)
  const statement = sql`update revisions set redaction_id = ${action_id} where id = ${revision}`
  await expect(statement.execute(world.db)).rejects.toMatchObject({ code: '23514' })
})
