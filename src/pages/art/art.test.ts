import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { WORKS } from './art-page.tsx'

test('there are three works', () => {
  expect(WORKS.map(({ title }) => title)).toEqual([
    'Consciousness Ascension',
    'Enhanced Library',
    'Enhanced Anatomy',
  ])
})

test.each(WORKS)('$title is the same each time, whole, and needs nothing from elsewhere', ({ draw }) => {
  const drawing = draw()
  expect(draw()).toBe(drawing)
  expect(drawing).not.toMatch(/NaN|undefined|Infinity|null/)
  expect(drawing).not.toMatch(/<(style|script|image|foreignObject)| style=| on\w+=|https?:/)
  const ids = Array.from(drawing.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const used = Array.from(drawing.matchAll(/(?:url\(#|href="#)([^")]+)/g), ([, id]) => id)
  expect(used.filter((id) => !ids.includes(id))).toEqual([])
})

test('together they weigh less than a photograph', () => {
  const drawings = WORKS.map(({ draw }) => draw())
  expect(gzipSync(drawings.join('')).byteLength).toBeLessThan(54 * 1024)
  const ids = drawings.flatMap((drawing) => Array.from(drawing.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
  expect(new Set(ids).size).toBe(ids.length)
})
