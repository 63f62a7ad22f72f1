import { expect, test } from 'vitest'
import { failedUnits, skippedUnits, type UnitFile } from './failed-units.ts'

const passed = { fullName: 'Ada reads', status: 'passed' }

test('nothing is said where all passed', () => {
  expect(failedUnits([file([passed])], 0)).toBeUndefined()
})

test('a test that failed is named with its file and what it said', () => {
  const failed = { fullName: 'Bo writes', status: 'failed', failureMessages: ['expected 1\n  to be 2'] }
  expect(failedUnits([file([passed, failed])], 1)).toBe(
    'Tests that failed:\n  a.test.ts › Bo writes: expected 1 to be 2',
  )
})

test('so is a file that could not be read', () => {
  expect(failedUnits([{ ...file([]), status: 'failed', message: 'no such module' }], 1)).toBe(
    'Tests that failed:\n  a.test.ts: no such module',
  )
})

test('an error outside of all tests is told by its code', () => {
  expect(failedUnits([file([passed])], 1)).toMatch(/^No test failed, but Vitest ended with code 1/)
})

test('what was left out is named, and nothing is said where nothing was', () => {
  const skipped = { fullName: 'a full disk of uploads', status: 'skipped' }
  expect(skippedUnits([file([passed, skipped])])).toBe('Tests that were left out:\n  a full disk of uploads')
  expect(skippedUnits([file([passed])])).toBeUndefined()
})

function file(assertionResults: UnitFile['assertionResults']): UnitFile {
  return { name: 'a.test.ts', status: 'passed', assertionResults }
}
