import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { SCAN_MAX } from './groups-sql.server.ts'

let world: World
let author: Viewer
let ada: Viewer
let bo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
  ada = world.people.member
  bo = world.people.other
})
afterAll(() => world.close())
beforeEach(async () => {
  author = await world.buildMember()
  post = await world.buildPost({ author, title: 'On slow change' })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const list = (input = {}) => call(router.notifications.list, input, as(author))
const titles = async () => (await list()).items.map(({ title }) => title)
const read = (id = '') => call(router.notifications.read, { id }, as(author))
const comment = async (person: Viewer, content = 'A remark', input = {}) =>
  (await call(router.comments.create, { id: post, content, ...input }, as(person))).id

test('comments on a post are one notification, which leads to the first unread one', async () => {
  const first = await comment(ada, 'First')
  await comment(bo, 'Second')
  await comment(ada, 'Third')
  expect(await list()).toMatchObject({
    unread: 1,
    items: [
      {
        title: 'Ada Lin and 1 other commented on “On slow change”',
        content: 'Third',
        count: 3,
        comment_id: first,
        post_title: 'On slow change',
        is_read: false,
      },
    ],
  })
})

test('of one person the comments are counted', async () => {
  for (const content of ['One', 'Two', 'Three']) await comment(ada, content)
  expect(await titles()).toEqual(['Ada Lin posted 3 comments on “On slow change”'])
})

test('replies and mentions are groups too', async () => {
  const own = await comment(author, 'Mine')
  for (const person of [ada, bo]) await comment(person, 'A reply', { parent_id: own })
  expect(await titles()).toEqual(['Bo Kirk and 1 other replied to your comments on “On slow change”'])
  await call(router.notifications.readAll, undefined, as(author))
  await comment(bo, 'Again', { parent_id: own })
  await comment(bo, 'And again', { parent_id: own })
  expect((await titles())[0]).toBe('Bo Kirk posted 2 replies to your comments on “On slow change”')

  const elsewhere = await world.buildPost({ author: bo, title: 'Elsewhere' })
  for (const person of [ada, bo, bo]) await comment(person, `Ask @${author.username}`, { id: elsewhere })
  expect((await titles())[0]).toBe('Bo Kirk and 1 other mentioned you in comments on “Elsewhere”')
})

test('other posts and other kinds are apart', async () => {
  await comment(ada)
  await comment(ada, 'Elsewhere', { id: await world.buildPost({ author, title: 'Elsewhere' }) })
  await call(router.votes.post, { id: post, vote_type: 1 }, as(ada))
  expect(await titles()).toEqual([
    'Ada Lin voted for “On slow change”',
    'Ada Lin commented on “Elsewhere”',
    'Ada Lin commented on “On slow change”',
  ])
})

test('a group is read as a whole, and later comments are another', async () => {
  await comment(ada, 'First')
  const last = await comment(bo, 'Second')
  const [group] = (await list()).items
  const next = await comment(ada, 'Third')
  // The list on screen was loaded before the third comment, which stays unread.
  expect(await read(group?.id)).toEqual({ unread: 1 })
  expect((await list()).items).toMatchObject([
    { title: 'Ada Lin commented on “On slow change”', is_read: false, comment_id: next, count: 1 },
    { title: 'Bo Kirk and 1 other commented on “On slow change”', is_read: true, comment_id: last, count: 2 },
  ])
  expect((await list({ only: 'unread' })).items).toHaveLength(1)
  const [unread] = (await list()).items
  expect(await read(unread?.id)).toEqual({ unread: 0 })
  expect(await titles()).toEqual(['Ada Lin and 1 other commented on “On slow change”'])
})

test('reading a group tells the member’s other tabs, and nobody reads another’s', async () => {
  await comment(ada)
  await comment(bo)
  const [group] = (await list()).items
  const id = group?.id ?? ''
  await expect(call(router.notifications.read, { id }, as(bo))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await list()).unread).toBe(1)
  expect(await notifiedBy(world, () => read(id))).toEqual([author.id])
})

test('muted members and deleted comments do not count', async () => {
  await comment(ada, 'First')
  const second = await comment(bo, 'Second')
  await comment(ada, 'Third')
  await call(router.mutes.add, { username: bo.username }, as(author))
  expect(await titles()).toEqual(['Ada Lin posted 2 comments on “On slow change”'])
  await call(router.mutes.remove, { username: bo.username }, as(author))
  await call(router.comments.remove, { id: second }, as(bo))
  expect(await titles()).toEqual(['Ada Lin posted 2 comments on “On slow change”'])
})

test('pages do not repeat a group, and go on behind a very large one', async () => {
  const older = await world.buildPost({ author, title: 'Older' })
  await comment(bo, 'Old', { id: older })
  const id = await comment(ada, 'New')
  await sql`
    insert into notifications (user_id, type, related_user_id, post_id, comment_id)
    select ${author.id}, 'comment', ${ada.id}, ${post}, ${id} from generate_series(1, ${SCAN_MAX + 500})`.execute(
    world.db,
  )
  const found: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 4; pages++) {
    const page = await list({ limit: 1, cursor })
    found.push(...page.items.map(({ title }) => title))
    if (!page.next) break
    cursor = page.next
  }
  expect(found).toEqual(['Ada Lin posted 99+ comments on “On slow change”', 'Bo Kirk commented on “Older”'])
  expect((await list()).unread).toBe(1)
})
