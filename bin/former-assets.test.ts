import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepFormerAssets, pruneFormerAssets } from './former-assets.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'threshold-former-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const DAY = 24 * 60 * 60 * 1000
const START = new Date('2026-11-01T00:00:00Z')
const day = (number: number) => new Date(START.getTime() + number * DAY)
const isThere = (name: string) => existsSync(join(root, 'dist/former', name))

/** Simulates bin/build.ts, whose bundler empties the folder of the previous build. */
function build(files: string[], now: Date) {
  keepFormerAssets(root, now)
  const folder = join(root, 'dist/client/assets')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of files) writeFileSync(join(folder, name), name)
  pruneFormerAssets(root, now)
}

it('keeps what a build leaves out, and nothing twice', () => {
  build(['same.js', 'old.js'], day(0))
  build(['same.js', 'new.js'], day(1))
  expect(readFileSync(join(root, 'dist/former/old.js'), 'utf8')).toBe('old.js')
  expect(isThere('same.js')).toBe(false)
  expect(isThere('new.js')).toBe(false)
})

it('counts the month from the day that a file went out of use, over further builds', () => {
  build(['a.js'], day(0))
  build(['b.js'], day(100))
  build(['c.js'], day(120))
  expect([isThere('a.js'), isThere('b.js')]).toEqual([true, true])
  build(['d.js'], day(131))
  expect([isThere('a.js'), isThere('b.js'), isThere('c.js')]).toEqual([false, true, true])
})

it('keeps no more than a number of builds, however young they are', () => {
  const minutes = 1 / (24 * 60)
  for (let n = 0; n < 70; n++) build([`${n}.js`], day(n * minutes))
  const numbers = readdirSync(join(root, 'dist/former')).map((name) => Number.parseInt(name, 10))
  expect(numbers).toHaveLength(60)
  expect(Math.min(...numbers)).toBe(9)
})

it('begins anew for a file that was in use again', () => {
  build(['a.js'], day(0))
  build(['b.js'], day(1))
  build(['a.js'], day(20))
  build(['c.js'], day(40))
  build(['d.js'], day(60))
  expect(isThere('a.js')).toBe(true)
})

it('has lost nothing when a build fails', () => {
  build(['a.js'], day(0))
  keepFormerAssets(root, day(1))
  rmSync(join(root, 'dist/client'), { recursive: true })
  build(['b.js'], day(1))
  expect(isThere('a.js')).toBe(true)
})
