import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { commentPath, notePath } from './item-address.server.ts'
import { commentHref, noteHref, postHref, withoutSlug } from './item-address.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test.each([
  ['What it is like', '/post/1/what-it-is-like'],
  ['Bewußt', '/post/1/bewu%C3%9Ft'],
  ['…', '/post/1'],
  ['History', '/post/1'],
  ['Edit!', '/post/1'],
  ['Edit wars', '/post/1/edit-wars'],
  [null, '/post/1'],
])('the address of a post “%s” is %s', (title, href) => {
  expect(postHref({ id: '1', title })).toBe(href)
  expect(withoutSlug(href)).toBe('/post/1')
  expect(commentHref({ id: '1', title }, '2')).toBe(`${href}?comment=2#comment-2`)
})

test.each([
  ['/post/1/a?sort=newest', '/post/1?sort=newest'],
  ['/post/1/', '/post/1'],
  ['/post/1/a.b', '/post/1'],
  ['/post/1/edit-wars', '/post/1'],
  ['/post/1?x=/post/2/a', '/post/1?x=/post/2/a'],
  ['/post/1/history?comment=a', '/post/1/history?comment=a'],
  ['/post/1/edit', '/post/1/edit'],
  ['/post/1/image-abc1.png', '/post/1/image-abc1.png'],
  ['/post/1/a/b', '/post/1/a/b'],
  ['/posts/top', '/posts/top'],
  ['/notes/1/a', '/notes/1/a'],
])('%s without its slug is %s', (path, bare) => {
  expect(withoutSlug(path)).toBe(bare)
})

it('is the same in SQL', async () => {
  const { rows } = await sql<Record<string, string>>`
    select ${commentPath(sql`p`, sql`c`)} as comment, ${notePath(sql`n`, sql`null`)} as note, ${notePath(sql`n`, sql`p`)} as reply
    from (values ('1', '2', '3')) as ids (p, c, n)`.execute(world.db)
  expect(rows).toEqual([
    { comment: commentHref({ id: '1' }, '2'), note: noteHref('3', null), reply: noteHref('3', '1') },
  ])
})

it('is written in one place: no other file builds a link to a comment or a reply', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|\.gen\.|item-address/.test(name),
  )
  // Matches code that appends a fragment to a path: `…}#comment-${id}` or '#note-' || id.
  const builds = sources.filter((name) =>
    /['`}]#?(comment|note)-['`] *\|\||\}#(comment|note)-|[`'"]#(comment|note)-\$/.test(
      readFileSync(`src/${name}`, 'utf8'),
    ),
  )
  expect(builds).toEqual([])
})
