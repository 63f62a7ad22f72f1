import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { commentPath, notePath } from './item-address.server.ts'
import { commentHref, noteHref } from './item-address.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

it('is the same in SQL', async () => {
  const { rows } = await sql<Record<string, string>>`
    select ${commentPath(sql`p`, sql`c`)} as comment, ${notePath(sql`n`, sql`null`)} as note, ${notePath(sql`n`, sql`p`)} as reply
    from (values ('1', '2', '3')) as ids (p, c, n)`.execute(world.db)
  expect(rows).toEqual([
    { comment: commentHref('1', '2'), note: noteHref('3', null), reply: noteHref('3', '1') },
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
