import { expect, test } from 'vitest'
import { retriedJourneys, type Suite } from './retried-journeys.ts'

test('nothing is said where every journey passed at once, or failed for good', () => {
  expect(retriedJourneys([])).toBeUndefined()
  const suites = [file('a.spec.ts', { 'Ada reads': 'expected', 'Bo fails': 'unexpected' })]
  expect(retriedJourneys(suites)).toBeUndefined()
})

test('a journey that needed a second try is named with its file', () => {
  const suites = [
    file('a.spec.ts', { 'Ada reads': 'expected' }),
    file('b.spec.ts', { 'Bo writes': 'flaky', 'Bo leaves': 'skipped' }),
  ]
  expect(retriedJourneys(suites)).toBe('1 journey needed a second try: b.spec.ts › Bo writes')
})

test('several stand on lines of their own, also out of groups', () => {
  const group = { ...file('b.spec.ts', { 'Bo writes': 'flaky' }), title: 'on a phone' }
  const suites = [file('a.spec.ts', { 'Ada reads': 'flaky' }), { ...file('b.spec.ts', {}), suites: [group] }]
  expect(retriedJourneys(suites)).toBe(
    '2 journeys needed a second try:\n  a.spec.ts › Ada reads\n  b.spec.ts › on a phone › Bo writes',
  )
})

/** As Playwright reports a file: the outcome of each journey by its title. */
function file(name: string, journeys: Record<string, string>): Suite {
  const specs = Object.entries(journeys).map(([title, status]) => ({ title, tests: [{ status }] }))
  return { title: name, specs }
}
