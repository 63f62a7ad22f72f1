import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../app/router.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('a post goes up with each comment and back down when its last one is deleted', async () => {
  const [older, newer] = [await world.buildPost(), await world.buildPost()]
  expect(await active()).toEqual([newer, older])
  const comment = await write(older)
  expect(await active()).toEqual([older, newer])
  await remove(comment)
  expect(await active()).toEqual([newer, older])
  expect(await drift()).toEqual([])
})

test('a comment that others have answered counts no more once it is a stub', async () => {
  const [older, newer] = [await world.buildPost(), await world.buildPost()]
  const comment = await write(older)
  const reply = await write(older, comment)
  await write(newer)
  await remove(comment)
  await remove(reply)
  expect((await active()).slice(0, 2)).toEqual([newer, older])
  expect(await drift()).toEqual([])
})

test('comments written and deleted at once leave the time of the newest that stays', async () => {
  const post = await world.buildPost()
  const first = await Promise.all(Array.from({ length: 8 }, () => write(post)))
  await Promise.all([...first.map(remove), ...Array.from({ length: 8 }, () => write(post))])
  expect(await drift()).toEqual([])
  await sql`delete from comments where post_id = ${post}`.execute(world.db)
  expect(await drift()).toEqual([])
})

test('one who comments while the newest comment is being deleted is seen', async () => {
  const post = await world.buildPost()
  const [old, newest] = [await write(post), await write(post)]
  let inserted: Promise<unknown> = Promise.resolve()
  await world.db.transaction().execute(async (writer) => {
    await sql`insert into comments (post_id, content) values (${post}, 'Meanwhile')`.execute(writer)
    // The deletion waits for the lock on the post's row, which the open transaction holds.
    inserted = sql`delete from comments where id = any(${[old, newest]}::uuid[])`.execute(world.db)
    await waitsForLock()
  })
  await inserted
  expect(await drift()).toEqual([])
})

test('a time that does not fit the comments is found', async () => {
  const post = await world.buildPost()
  await write(post)
  await sql`update posts set last_comment_at = now() + interval '1 day' where id = ${post}`.execute(world.db)
  expect(await drift()).toMatchObject([{ counter: 'posts.last_comment_at', id: post }])
  await sql`update posts set last_comment_at = null where id = ${post}`.execute(world.db)
  expect(await drift()).toMatchObject([{ counter: 'posts.last_comment_at', id: post, stored: null }])
  await sql`delete from posts where id = ${post}`.execute(world.db)
})

async function active() {
  const { items } = await call(router.posts.list, { sort: 'active' }, { context: world.asContext(null) })
  return items.map(({ id }) => id)
}

async function write(id: string, parent_id?: string) {
  const context = world.asContext(world.people.other)
  const input = { id, content: 'A thought', ...(parent_id && { parent_id }) }
  return (await call(router.comments.create, input, { context })).id
}

function remove(id: string) {
  return call(router.comments.remove, { id }, { context: world.asContext(world.people.other) })
}

async function drift() {
  const { rows } = await sql`select * from counter_drift()`.execute(world.db)
  return rows
}

async function waitsForLock() {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
      return rows.length
    })
    .toBeGreaterThan(0)
}
