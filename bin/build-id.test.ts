import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeBuildId } from './build-id.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'threshold-build-'))
  mkdirSync(join(root, 'dist/server/assets'), { recursive: true })
  mkdirSync(join(root, 'src'))
  write('dist/server/assets/page.js', 'one')
  write('src/page.ts', 'one')
  write('.gitignore', 'dist/')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)
function git(...args: string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' }).trim()
}
function commit(): string {
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'One')
  return git('rev-parse', '--short', 'HEAD')
}
function idOf(folder = root): string {
  writeBuildId(folder)
  return JSON.parse(readFileSync(join(folder, 'dist/server/build.json'), 'utf8')).id
}

test('a build of a commit has its name, also beside files that are not built', () => {
  const name = commit()
  write('notes.txt', 'mine')
  expect(idOf()).toBe(name)
  expect(idOf()).toBe(name)
})

test('one of something else than a commit has a sum of what was built', () => {
  const sum = idOf()
  expect(sum).toMatch(/^build\.[0-9a-f]{10}$/)
  expect(idOf(), 'the same of the same').toBe(sum)
  write('dist/server/assets/page.js', 'two')
  expect(idOf()).not.toBe(sum)
  commit()
  write('src/page.ts', 'two')
  expect(idOf()).toMatch(/^build\./)
})

test('within another repository the commit would be another’s', () => {
  const inner = join(root, 'src/forum')
  mkdirSync(join(inner, 'dist/server'), { recursive: true })
  commit()
  expect(idOf(inner)).toMatch(/^build\./)
})
