import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDump, importDump, summaryOf, writeDump } from '../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../tests/world.ts'
import { DumpError } from './dump/dump-error.ts'
import { nodebb } from './nodebb/nodebb.server.ts'

const AT = 1_600_000_000_000
const READABLE = ['read', 'topics:read'].map((right) => ({
  _key: `group:cid:1:privileges:groups:${right}:members`,
  ...{ value: 'guests', score: 1 },
}))

/** Dumps a forum of NodeBB with one member, and a topic for each text. */
function dumpOf(texts: readonly string[], hash: { _key: string; data: string }[] = []) {
  const objects = hash.slice()
  const add = (_key: string, data: object) => objects.push({ _key, data: JSON.stringify(data) })
  add('user:1', { uid: 1, username: 'ada', userslug: 'ada', joindate: AT })
  add('category:1', { cid: 1, name: 'All' })
  for (const [at, content] of texts.entries()) {
    add(`topic:${at + 1}`, {
      tid: at + 1,
      cid: 1,
      uid: 1,
      title: `Topic ${at}`,
      mainPid: at + 1,
      timestamp: AT,
    })
    add(`post:${at + 1}`, { pid: at + 1, tid: at + 1, uid: 1, content, timestamp: AT })
  }
  return copyDump({ legacy_hash: objects, legacy_zset: READABLE })
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('an object twice is refused with a sentence, and leaves nothing', async () => {
  const twice = dumpOf(['Words'], [{ _key: 'topic:1', data: '{"tid":1}' }])
  const imported = importDump(world, nodebb, writeDump(twice))
  await expect(imported).rejects.toBeInstanceOf(DumpError)
  await expect(imported).rejects.toThrow('The tables of the dump do not fit together')
  expect((await sql`select from imported`.execute(world.db)).rows).toEqual([])
})

test('a dump that ends early is refused, and leaves nothing', async () => {
  const cut = dumpOf(['Words']).trimEnd().slice(0, -2)
  await expect(importDump(world, nodebb, writeDump(cut))).rejects.toThrow('The dump ends within the table')
  expect((await sql`select from imported`.execute(world.db)).rows).toEqual([])
})

test('an enormous text is left out and explained, and NUL characters are removed', async () => {
  // The dump has the character itself, not the escape of JSON.
  const dump = dumpOf(['Two\0 words', 'x'.repeat(2 ** 21)]).replace('\\\\u0000', '\0')
  const report = await importDump(world, nodebb, writeDump(dump))
  expect(report.is_complete).toBe(true)
  expect(summaryOf(report)).toContainEqual(['post', 2, 1, ['1 is longer than 1 MB']])
  const { rows } = await sql`
    select p.content_text from posts p join imported i on i.id = p.id where i.kind = 'post'`.execute(world.db)
  expect(rows).toEqual([{ content_text: 'Two words' }])
})
