import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  abandonRestoring,
  prepareRestoreFolder,
  refuseMounts,
  replaceFolder,
  resumeReplacing,
} from './replace-folder.server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threshold-replace-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(dataDir, path, '..'), { recursive: true })
  await writeFile(join(dataDir, path), text)
}

test('all of the former forum stays together', async () => {
  for (const path of ['postgres/of', 'files/avatars/a.webp']) await write(path, 'former')
  await prepareRestoreFolder(dataDir, 'content')
  await write('restoring/postgres/of', 'restored')
  await mkdir(join(dataDir, 'restoring/files'))
  const former = (await replaceFolder(dataDir)) as string
  expect((await readdir(former)).toSorted()).toEqual(['files', 'postgres'])
  expect(await readFile(join(former, 'files/avatars/a.webp'), 'utf8')).toBe('former')
  expect((await readdir(dataDir)).filter((name) => !name.startsWith('former-'))).toEqual([
    'files',
    'postgres',
  ])
  expect(await readdir(join(dataDir, 'files'))).toEqual([])
})

test('what is killed in between is finished, and says what was restored', async () => {
  await write('postgres/of', 'former')
  await prepareRestoreFolder(dataDir, 'content')
  await write('restoring/postgres/of', 'restored')
  await write('restoring/complete', 'former-then')
  expect(await resumeReplacing(dataDir)).toEqual({ source: 'content', former: join(dataDir, 'former-then') })
  expect(await readFile(join(dataDir, 'postgres/of'), 'utf8')).toBe('restored')
  expect(await resumeReplacing(dataDir)).toBeUndefined()
})

test('another archive begins anew; the same goes on', async () => {
  await write('restoring/source', 'another')
  await write('restoring/files/of-another', 'begun')
  await prepareRestoreFolder(dataDir, 'content')
  expect(await readdir(join(dataDir, 'restoring'))).toEqual(['source'])
  await write('restoring/files/a', 'begun')
  await prepareRestoreFolder(dataDir, 'content')
  expect(await readdir(join(dataDir, 'restoring'))).toEqual(['files', 'source'])
  expect(await abandonRestoring(dataDir)).toBe(true)
  expect(await abandonRestoring(dataDir)).toBe(false)
})

test.runIf(process.platform === 'linux')('a disk of its own cannot be replaced', async () => {
  await mkdir(join(dataDir, 'files'))
  await refuseMounts(dataDir)
  await expect(refuseMounts('/', ['proc'])).rejects.toThrow('/proc is a disk of its own')
})
