import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const PARTS = ['launch.mjs', 'prepare.mjs', 'progress.mjs', 'freshness.mjs', 'memory.mjs']
/** A program that, on a signal, writes the file `ended` and exits with code 7. */
const WAITS = `
import { writeFileSync } from 'node:fs'
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    writeFileSync('ended', signal)
    process.exit(7)
  })
setInterval(() => {}, 1000)
console.log('ready')`
let folder: string

/** Creates a folder with the launcher and a command that prints its arguments. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-launch-'))
  await mkdir(join(folder, 'bin'))
  for (const part of PARTS)
    await copyFile(fileURLToPath(new URL(part, import.meta.url)), join(folder, 'bin', part))
  const scripts = { role: 'node bin/launch.mjs role' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  await writeFile(
    join(folder, 'bin/migrate.ts'),
    'console.log(process.env.UV_THREADPOOL_SIZE, process.env.MALLOC_ARENA_MAX)',
  )
  await writeFile(join(folder, 'bin/role.ts'), WAITS)
  await writeFile(join(folder, 'bin/backup.ts'), 'console.log(process.argv.slice(2).join())')
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

test('a command gets its arguments, with or without the -- that npm needs', async () => {
  const backup = async (...args: string[]) =>
    (await run(process.execPath, ['bin/launch.mjs', 'backup', ...args], { cwd: folder })).stdout.trim()
  expect(await backup('FILE', '--with-secret')).toBe('FILE,--with-secret')
  expect(await backup('--', '--with-secret')).toBe('--with-secret')
  expect(await backup('--with-secret', '--', 'FILE')).toBe('--with-secret,--,FILE')
})

describe('a stopped command', () => {
  const ended = () => readFile(join(folder, 'ended'), 'utf8').catch(() => undefined)
  const begin = async (command: string, args: string[]) => {
    await rm(join(folder, 'ended'), { force: true })
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
    const child = spawn(command, args, { cwd: folder, env: { PATH } })
    for await (const text of child.stdout) if (String(text).includes('ready')) break
    return child
  }

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'gets %s from the launcher, whose code is its own',
    async (signal) => {
      const launcher = await begin(process.execPath, ['bin/launch.mjs', 'role'])
      launcher.kill(signal)
      expect(await once(launcher, 'exit')).toEqual([7, null])
      expect(await ended()).toBe(signal)
    },
  )

  test.each(['SIGTERM', 'SIGKILL'] as const)('ends when npm gets %s', async (signal) => {
    const npm = await begin('npm', ['run', 'role'])
    npm.kill(signal)
    await expect.poll(ended, { timeout: 10_000 }).toBe('SIGTERM')
  })
})
