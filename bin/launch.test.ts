import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const PARTS = ['launch.mjs', 'prepare.mjs', 'progress.mjs', 'freshness.mjs', 'memory.mjs']
let folder: string

/** The launcher, with a command that says what it was given. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-launch-'))
  await mkdir(join(folder, 'bin'))
  for (const part of PARTS)
    await copyFile(fileURLToPath(new URL(part, import.meta.url)), join(folder, 'bin', part))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'bin/migrate.ts'),
    'console.log(process.env.UV_THREADPOOL_SIZE, process.env.MALLOC_ARENA_MAX)',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function settings(env: Record<string, string> = {}) {
  const clean = { PATH: process.env.PATH, ...env }
  const { stdout } = await run(process.execPath, ['bin/launch.mjs', 'migrate'], { cwd: folder, env: clean })
  return stdout.trim()
}

test('a program has threads beside those that passwords take, and an operator may give it more', async () => {
  expect(await settings()).toBe('8 2')
  expect(await settings({ UV_THREADPOOL_SIZE: '16', MALLOC_ARENA_MAX: '4' })).toBe('16 4')
})
