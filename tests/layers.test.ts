import { expect, test } from 'vitest'
import { readImports } from './imports.ts'

/** Folders of src/ from bottom to top (docs/architecture.md). Files only import from their own or below. */
const AREAS = [
  ['platform', 'ui'],
  ['db'],
  ['core'],
  ['shared'],
  ['accounts'],
  ['people'],
  ['moderation'],
  ['content'],
  ['staff'],
  ['settings'],
  ['pages'],
  ['imports'],
  ['shell'],
  ['app'],
  ['routes'],
]

const imports = readImports()

test('an area imports only from areas below it', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [one, other] = [areaOf(from), areaOf(to)]
    return one !== other && heightOf(other) >= heightOf(one)
  })
  expect(wrong.map(({ from, to }) => `src/${from} → src/${to}`)).toEqual([])
})

test('every file belongs to an area, and imports are found', () => {
  const files = new Set(imports.flatMap(({ from, to }) => [from, to]))
  expect([...files].filter((file) => heightOf(areaOf(file)) < 0)).toEqual([])
  expect(imports.length).toBeGreaterThan(3000)
})

function areaOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'
}

function heightOf(area: string): number {
  return AREAS.findIndex((areas) => areas.includes(area))
}
