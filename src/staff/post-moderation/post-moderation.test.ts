import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World
let concept: string
beforeAll(async () => {
  world = await makeWorld()
  const values = { name: 'Longevity', color: '#1fa99a', description: '' }
  concept = (await world.db.insertInto('concepts').values(values).returning('id').executeTakeFirstOrThrow())
    .id
})
afterAll(() => world.close())

const as = (person: keyof World['people']) => ({ context: world.asContext(world.people[person]) })
const of = (viewer: Viewer) => ({ context: world.asContext(viewer) })
const read = (id: string) => call(router.posts.read, { id }, as('visitor'))
const comment = (id: string, person: keyof World['people'] = 'member') =>
  call(router.comments.create, { id, content: 'Words.' }, as(person))
const logged = async (id: string) =>
  (
    await sql<{ action: string; details: object | null; reason: string | null }>`
      select action, details, reason from moderation_actions where target_id = ${id} order by number`.execute(
      world.db,
    )
  ).rows

test('a locked post takes no comments but those of moderators, and those that are there are edited on', async () => {
  const id = await world.buildPost()
  const { id: mine } = await comment(id)
  expect(await call(router.postModeration.lock, { id, reason: 'Heated' }, as('moderator'))).toMatchObject({
    is_locked: true,
  })
  expect(await read(id)).toMatchObject({ is_locked: true, duplicate_of: null })
  for (const person of ['member', 'author', 'editor'] as const)
    await expect(comment(id, person)).rejects.toMatchObject({
      status: 409,
      message: 'This post is locked. You can’t add new comments.',
    })
  for (const person of ['moderator', 'admin'] as const) await comment(id, person)
  await call(router.comments.update, { id: mine, content: 'Put right.' }, as('member'))
  await call(router.postModeration.unlock, { id }, as('admin'))
  await comment(id)
  expect(await read(id)).toMatchObject({ is_locked: false })
  expect(await logged(id)).toMatchObject([{ action: 'lock', reason: 'Heated' }, { action: 'unlock' }])
})

test('what is so already is no action', async () => {
  const id = await world.buildPost()
  await call(router.postModeration.unlock, { id }, as('moderator'))
  await call(router.postModeration.pin, { id }, as('moderator'))
  await call(router.postModeration.pin, { id }, as('admin'))
  expect((await read(id)).is_pinned).toBe(true)
  await call(router.postModeration.unpin, { id }, as('admin'))
  expect((await read(id)).is_pinned).toBe(false)
  const { title } = await read(id)
  await call(router.postModeration.classify, { id, title, concepts: [] }, as('moderator'))
  expect((await logged(id)).map(({ action }) => action)).toEqual(['pin', 'unpin'])
})

test('a comment in flight is there before the lock, or not at all', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await world.buildPost()
    const sent = Array.from({ length: 4 }, () =>
      comment(id).then(
        () => true,
        () => false,
      ),
    )
    const [locked, ...done] = await Promise.all([
      call(router.postModeration.lock, { id }, as('moderator')).then(() => countComments(id)),
      ...sent,
    ])
    expect(await countComments(id)).toBe(locked)
    expect(done.filter(Boolean)).toHaveLength(locked)
  }
})

test('a comment that comes while a lock is under way waits for it', async () => {
  const id = await world.buildPost()
  let late: Promise<unknown> | undefined
  await world.db.transaction().execute(async (trx) => {
    await sql`update posts set locked_at = now() where id = ${id}`.execute(trx)
    late = comment(id).catch(({ status }) => status)
    await isWaiting()
  })
  expect(await late).toBe(409)
  expect(await countComments(id)).toBe(0)
})

test('title and concepts are one action with the old values, and the author is told once', async () => {
  const id = await world.buildPost({ title: 'help!!!' })
  const change = {
    id,
    title: 'How does one age well?',
    concepts: [concept],
    reason: 'Says what it is about',
  }
  expect(await call(router.postModeration.classify, change, as('moderator'))).toMatchObject({
    title: 'How does one age well?',
    concepts: [{ id: concept, name: 'Longevity' }],
  })
  expect(await logged(id)).toEqual([
    { action: 'classify', details: { title: 'help!!!', concepts: [] }, reason: 'Says what it is about' },
  ])
  await call(router.postModeration.classify, { id, concepts: [] }, as('admin'))
  expect((await logged(id))[1]?.details).toEqual({ concepts: [{ id: concept, name: 'Longevity' }] })
  const { items } = await call(router.notifications.list, {}, as('author'))
  expect(items.filter(({ post_id }) => post_id === id)).toMatchObject([
    {
      type: 'post_classified',
      title: 'A moderator changed the title or concepts of “How does one age well?”',
      related_user: null,
      is_read: false,
    },
  ])
  expect(await read(id)).toMatchObject({ title: 'How does one age well?', concepts: [] })
})

test('nobody retitles what they wrote themselves, or who stands as high as they do', async () => {
  const { moderator, admin, editor } = world.people
  const classify = async (author: Viewer | null, by: Viewer) => {
    const id = await world.buildPost({ author })
    return call(router.postModeration.classify, { id, title: 'Another' }, of(by)).then(
      () => 'done',
      ({ status }) => status,
    )
  }
  expect(await classify(moderator, moderator)).toBe(403)
  expect(await classify(editor, moderator)).toBe(403)
  expect(await classify(admin, moderator)).toBe(403)
  expect(await classify(moderator, admin)).toBe('done')
  expect(await classify(null, moderator)).toBe('done')
  const id = await world.buildPost({ author: admin })
  expect((await call(router.postModeration.read, { id }, of(moderator))).can).toEqual({
    lock: true,
    pin: true,
    classify: false,
    mark_duplicate: true,
  })
})

test.each([
  [{ title: ' ' }],
  [{ title: 'x'.repeat(201) }],
  [{ concepts: [newId()] }],
  [{ concepts: Array.from({ length: 6 }, newId) }],
  [{ title: 'Fine', reason: 'r'.repeat(501) }],
])('a classification that cannot be is refused: %o', async (change) => {
  const id = await world.buildPost({ title: 'As it was' })
  const classify = call(router.postModeration.classify, { id, ...change }, as('moderator'))
  await expect(classify).rejects.toMatchObject({ status: 400 })
  expect((await read(id)).title).toBe('As it was')
  expect(await logged(id)).toEqual([])
})

test('a duplicate leads to its original and takes no comments, as long as there is the original', async () => {
  const original = await world.buildPost({ title: 'First' })
  const id = await world.buildPost({ title: 'Second' })
  await call(router.postModeration.markDuplicate, { id, of: original }, as('moderator'))
  expect(await read(id)).toMatchObject({ is_locked: true, duplicate_of: { id: original, title: 'First' } })
  await expect(comment(id)).rejects.toMatchObject({ status: 409 })
  await call(router.postModeration.unmarkDuplicate, { id }, as('moderator'))
  await comment(id)
  await call(router.postModeration.markDuplicate, { id, of: original }, as('moderator'))
  await call(router.posts.remove, { id: original }, as('author'))
  expect(await read(id)).toMatchObject({ is_locked: false, duplicate_of: null })
  expect((await logged(id)).map(({ action }) => action)).toEqual([
    'mark_duplicate',
    'unmark_duplicate',
    'mark_duplicate',
  ])
})

test('an original that others have commented on and that is deleted is nobody’s original any more', async () => {
  const original = await world.buildPost()
  await comment(original)
  const id = await world.buildPost()
  await call(router.postModeration.markDuplicate, { id, of: original }, as('moderator'))
  await call(router.posts.remove, { id: original }, as('author'))
  expect(await read(original)).toMatchObject({ is_deleted: true })
  expect(await read(id)).toMatchObject({ is_locked: false, duplicate_of: null })
})

test('there are no circles and no chains of duplicates', async () => {
  const [a, b, c] = [await world.buildPost(), await world.buildPost(), await world.buildPost()]
  const mark = (id: string, original: string) =>
    call(router.postModeration.markDuplicate, { id, of: original }, as('moderator'))
  await expect(mark(a, a)).rejects.toMatchObject({ status: 409 })
  await mark(a, b)
  await expect(mark(b, a)).rejects.toMatchObject({ status: 409, data: { field: 'of' } })
  await expect(mark(b, c)).rejects.toMatchObject({ status: 409 })
  await expect(mark(c, a)).rejects.toMatchObject({ status: 409 })
  await expect(mark(c, newId())).rejects.toMatchObject({ status: 409 })
  const [d, e] = [await world.buildPost(), await world.buildPost()]
  const both = await Promise.allSettled([mark(d, e), mark(e, d)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

async function countComments(id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from comments where post_id = ${id}`.execute(world.db)
  return rows[0]?.n ?? 0
}

/** Waits until a session of this database is waiting for a lock. */
async function isWaiting(): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(world.db)).rows.length === 0);
}
