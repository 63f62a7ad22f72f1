import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDump, importDump, writeDump } from '../../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { nodebb } from '../nodebb/nodebb.server.ts'
import { writeReportPage } from './report-page.ts'

const AT = 1_600_000_000_000
const REPLIES = 1100

function dump(): string {
  const objects: { _key: string; data: string }[] = []
  const add = (_key: string, data: object) => objects.push({ _key, data: JSON.stringify(data) })
  add('user:1', { uid: 1, username: 'ada', userslug: 'ada', joindate: AT })
  add('category:1', { cid: 1, name: 'All' })
  add('topic:1', { tid: 1, cid: 1, uid: 1, title: 'Large', mainPid: 1, timestamp: AT })
  for (let pid = 1; pid <= REPLIES + 1; pid++)
    // Many replies have the same time.
    add(`post:${pid}`, { pid, tid: 1, uid: 1, content: `Words ${pid}`, timestamp: AT + (pid >> 6) })
  const readable = ['read', 'topics:read'].map((right) => ({
    _key: `group:cid:1:privileges:groups:${right}:members`,
    ...{ value: 'guests', score: 1 },
  }))
  return copyDump({ legacy_hash: objects, legacy_zset: readable })
}

let world: World
let path: string
beforeAll(async () => {
  world = await makeWorld()
  path = writeDump(dump())
})
afterAll(() => world.close())

test('each text of a large topic is compared, and the list of differences ends', async () => {
  const losing = { ...nodebb, markup: { ...nodebb.markup, toText: () => 'Nothing' } }
  const report = await importDump(world, losing, path, true)
  expect(report.topics).toMatchObject({ counted: 1, texts: REPLIES + 1, differences: REPLIES })
  expect(report.topics.different).toHaveLength(1000)
  expect(report.is_complete).toBe(false)
  expect(writeReportPage(report)).toContain(`${REPLIES} differ.`)
})

test('a text that its author has changed since is no difference', async () => {
  const report = await importDump(world, nodebb, path)
  expect(report.topics).toMatchObject({ texts: REPLIES + 1, differences: 0 })
  await sql`
    update comments set content = 'Better', edited_at = now() + interval '1 second'
    where id = (select id from imported where kind = 'comment' and old_id = '2')`.execute(world.db)
  const again = await importDump(world, nodebb, path)
  expect(again.topics).toMatchObject({ texts: REPLIES, differences: 0 })
  expect(again.is_complete).toBe(true)
})
