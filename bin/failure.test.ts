import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedFailure } from './failure.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-failure-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['restore', ['missing.tar.zst'], /^File not found: .*missing\.tar\.zst$/],
  ['restore', ['.'], /is not a file/],
  ['restore', ['--unknown'], /Unknown option '--unknown'/],
  ['backup', ['--unknown'], /Unknown option '--unknown'/],
  ['backup', ['--', '--with-secret'], /^--with-secret is not a file name/],
  ['reindex', ['--connections'], /argument missing/],
])('%s %j ends with one plain message', (command, options, message) => {
  const run = runCommand(command, options, { DATABASE_URL: 'postgresql://localhost:1/none' })
  expect([run.status, run.stdout]).toEqual([1, ''])
  expect(run.stderr.trim()).toMatch(message)
  expect(run.stderr).not.toMatch(/^\s+at /m)
})

test.each(['account', 'backup', 'reindex', 'role', 'verify-log'])(
  '%s needs a forum and creates none',
  (command) => {
    const missing = join(folder, 'missing')
    const run = runCommand(command, [], { DATA_DIR: missing, DATABASE_URL: '' })
    expect([run.status, run.stdout]).toEqual([1, ''])
    expect(run.stderr).toMatch(/^No forum found in .*missing\. Set DATA_DIR or DATABASE_URL\. .*\n$/)
    expect(existsSync(missing)).toBe(false)
  },
)

test('failed system calls and a full database are expected, other errors are bugs', async () => {
  const missing = await readFile(join(folder, 'missing')).catch((error: unknown) => error)
  expect(expectedFailure(missing)).toMatch(/ENOENT: no such file/)
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(expectedFailure(full)).toBe('could not extend file')
  expect(expectedFailure(new TypeError('x is not a function'))).toBeUndefined()
})

function runCommand(command: string, options: string[], env: Record<string, string>) {
  return spawnSync(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...options], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: join(folder, 'data'), ...env },
  })
}
