import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BackupStore, openBackupStore } from '../backup/backup-store.server.ts'
import { filesOf, listBases, removeOld } from './bases.server.ts'
import { segmentName } from './segments.ts'
import { packed } from './ship.server.ts'

let folder: string
let store: BackupStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-bases-'))
  store = openBackupStore({ DATA_DIR: folder, BACKUP_TO: undefined } as never, 'wal')
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, text: string) => store.write(name, (output) => finished(output.end(text)))

async function keepBase(year: number, first: string): Promise<string> {
  const name = `base-${year}-01-01T00-00-00Z`
  await write(filesOf(name).archive, 'x')
  const notes = { postgresql: 180000, stopped_at: `${year}-01-01T00:00:00.000Z`, first_segment: first }
  const sums = { stop_position: '0/5000100', sha256: '0'.repeat(64) }
  await write(filesOf(name).notes, JSON.stringify({ format: 2, ...notes, ...sums }))
  return name
}

test('the three newest stay, with the log from the earliest of their places on', async () => {
  // The newest bases may begin earlier in the log: a recovery went back.
  const numbers = [3, 9, 8, 6]
  for (const [i, number] of numbers.entries()) await keepBase(2030 + i, segmentName(1, number))
  for (const number of [3, 5, 6, 9]) await write(packed(segmentName(1, number)), 'x')
  expect(await removeOld(store)).toBe(4)
  expect((await listBases(store)).map(({ name }) => name.slice(5, 9))).toEqual(['2031', '2032', '2033'])
  expect((await store.names()).filter((name) => name.startsWith('0'))).toEqual(
    [6, 9].map((number) => packed(segmentName(1, number))),
  )
})

test('a copy that was cut short is no base, and goes once there is a newer one', async () => {
  await write(filesOf('base-2031-01-01T00-00-00Z').archive, 'x')
  await keepBase(2030, segmentName(1, 1))
  expect(await listBases(store)).toHaveLength(1)
  expect(await removeOld(store)).toBe(0)
  await keepBase(2032, segmentName(1, 2))
  expect(await removeOld(store)).toBe(1)
})

test('one whose notes cannot be read takes no other with it', async () => {
  const name = await keepBase(2030, segmentName(1, 1))
  await write(filesOf('base-2031-01-01T00-00-00Z').notes, '{"format":')
  expect((await listBases(store)).map((base) => base.name)).toEqual([name])
})
