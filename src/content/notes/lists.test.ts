import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { TAB_SIZE } from '../../people/profiles/policy.ts'
import { newId } from '../../platform/ids.ts'
import { NOTE_PAGE, type NoteSort } from './policy.ts'
import { setLike } from './write-sql.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('notes').execute()
})

const visitor = () => ({ context: world.asContext(null) })
const list = (sort: NoteSort, cursor?: string) => call(router.notes.list, { sort, cursor }, visitor())
const at = (minute: number) => `2026-11-01T10:${String(minute % 60).padStart(2, '0')}:00.123456Z`

/** Returns the ids in all pages of a list, one array per page. */
async function walk(page: (cursor?: string) => Promise<{ items: { id: string }[]; next: string | null }>) {
  const found: string[][] = []
  let cursor: string | undefined
  do {
    const { items, next } = await page(cursor)
    found.push(items.map(({ id }) => id))
    cursor = next ?? undefined
  } while (cursor)
  return found
}

/** Creates `count` notes. Groups of three have the same time, and some have equal likes. */
async function buildMany(count: number) {
  const notes = Array.from({ length: count }, (_, n) => ({
    id: newId(Date.now() - count + n),
    n,
    created_at: at(Math.floor(n / 3)),
    likes: n % 4,
  }))
  const members = await Promise.all([1, 2, 3].map(() => world.buildMember()))
  for (const { id, created_at, likes } of notes) {
    await world.buildNote({ id, created_at })
    for (const { id: member } of members.slice(0, likes)) await setLike(world.db, member, id, true)
  }
  return notes
}

describe('the notes', () => {
  it('come in fifties, without gap or repetition: newest first, or most liked first', async () => {
    const notes = (await buildMany(NOTE_PAGE + 8)).reverse()
    await world.buildNote({ parent_id: notes[0]?.id ?? null })
    const recent = await walk((cursor) => list('recent', cursor))
    expect(recent.map((page) => page.length)).toEqual([NOTE_PAGE, 8])
    expect(recent.flat()).toEqual(notes.map(({ id }) => id))
    const trending = await walk((cursor) => list('trending', cursor))
    const mostLiked = notes.toSorted((one, other) => other.likes - one.likes || other.n - one.n)
    expect(trending.flat()).toEqual(mostLiked.map(({ id }) => id))
  })

  it('refuse a page that is not theirs', async () => {
    await buildMany(NOTE_PAGE + 1)
    const { next } = await list('recent')
    await expect(list('trending', next ?? '')).rejects.toMatchObject({ status: 400 })
    for (const cursor of ['', 'x', 'WzAsMF0'])
      await expect(list('recent', cursor)).rejects.toMatchObject({ status: 400 })
    await expect(list('loudest' as NoteSort)).rejects.toMatchObject({ status: 400 })
  })

  it('are none in a new forum', async () => {
    expect(await list('recent')).toEqual({ items: [], next: null })
    expect(await list('trending')).toEqual({ items: [], next: null })
  })

  it.each([
    [
      'recent',
      'notes_recent_index',
      sql`parent_id is null and (created_at, id) < (now(), ${newId()}::uuid) order by created_at desc, id desc`,
    ],
    [
      'trending',
      'notes_trending_index',
      sql`parent_id is null and (likes_count, id) < (2, ${newId()}::uuid) order by likes_count desc, id desc`,
    ],
    [
      'replies',
      'notes_parent_index',
      sql`parent_id = ${newId()} and (created_at, id) > (now(), ${newId()}::uuid) order by created_at, id`,
    ],
    [
      'a member’s',
      'notes_author_index',
      sql`author_id = ${newId()} and parent_id is null order by created_at desc, id desc`,
    ],
  ])('%s: each page is a walk down one index', async (_what, index, page) => {
    const plan = await world.db.transaction().execute(async (trx) => {
      // Disables the alternatives. With so few rows, the planner would sort instead of using the index.
      for (const way of ['seqscan', 'bitmapscan', 'sort'])
        await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(trx)
      const { rows } = await sql`explain select id from notes where ${page} limit 51`.execute(trx)
      return JSON.stringify(rows)
    })
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  })
})

describe('replies', () => {
  it('come oldest first, in fifties', async () => {
    const parent_id = await world.buildNote()
    const ids: string[] = []
    for (let n = 0; n < NOTE_PAGE + 2; n++)
      ids.push(await world.buildNote({ parent_id, created_at: at(Math.floor(n / 2)) }))
    const pages = await walk((cursor) => call(router.notes.replies, { id: parent_id, cursor }, visitor()))
    expect(pages.map((page) => page.length)).toEqual([NOTE_PAGE, 2])
    expect(pages.flat()).toEqual(ids)
  })

  it('are none, or of no note at all', async () => {
    const replies = (id: string, cursor?: string) => call(router.notes.replies, { id, cursor }, visitor())
    const id = await world.buildNote()
    expect(await replies(id)).toEqual({ items: [], next: null })
    await expect(replies(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(replies(id, 'x')).rejects.toMatchObject({ status: 400 })
  })
})

describe('the notes of a member', () => {
  const ofProfile = (username: string, cursor?: string) =>
    call(router.notes.ofProfile, { username, cursor }, visitor())

  it('come in tens, newest first, without replies to others', async () => {
    const { author, other } = world.people
    const ids: string[] = []
    for (let n = 0; n < TAB_SIZE + 3; n++) ids.unshift(await world.buildNote({ created_at: at(n) }))
    await world.buildNote({ parent_id: await world.buildNote({ author: other }), author })
    const pages = await walk((cursor) => ofProfile(author.username.toUpperCase(), cursor))
    expect(pages.map((page) => page.length)).toEqual([TAB_SIZE, 3])
    expect(pages.flat()).toEqual(ids)
  })

  it('are none, or of nobody', async () => {
    expect(await ofProfile(world.people.other.username)).toEqual({ items: [], next: null })
    await expect(ofProfile('nobody_here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ofProfile(world.people.other.username, 'x')).rejects.toMatchObject({ status: 400 })
  })
})

it('finds the page of any reply: the one that a reader of all pages meets it on', async () => {
  const id = await world.buildNote()
  for (let n = 0; n < NOTE_PAGE * 2 + 5; n++)
    await world.buildNote({ parent_id: id, created_at: at(Math.floor(n / 3)) })
  const starts: (string | undefined)[] = []
  const pages = await walk((cursor) => {
    starts.push(cursor)
    return call(router.notes.replies, { id, cursor }, visitor())
  })
  expect(pages).toHaveLength(3)
  for (const [index, page] of pages.entries())
    for (const reply_id of page)
      expect(await call(router.notes.pageOf, { id, reply_id }, visitor())).toEqual({
        start: starts[index] ?? null,
      })
  for (const asked of [
    { id, reply_id: newId() },
    { id: newId(), reply_id: pages[0]?.[0] as string },
  ])
    await expect(call(router.notes.pageOf, asked, visitor())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
