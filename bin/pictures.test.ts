import { expect, test, vi } from 'vitest'
import { memoryFiles, query } from '../tests/archives.ts'
import { testDatabase } from '../tests/database.ts'
import { countPictures } from './restore-folder.ts'

test('the report says how many pictures of members are there', async () => {
  const { url } = await testDatabase()
  const say = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await countPictures(url, memoryFiles())
  expect(say).not.toHaveBeenCalled()
  for (const name of ['kim', 'lee'])
    await query(url, 'insert into users (email, username) values ($1, $2)', [`${name}@example.org`, name])
  await query(url, "update profiles set avatar_url = '/files/avatars/' || username || '/face-96.webp'")
  await countPictures(url, memoryFiles(new Map([['avatars/kim/face-96.webp', new Uint8Array([1])]])))
  expect(say.mock.calls).toEqual([['  1 of 2 avatars are present']])
})
