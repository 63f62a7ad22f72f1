import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('tests/faults/README.md', 'utf8')
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').slice(1, -1))

test('each fault of the table names a test, and each of them is there', () => {
  expect(rows.length).toBeGreaterThan(20)
  const missing = rows.flatMap(([fault = '', , named = '']) => {
    const [, file = '', title = ''] = /^ `([^`]+\.test\.tsx?)`: (.+) $/.exec(named) ?? []
    const isThere = existsSync(file) && titlesOf(file).some((each) => each.startsWith(title))
    return title && isThere ? [] : [`${fault.trim()}: ${named.trim()}`]
  })
  expect(missing).toEqual([])
})

/** Returns the titles of the tests in a file, with placeholders such as `%i`. */
function titlesOf(file: string): string[] {
  const calls = readFileSync(file, 'utf8').matchAll(/\b(?:test|it)\b[^'`\n]*\(\s*(['`])(.+?)\1/g)
  const wrapped = readFileSync(file, 'utf8').matchAll(/\n\s+(['`])(.+?)\1,\n/g)
  return [...calls, ...wrapped].map(([, , title = '']) => title)
}
