import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('the named people are members with their roles', async () => {
  const { visitor, ...members } = world.people
  expect(visitor).toBeNull()
  const profiles = await world.db.selectFrom('profiles').select(['id', 'username', 'full_name']).execute()
  for (const { id, username, full_name } of Object.values(members))
    expect(profiles).toContainEqual({ id, username, full_name })
  expect(members.editor.roles).toEqual(['editor'])
})

test('what the factories build counts as if it had been written', async () => {
  const author = await world.buildMember()
  const post_id = await world.buildPost({ author, content: '<p>One.</p><p>Two.</p>' })
  const parent_id = await world.buildComment({ post_id, author })
  await world.buildComment({ post_id, parent_id })
  expect(
    await world.db
      .selectFrom('posts')
      .select(['comment_count', 'content_text'])
      .where('id', '=', post_id)
      .executeTakeFirst(),
  ).toEqual({ comment_count: 2, content_text: 'One.\nTwo.' })
  expect(
    await world.db
      .selectFrom('profiles')
      .select(['post_count', 'comment_count'])
      .where('id', '=', author.id)
      .executeTakeFirst(),
  ).toEqual({ post_count: 1, comment_count: 1 })
})
