import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockfileCheck } from './checks.ts'

const lockfile = readFileSync('package-lock.json', 'utf8')

test('package.json names exact versions', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
  expect(versions.length).toBeGreaterThan(50)
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

const KYSELY = '"node_modules/kysely": {'

test.each([
  ['as it is', '', 0],
  [
    'with a package of another registry',
    '"resolved": "https://registry.evil.example/kysely/-/kysely-1.tgz",',
    1,
  ],
  ['with a package of a repository', '"resolved": "git+ssh://git@github.com/kysely-org/kysely.git#0123",', 1],
  ['with an address without encryption', '"resolved": "http://registry.npmjs.org/kysely/-/kysely-1.tgz",', 1],
])('the lockfile %s', (_, line, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'threshold-lockfile-'))
  const path = join(folder, 'package-lock.json')
  expect(lockfile).toContain(KYSELY)
  writeFileSync(path, lockfile.replace(KYSELY, `${KYSELY}${line}`))
  expect(spawnSync(process.execPath, lockfileCheck(path)).status).toBe(status)
  rmSync(folder, { recursive: true })
})

test('the lockfile with a weak checksum is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'threshold-lockfile-'))
  const path = join(folder, 'package-lock.json')
  writeFileSync(path, lockfile.replace(/"sha512-[^"]+"/, '"sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="'))
  expect(spawnSync(process.execPath, lockfileCheck(path)).status).toBe(1)
  rmSync(folder, { recursive: true })
})
