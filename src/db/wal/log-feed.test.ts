import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LogFeed, type Sources } from './log-feed.server.ts'
import { SEGMENT_BYTES, segmentName } from './segments.ts'

let folder: string
let sources: Sources
let feed: LogFeed

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-feed-'))
  sources = new Map()
  feed = new LogFeed(folder, sources, undefined)
  await feed.start()
})
afterEach(async () => {
  await feed.stop()
  await rm(folder, { recursive: true })
})

function keep(name: string, bytes: Buffer): void {
  sources.set(name, (output) => finished(output.end(bytes)))
}

/** As the command that the server runs. */
async function ask(name: string): Promise<boolean> {
  const path = join(folder, 'wal', name)
  if (!existsSync(path)) await writeFile(`${path}.wanted`, '')
  while (existsSync(`${path}.wanted`)) await sleep(5)
  return await rename(path, join(folder, 'taken')).then(
    () => true,
    () => false,
  )
}

test('unpacks what is asked for and a few behind it, not all', async () => {
  for (let number = 1; number <= 30; number++) keep(segmentName(1, number), Buffer.alloc(SEGMENT_BYTES))
  for (let number = 1; number <= 12; number++) expect(await ask(segmentName(1, number))).toBe(true)
  expect((await readdir(join(folder, 'wal'))).length).toBeLessThan(10)
})

test('says at once that a part is not there', async () => {
  keep('00000002.history', Buffer.from('1\t0/3000000\tno recovery target specified\n'))
  expect(await ask('00000003.history')).toBe(false)
  expect(await ask('00000002.history')).toBe(true)
  expect(await readFile(join(folder, 'taken'), 'utf8')).toContain('no recovery target')
})

test('hands out no part that is shorter than it was, and says which', async () => {
  keep(segmentName(1, 1), Buffer.alloc(SEGMENT_BYTES - 1))
  expect(await ask(segmentName(1, 1))).toBe(false)
  expect(feed.failure?.message).toBe(`Part ${segmentName(1, 1)} of the log is not as it was kept.`)
})
