import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../tests/database.ts'
import { openForum } from './forum.ts'

test('a command for another database leaves the mode of an existing data folder alone', async () => {
  const { url } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'threshold-mode-'))
  await chmod(folder, 0o710)
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', url)
  const forum = await openForum({ shared: true })
  await forum.close()
  expect((await stat(folder)).mode & 0o777).toBe(0o710)
  await rm(folder, { recursive: true })
})
