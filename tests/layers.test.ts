import { expect, test } from 'vitest'
import { groupOf, readImports, sortFeatures } from '../bin/feature-map.ts'

/** From the ground up: a file imports from its own group and from layers below. Groups of one layer do not know each other. */
const LAYERS = [['platform', 'ui'], ['db'], ['api/core'], ['features/*'], ['api'], ['routes', 'pages']]

const imports = readImports()

function layerOf(group: string): number {
  const name = group.startsWith('features/') ? 'features/*' : group
  return LAYERS.findIndex((layer) => layer.includes(name))
}

test('every folder of src/ belongs to a layer', () => {
  const groups = new Set(imports.flatMap(({ from, to }) => [groupOf(from), groupOf(to)]))
  expect([...groups].filter((group) => layerOf(group) < 0)).toEqual([])
  // A walk that finds nothing would find nothing wrong.
  expect(imports.length).toBeGreaterThan(1500)
})

test('no file imports from a layer above, or from its neighbour', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [one, other] = [groupOf(from), groupOf(to)]
    if (one === other) return false
    const isFeatures = one.startsWith('features/') && other.startsWith('features/')
    const isPages = layerOf(one) === LAYERS.length - 1
    return layerOf(other) > layerOf(one) || (layerOf(other) === layerOf(one) && !isFeatures && !isPages)
  })
  expect(wrong).toEqual([])
})

test('features build on each other in one direction only', () => {
  const names = [...sortFeatures(imports).keys()]
  const back = imports.filter(({ from, to }) => {
    const [one, other] = [groupOf(from), groupOf(to)].map((group) =>
      names.indexOf(group.slice('features/'.length)),
    )
    return one !== undefined && other !== undefined && one >= 0 && one < other
  })
  expect(back).toEqual([])
})
