// Part of `npm run check`. A file may import from its own group and from lower layers. sortFeatures
// (bin/feature-map.ts) rejects cycles of features.
import { groupOf, readImports } from './feature-map.ts'

/** From bottom to top. Groups within a layer do not import from each other, except features and pages. */
const LAYERS = [['platform', 'ui'], ['db'], ['core'], ['features/*'], ['api'], ['routes', 'pages']]

const imports = readImports()
const wrong = imports.filter(({ from, to }) => {
  const [one, other] = [groupOf(from), groupOf(to)]
  if (layerOf(one) < 0 || layerOf(other) < 0) return true
  if (one === other) return false
  const isFeatures = one.startsWith('features/') && other.startsWith('features/')
  const isPages = layerOf(one) === LAYERS.length - 1
  return layerOf(other) > layerOf(one) || (layerOf(other) === layerOf(one) && !isFeatures && !isPages)
})
for (const { from, to } of wrong)
  console.error(`src/${from} must not import src/${to}: see docs/architecture.md.`)
// Guards against a broken search, which would find no violations either.
if (imports.length < 1500) console.error(`Only ${imports.length} imports were found in src/.`)
if (wrong.length > 0 || imports.length < 1500) process.exitCode = 1

function layerOf(group: string): number {
  const name = group.startsWith('features/') ? 'features/*' : group
  return LAYERS.findIndex((layer) => layer.includes(name))
}
