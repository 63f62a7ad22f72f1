import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../tests/world.ts'
import { GuestQueues } from '../core/guest-queues.server.ts'
import { oldAddresses } from './old-addresses.server.ts'

let world: World
let post: string
let first: string
let second: string

beforeAll(async () => {
  world = await makeWorld()
  const { author } = world.people
  post = await world.buildPost({ author, title: 'What it is like' })
  first = await world.buildComment({ post_id: post, author })
  second = await world.buildComment({ post_id: post, author })
  const concept = await world.db
    .insertInto('concepts')
    .values({ name: 'Engines', color: '#aabbcc' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = [
    ['post', '12', post],
    ['address', 'post:40', post],
    ['comment', '41', first],
    ['concept', '5', concept.id],
    ['member', '7', author.id],
    ['address', 'user:ada-b', author.id],
    ['address', 'place:12:7', first],
    ['concept', 'tag:two words', concept.id],
    ['address', 'path:old/engine.html', post],
  ] as const
  for (const source of ['nodebb https://old.example', 'discourse', 'phpbb']) {
    const run = await world.db
      .insertInto('import_runs')
      .values({ source, file_digest: '0'.repeat(64) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const imported = rows.map(([kind, old_id, id]) => ({ source, run_id: run.id, kind, old_id, id }))
    await world.db.insertInto('imported').values(imported).execute()
  }
})
afterAll(() => world.close())

async function ask(path: string): Promise<string> {
  const routes = oldAddresses(world.services, new GuestQueues(world.services))
  const response = await routes.request(path)
  return `${response.status} ${response.headers.get('location') ?? ''}`.trim()
}

test('addresses of NodeBB lead to what they named', async () => {
  const here = `/post/${post}/what-it-is-like`
  expect(await ask('/topic/12')).toBe(`301 ${here}`)
  expect(await ask('/topic/12/what-it-is-like')).toBe(`301 ${here}`)
  expect(await ask('/topic/12/what-it-is-like/1')).toBe(`301 ${here}`)
  expect(await ask('/topic/12/what-it-is-like/3')).toBe(`301 ${here}?comment=${second}#comment-${second}`)
  expect(await ask('/topic/12/what-it-is-like/7')).toBe(`301 ${here}?comment=${first}#comment-${first}`)
  expect(await ask('/topic/12/what-it-is-like/99')).toBe(`301 ${here}`)
  expect(await ask('/post/40')).toBe(`301 ${here}`)
  expect(await ask('/post/41')).toBe(`301 ${here}?comment=${first}#comment-${first}`)
  expect(await ask('/category/5/engines')).toMatch(/^301 \/concepts\/[\da-f-]{36}$/)
  expect(await ask('/tags/two%20words')).toMatch(/^301 \/concepts\/[\da-f-]{36}$/)
  expect(await ask('/uid/7/topics')).toBe(await ask('/user/ada-b'))
  expect(await ask('/user/ada-b/topics')).toBe(`301 /profile/${world.people.author.username}`)
})

test('addresses of Discourse lead to what they named', async () => {
  const here = `/post/${post}/what-it-is-like`
  const comment = `${here}?comment=${first}#comment-${first}`
  for (const path of [
    '/t/12',
    '/t/what-it-is-like/12',
    '/t/what/12?page=2',
    '/t/12/99',
    '/p/40',
    '/old/engine.html',
  ])
    expect([path, await ask(path)]).toEqual([path, `301 ${here}`])
  for (const path of ['/t/what/12/7', '/t/12/7', '/p/41', '/p/41/3'])
    expect([path, await ask(path)]).toEqual([path, `301 ${comment}`])
  for (const path of ['/c/engines/5', '/c/all/engines/5', '/c/all/engines/5/l/latest'])
    expect([path, await ask(path)]).toEqual([path, expect.stringMatching(/^301 \/concepts\//)])
  expect(await ask('/u/Ada-B/summary')).toBe(`301 /profile/${world.people.author.username}`)
})

test('addresses of phpBB lead to what they named', async () => {
  const here = `/post/${post}/what-it-is-like`
  expect(await ask('/viewtopic.php?f=5&t=12')).toBe(`301 ${here}`)
  expect(await ask('/board/viewtopic.php?t=12&start=2')).toBe(
    `301 ${here}?comment=${second}#comment-${second}`,
  )
  expect(await ask('/viewtopic.php?p=40')).toBe(`301 ${here}`)
  expect(await ask('/viewtopic.php?p=41#p41')).toBe(`301 ${here}?comment=${first}#comment-${first}`)
  expect(await ask('/viewforum.php?f=5')).toMatch(/^301 \/concepts\//)
  expect(await ask('/memberlist.php?mode=viewprofile&u=7')).toBe(
    `301 /profile/${world.people.author.username}`,
  )
})

test('others are left to the pages', async () => {
  for (const path of [
    '/viewtopic.php',
    '/t/x',
    '/p/9',
    '/topic/13',
    '/topic/x',
    '/post/42',
    '/user/nobody',
    '/category/',
    '/topic/%E0%A4%A',
  ])
    expect([path, await ask(path)]).toEqual([path, '404'])
})

test('what is removed or deleted is gone, and names nobody', async () => {
  await sql`delete from comments where id = ${second}`.execute(world.db)
  await sql`delete from comments where id = ${first}`.execute(world.db)
  expect(await ask('/post/41')).toBe('410')
  await world.db.deleteFrom('posts').where('id', '=', post).execute()
  expect(await ask('/topic/12')).toBe('410')
  await world.db.deleteFrom('users').where('id', '=', world.people.author.id).execute()
  expect(await ask('/user/ada-b')).toBe('404')
  const { rows } = await sql`select from imported where kind = 'member' or old_id like 'user:%'`.execute(
    world.db,
  )
  expect(rows).toEqual([])
})
