import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Removable } from './policy.ts'
import { removeContent, restoreContent } from './remove.server.ts'

let world: World
let concepts: string[]

beforeAll(async () => {
  world = await makeWorld()
  const rows = ['First', 'Second'].map((name) => ({ name, color: '#8888ff' }))
  const made = await world.db.insertInto('concepts').values(rows).returning('id').execute()
  concepts = made.map(({ id }) => id)
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const driftOf = async () => (await sql`select * from counter_drift()`.execute(world.db)).rows
const act = (what: typeof removeContent, kind: Removable, id: string, viewer = world.people.moderator) =>
  world.db.transaction().execute((trx) => what(trx, viewer, { kind, id, reason: 'Spam.' }))
const remove = (kind: Removable, id: string) => act(removeContent, kind, id)
const restore = (kind: Removable, id: string) => act(restoreContent, kind, id)

/** Tables excluded from the comparison, because a removal and its undoing change them permanently. */
const BESIDE = ['moderation_actions', 'removed_content', 'search_word_changes', 'migrations']

async function everything() {
  await sql`select add_up_search_words(5000)`.execute(world.db)
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(world.db)
  const state: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (BESIDE.includes(name) || name.startsWith('graphile')) continue
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(world.db)
    state[name] = rows.map(({ row }) => row)
  }
  return { ...state, concept_posts: await conceptCounts(), search_words: await wordCounts() }
}

/** Returns posts per concept. Sums the rows, because a concept can have several until they are merged. */
async function conceptCounts() {
  const { rows } = await sql`
    select concept_id, sum(posts) as posts from concept_posts group by 1 having sum(posts) <> 0 order by 1`.execute(
    world.db,
  )
  return rows
}

async function wordCounts() {
  return (await sql`select * from search_words where holders <> 0 order by word`.execute(world.db)).rows
}

async function livelyPost() {
  const { author, member, other } = world.people
  const words = {
    title: 'On the quetzal',
    content: '<p>It is a quetzal, @ada.</p>',
    concept_ids: concepts,
  }
  const { id } = await call(router.posts.create, words, as(author))
  await call(router.posts.update, { id, content: '<p>It is a quetzal indeed, @ada.</p>' }, as(author))
  await call(router.votes.post, { id, vote_type: 1 }, as(member))
  await call(router.votes.post, { id, vote_type: -1 }, as(other))
  await call(router.bookmarks.add, { id }, as(member))
  await call(router.postFollows.add, { id }, as(member))
  const { id: top } = await call(router.comments.create, { id, content: 'Words of mine.' }, as(other))
  const reply = { id, content: 'An ocelot, @ada!', parent_id: top }
  const { id: below } = await call(router.comments.create, reply, as(author))
  await call(router.votes.comment, { id: top, vote_type: 1 }, as(member))
  await call(router.votes.comment, { id: below, vote_type: 1 }, as(other))
  return { id, top, below }
}

async function livelyNote() {
  const { author, member, other } = world.people
  const { id } = await call(router.notes.create, { content: 'A tapir, @ada' }, as(author))
  const { id: below } = await call(router.notes.reply, { id, content: 'No, a margay' }, as(other))
  await call(router.notes.like, { id }, as(member))
  await call(router.notes.like, { id: below }, as(member))
  return { id, below }
}

describe('what is removed and restored', () => {
  it.each(['post', 'top', 'below'] as const)('is as it was: a discussion, by its %s', async (part) => {
    const made = await livelyPost()
    const [kind, id] = part === 'post' ? (['post', made.id] as const) : (['comment', made[part]] as const)
    const before = await everything()
    await remove(kind, id)
    expect(await driftOf()).toEqual([])
    expect(await everything()).not.toEqual(before)
    await restore(kind, id)
    expect(await driftOf()).toEqual([])
    expect(await everything()).toEqual(before)
  })

  it.each(['id', 'below'] as const)('is as it was: a note and its replies, by its %s', async (part) => {
    const note = await livelyNote()
    const before = await everything()
    await remove('note', note[part])
    expect(await driftOf()).toEqual([])
    await restore('note', note[part])
    expect(await driftOf()).toEqual([])
    expect(await everything()).toEqual(before)
  })

  it('is as it was where a post and what stands below it were removed in turn', async () => {
    const { id, top, below } = await livelyPost()
    const before = await everything()
    await remove('comment', below)
    await remove('post', id)
    await remove('comment', top)
    expect(await driftOf()).toEqual([])
    for (const [kind, one] of [
      ['comment', below],
      ['comment', top],
      ['post', id],
    ] as const)
      await restore(kind, one)
    expect(await driftOf()).toEqual([])
    expect(await everything()).toEqual(before)
  })
})
