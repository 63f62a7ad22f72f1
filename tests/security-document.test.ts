import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const threats = rowsBelow('## Threats')

function rowsBelow(heading: string): string[][] {
  const [, section = ''] = text.split(`${heading}\n`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => line.split('|').slice(1, -1))
}

test('each threat names tests that guard against it, and each of them is there', () => {
  expect(threats.length).toBeGreaterThan(20)
  const named = threats.map(([threat = '', , guards = '']) => ({
    threat,
    tests: [...guards.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }))
  expect(named.filter(({ tests }) => tests.length === 0)).toEqual([])
  const missing = named
    .flatMap(({ tests }) => tests)
    .filter((path) => !/\.(test|spec)\.tsx?$/.test(path) || !existsSync(path))
  expect(missing).toEqual([])
})
