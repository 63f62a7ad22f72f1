import { execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../tests/world.ts'
import { probes } from '../app/probes-and-metrics.server.ts'
import { checkDatabase } from '../db/database.server.ts'

let world: World
let folder: string

beforeAll(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'threshold-pool-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(path: string) {
  const answer = await probes(() => checkDatabase(world.services.db)).request(path)
  return [answer.status, await answer.text()]
}

test('a forum whose threads are all taken lives and is not ready', async () => {
  expect(await ask('/readyz')).toEqual([200, 'ready'])
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Each call to open blocks a thread until another process opens the other end of the pipe.
  const readers = Array.from({ length: 64 }, () => open(pipe, 'r'))
  try {
    expect(await ask('/readyz')).toEqual([503, 'the thread pool is overloaded'])
    expect(await ask('/readyz?exclude=database')).toEqual([503, 'the thread pool is overloaded'])
    expect(await ask('/healthz')).toEqual([200, 'ok'])
  } finally {
    const writer = openSync(pipe, 'w')
    for (const reader of await Promise.all(readers)) await reader.close()
    closeSync(writer)
    await rm(pipe)
  }
  expect(await ask('/readyz')).toEqual([200, 'ready'])
})

test('a proxy hears of a node that leaves, and not of a database that is away from all nodes', async () => {
  let isLeaving = false
  const away = probes(
    () => Promise.reject(new Error('away')),
    () => isLeaving,
  )
  const status = async (path: string) => (await away.request(path)).status
  expect(await status('/readyz')).toBe(503)
  expect(await status('/readyz?exclude=database')).toBe(200)
  isLeaving = true
  expect(await status('/readyz?exclude=database')).toBe(503)
  expect(await status('/healthz')).toBe(200)
})
