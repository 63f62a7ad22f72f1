import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { handlePostJobs } from './jobs.server.ts'
import { ViewCounter } from './views.server.ts'

const UNKNOWN = '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const asVisitor = () => ({ context: world.asContext(null) })

describe('reading a post', () => {
  test('gives it with author, labels and description', async () => {
    const text = 'Word '.repeat(60).trim()
    const concept = await makeConcept('Ethics')
    const id = await world.buildPost({
      title: 'A title',
      content: `<p>${text}</p>`,
      concept_ids: [concept],
    })
    const post = await call(router.posts.read, { id }, asVisitor())
    expect(post).toMatchObject({
      id,
      title: 'A title',
      content: `<p>${text}</p>`,
      format: 'rich',
      author: { username: 'mara', full_name: 'Mara Okonkwo', avatar_url: null },
      concepts: [{ id: concept, name: 'Ethics' }],
      edited_at: null,
    })
    expect(post.description).toBe(`${text.slice(0, 160).trim()}…`)
    expect(post).not.toHaveProperty('content_text')
  })

  test('never gives what the table should not hold', async () => {
    const id = await world.buildPost({
      content: '<p onclick="x()">a<script>alert(1)</script></p><img src=x>',
    })
    expect((await call(router.posts.read, { id }, asVisitor())).content).toBe('<p>a</p>')
  })

  test.each([UNKNOWN, 'not-an-id', "' or true --", '%00'])('answers 404 for %s', async (id) => {
    const answer = call(router.posts.read, { id }, asVisitor())
    await expect(answer).rejects.toMatchObject({ status: 404, message: 'The post could not be found.' })
  })
})

test('a plain post has a paragraph for each line, also one that was stored with breaks', async () => {
  const read = async (id: string) => (await call(router.posts.read, { id }, asVisitor())).content
  const written = { title: 'Lines', content: 'One\n\n\nTwo & three\nFour', format: 'plain' } as const
  const { id } = await call(router.posts.create, written, {
    context: world.asContext(world.people.author),
  })
  const html = '<p>One</p>\n\n<p>Two &amp; three</p><p>Four</p>'
  expect(await read(id)).toBe(html)
  const content = '<p>Once<br />more</p><p>and again</p>'
  const stored = await world.buildPost({ content, format: 'plain' })
  expect(await read(stored)).toBe('<p>Once</p><p>more</p>\n<p>and again</p>')
  expect(await read(await world.buildPost({ content }))).toBe(content)
})

describe('related posts', () => {
  test('are the best five others of its concept', async () => {
    const concept = await makeConcept('Genetics')
    const scores = [3, 9, -1, 4, 7, 2, 8]
    const others = []
    for (const votes_score of scores)
      others.push(await world.buildPost({ votes_score, concept_ids: [concept] }))
    await world.buildPost({ votes_score: 100 })
    const id = await world.buildPost({ votes_score: 50, concept_ids: [concept] })
    const { items } = await call(router.posts.related, { id }, asVisitor())
    expect(items.map((post) => post.votes_score)).toEqual([9, 8, 7, 4, 3])
    expect(items[0]).toEqual({
      id: others[1],
      title: expect.any(String),
      votes_score: 9,
      created_at: expect.any(String),
      author_username: 'mara',
    })
  })

  test('are before those the ones that share its telling words, of any of its concepts', async () => {
    const [main, second, strange] = [
      await makeConcept('Neurons'),
      await makeConcept('Law'),
      await makeConcept('Elsewhere'),
    ]
    for (let n = 0; n < 5; n++)
      await world.buildPost({ title: 'Something else', votes_score: 50, concept_ids: [main] })
    const build = (title: string, concept: string) =>
      world.buildPost({ title, votes_score: 1, concept_ids: [concept] })
    const same = await build('Optogenetics in sheep', main)
    const inSecond = await build('Who owns optogenetics', second)
    const elsewhere = await build('Optogenetics for fun', strange)
    const id = await world.buildPost({
      title: 'Optogenetics, something of everybody',
      concept_ids: [main, second],
    })
    await sql`select add_up_search_words()`.execute(world.db)
    const { items } = await call(router.posts.related, { id }, asVisitor())
    const ids = items.map((post) => post.id)
    expect(ids).toHaveLength(5)
    expect(ids).toEqual(expect.arrayContaining([same, inSecond]))
    expect(ids).not.toContain(elsewhere)
    expect(ids).not.toContain(id)
    expect(items.map((post) => post.votes_score)).toEqual([50, 50, 50, 1, 1])
  })

  test('of a post without a concept are the best of all', async () => {
    const id = await world.buildPost({ votes_score: 1000 })
    const { items } = await call(router.posts.related, { id }, asVisitor())
    expect(items).toHaveLength(5)
    expect(items[0]?.votes_score).toBe(100)
  })

  test('of an only post are none; of no post there is no answer', async () => {
    const id = await world.buildPost({ concept_ids: [await makeConcept('Alone')] })
    expect(await call(router.posts.related, { id }, asVisitor())).toEqual({ items: [], next: null })
    await expect(call(router.posts.related, { id: UNKNOWN }, asVisitor())).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('views', () => {
  test('of its author are none', async () => {
    const id = await world.buildPost({ author: world.people.author })
    for (const person of [world.people.author, world.people.member])
      await call(router.posts.view, { id }, { context: world.asContext(person) })
    await world.services.views.flush()
    expect(await viewsOf(id)).toBe(1)
  })

  async function viewsOf(id: string) {
    const posts = world.db.selectFrom('posts').select('view_count').where('id', '=', id)
    return (await posts.executeTakeFirstOrThrow()).view_count
  }

  const from = (address: string, person: Viewer | null = null, userAgent = 'A browser') => ({
    context: { ...world.asContext(person), address, userAgent },
  })

  test('are counted once a day for each visitor, and on record for members', async () => {
    const [id, other] = [await world.buildPost({}), await world.buildPost({})]
    const { member, other: bo } = world.people
    const agent = 'b'.repeat(400)
    const loads: [string, Parameters<typeof from>][] = [
      [id, ['203.0.113.1']],
      [id, ['203.0.113.1', null, 'Another browser']],
      [id, ['203.0.113.2']],
      [id, ['2001:db8:1:2::1']],
      [id, ['2001:db8:1:2::2']], // the same network
      [id, ['203.0.113.1', member, agent]],
      [id, ['203.0.113.9', member]], // the same member elsewhere
      [id, ['203.0.113.1', bo]],
      [other, ['203.0.113.1']],
    ]
    for (let round = 0; round < 2; round++)
      for (const [post, as] of loads) await call(router.posts.view, { id: post }, from(...as))
    await vi.waitFor(async () => expect([await viewsOf(id), await viewsOf(other)]).toEqual([6, 1]), 3000)
    const views = await world.db.selectFrom('post_views').selectAll().where('post_id', '=', id).execute()
    expect(views).toMatchObject([
      { user_id: member.id, ip_address: null, user_agent: 'b'.repeat(300) },
      { user_id: bo.id },
    ])
    expect((await call(router.posts.read, { id }, asVisitor())).edited_at).toBeNull()
  })

  /** Another node of the same forum, which has counted nobody yet. */
  const newNode = (today = () => '2026-11-27', now = () => 1000) =>
    new ViewCounter(world.db, world.services.log, world.services.config, { now, today })
  const guest = { address: '203.0.113.5', userAgent: 'A browser' }

  test('count once on all nodes, and again the next day', async () => {
    const id = await world.buildPost({})
    let day = '2026-11-27'
    const nodes = [newNode(() => day), newNode(() => day)]
    for (const expected of [1, 2]) {
      for (const node of nodes) expect(node.count(id, guest)).toBe(true)
      await Promise.all(nodes.map((node) => node.flush()))
      expect(await viewsOf(id)).toBe(expected)
      day = '2026-11-28'
    }
  })

  test('store nothing that tells who it was, and that for a day', async () => {
    const id = await world.buildPost({})
    const today = new Date().toISOString().slice(0, 10)
    await world.db.deleteFrom('post_visitors').execute()
    for (const day of ['2026-11-01', today]) {
      const node = newNode(() => day)
      node.count(id, guest)
      await node.flush()
    }
    const visitors = () => world.db.selectFrom('post_visitors').selectAll().execute()
    const [one, two] = await visitors()
    expect(Object.keys(one ?? {})).toEqual(['day', 'visitor'])
    expect(one?.visitor).not.toBe(two?.visitor)
    const schedule = new Map<string, () => Promise<void>>()
    handlePostJobs(world.services, { every: (_cron, { name }, work) => void schedule.set(name, work) })
    await schedule.get('forget-visitors')?.()
    expect(await visitors()).toEqual([expect.objectContaining({ day: new Date(today) })])
  })

  test('of one address under many browsers are ten a minute', () => {
    let now = 1000
    const node = newNode(undefined, () => now)
    let browsers = 0
    const counted = () =>
      Array.from({ length: 12 }, () =>
        node.count(UNKNOWN, { ...guest, userAgent: `Browser ${browsers++}` }),
      ).filter(Boolean).length
    expect(counted()).toBe(10)
    now += 59_000
    expect(counted()).toBe(0)
    now += 1_001
    expect(counted()).toBe(10)
  })

  test('are on record for 90 days, at most as long as the member', async () => {
    const [id, leaver] = [await world.buildPost({}), await world.buildMember()]
    for (const person of [world.people.member, leaver])
      await call(router.posts.view, { id }, { context: world.asContext(person) })
    const ago = (days: number) => sql<string>`new_id(now() - make_interval(days => ${days}))`
    const old = (days: number) => ({ id: ago(days), post_id: id, user_id: leaver.id })
    await world.db
      .insertInto('post_views')
      .values([old(89), old(91)])
      .execute()
    await sql`insert into post_views (id, post_id, user_id)
      select new_id(now() - interval '100 days'), ${id}, ${leaver.id} from generate_series(1, 5001)`.execute(
      world.db,
    )
    const schedule = new Map<string, () => Promise<void>>()
    handlePostJobs(world.services, { every: (_cron, { name }, work) => void schedule.set(name, work) })
    await schedule.get('sweep-views')?.()
    const records = () =>
      world.db.selectFrom('post_views').select('user_id').where('post_id', '=', id).execute()
    expect(await records()).toHaveLength(3)
    await world.db.deleteFrom('users').where('id', '=', leaver.id).execute()
    expect(await records()).toEqual([{ user_id: world.people.member.id }])
  })

  test('are written when the node stops', async () => {
    const id = await world.buildPost({})
    await call(router.posts.view, { id }, asVisitor())
    await world.services.views.stop()
    expect(await viewsOf(id)).toBe(1)
  })

  test('do not stop for a post deleted meanwhile, nor for a member who has left', async () => {
    const [gone, there] = [await world.buildPost({}), await world.buildPost({})]
    const nobody = { ...world.people.member, id: UNKNOWN }
    for (const id of [gone, there])
      await call(router.posts.view, { id }, { context: world.asContext(nobody) })
    await world.db.deleteFrom('posts').where('id', '=', gone).execute()
    await world.services.views.flush()
    expect(await viewsOf(there)).toBe(1)
  })

  test('of no post are 404', async () => {
    await expect(call(router.posts.view, { id: UNKNOWN }, asVisitor())).rejects.toMatchObject({ status: 404 })
  })
})

async function makeConcept(name: string) {
  const rows = await world.db
    .insertInto('concepts')
    .values({ name, color: '#888888' })
    .returning('id')
    .execute()
  return rows[0]?.id as string
}
