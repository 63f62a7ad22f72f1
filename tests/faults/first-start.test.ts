import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SOURCE } from '../../src/db/migrate.server.ts'
import { databaseUrl } from '../database-url.ts'
import { type Node, startNode } from '../systems/forum.ts'
import { query, temporaryFolder } from '../systems/programs.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let url: string
const nodes: Node[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  const { url: server, template } = inject('database')
  const name = `${template}_fresh_${process.env.VITEST_POOL_ID}`
  await query(server, `create database ${name} template template0`)
  url = databaseUrl(server, name)
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end()))
  await folder.remove()
})

test('two nodes that start at once on a fresh database both serve, and each migration is applied once', async () => {
  const start = async (name: string) => {
    nodes.push(await startNode({ DATABASE_URL: url, DATA_DIR: join(folder.path, name) }))
  }
  await Promise.all([start('one'), start('two')])
  for (const node of nodes) expect((await node.get('/readyz')).status).toBe(200)
  const files = (await readdir(SOURCE.migrations)).filter((name) => name.endsWith('.sql')).sort()
  const ready = nodes.flatMap((node) => node.output().match(/^database ready$/gm) ?? [])
  expect(ready).toEqual(['database ready'])
  expect(
    (await query(url, 'select name from migrations order by name collate "C"')).map(({ name }) => name),
  ).toEqual(files)
  const twice = 'select name from concepts group by 1 having count(*) > 1'
  expect(await query(url, twice), 'what a new forum is given').toEqual([])
})
