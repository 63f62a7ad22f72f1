import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../app/router.server.ts'

let world: World
let id: string

beforeAll(async () => {
  world = await makeWorld()
  id = await world.buildPost()
})
afterAll(() => world.close())

const as = (person: 'author' | 'admin') => ({ context: world.asContext(world.people[person]) })
const STACKED = `Z${'\u0322'.repeat(24)}`
const writes: Record<string, (name: string) => Promise<unknown>> = {
  'of a new post': (title) => call(router.posts.create, { title, content: '<p>a</p>' }, as('author')),
  'of a post': (title) => call(router.posts.update, { id, title }, as('author')),
  'that a moderator chooses': (title) =>
    call(router.postModeration.classify, { id, title, reason: 'Clearer' }, as('admin')),
  'of a member': (full_name) => call(router.me.update, { full_name }, as('author')),
  'of a concept': (name) =>
    call(router.concepts.create, { name, color: '#d98a1f', description: '' }, as('admin')),
  'of the forum': (name) => call(router.site.update, { name }, as('admin')),
}

test.each(Object.entries(writes))('the name %s needs a letter, and no stack of marks', async (_, write) => {
  await expect(write(STACKED)).rejects.toThrow(/at most 4 accents/)
  await expect(write('...')).rejects.toThrow(/at least one letter, digit or emoji/)
  await write(`Tiếng Việt 🧠`)
})

test.each([
  [
    "insert into posts (author_id, title, content, content_text) select id, $1, '<p>a</p>', 'a' from profiles",
  ],
  ['update profiles set full_name = $1'],
  ["insert into concepts (name, color) values ($1, '#d98a1f')"],
  ['update site_settings set name = $1'],
  ['insert into community_rules (number, title) values (9, $1)'],
])('the database refuses it too: %s', async (statement) => {
  for (const name of [STACKED, '...']) {
    const [before, after] = statement.split('$1')
    const query = sql`${sql.raw(before ?? '')}${sql.lit(name)}${sql.raw(after ?? '')}`
    await expect(query.execute(world.db)).rejects.toMatchObject({ constraint: 'readable_name' })
  }
})
