import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import type { Viewer } from '../../core/viewer.ts'
import { AVATAR_PIXELS } from '../../ui/avatar-source.ts'
import { storePicture, sweepPictures } from './avatar.server.ts'

const HOURS = 60 * 60 * 1000
let world: World
let count = 0

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Stores an avatar's files in all sizes, with an age of `hours`, and returns its URL. */
async function store({ id }: { id: string }, hours: number): Promise<string> {
  const squares = new Map(AVATAR_PIXELS.map((pixels) => [pixels, new Uint8Array([++count])]))
  const url = await storePicture(world.services.files, id, squares)
  const then = new Date(Date.now() - hours * HOURS)
  for (const name of await namesOf(id))
    if (url.includes(stem(name))) await utimes(pathOf(id, name), then, then)
  return url
}

const stem = (name: string) => name.replace(/-\d+\.webp$/, '')
const pathOf = (id: string, name = '') => join(world.services.config.DATA_DIR, 'files', 'avatars', id, name)
const namesOf = (id: string) => readdir(pathOf(id))
const stemsOf = async ({ id }: { id: string }) => [...new Set((await namesOf(id)).map(stem))].length

function show({ id }: Viewer, avatar_url: string) {
  return world.db.updateTable('profiles').set({ avatar_url }).where('id', '=', id).execute()
}

test('what a crash left between files and address goes after a day, and nothing else', async () => {
  const ada = await world.buildMember()
  const shown = await store(ada, 1000)
  await show(ada, shown)
  await store(ada, 25)
  await store(ada, 23)
  expect(await stemsOf(ada)).toBe(3)
  await sweepPictures(world.services)
  expect(await stemsOf(ada)).toBe(2)
  expect((await namesOf(ada.id)).filter((name) => shown.includes(stem(name)))).toHaveLength(
    AVATAR_PIXELS.length,
  )
  expect(await namesOf(ada.id)).toHaveLength(2 * AVATAR_PIXELS.length)
})

test('files of who has left go, and those of who has no picture', async () => {
  const [gone, bare] = [{ id: crypto.randomUUID() }, await world.buildMember()]
  await store(gone, 48)
  await store(bare, 48)
  await sweepPictures(world.services)
  expect([await namesOf(gone.id), await namesOf(bare.id)]).toEqual([[], []])
})

test('a folder that is no member’s stands in nobody’s way', async () => {
  const [nobody, ada] = [{ id: 'not-an-id' }, await world.buildMember()]
  await store(nobody, 48)
  const shown = await store(ada, 48)
  await show(ada, shown)
  await sweepPictures(world.services)
  expect(await namesOf(nobody.id)).toEqual([])
  expect(await namesOf(ada.id)).toHaveLength(AVATAR_PIXELS.length)
})

test('more files than are looked up at once are all looked at', async () => {
  const members = await Promise.all(Array.from({ length: 100 }, () => world.buildMember()))
  for (const [index, member] of members.entries()) {
    const url = await store(member, 48)
    if (index % 2) await show(member, url)
  }
  await sweepPictures(world.services)
  const left = await Promise.all(members.map(({ id }) => namesOf(id)))
  expect(left.map(({ length }) => length)).toEqual(members.map((_, index) => (index % 2 ? 6 : 0)))
})
