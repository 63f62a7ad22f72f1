import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import plugin from 'tailwindcss/plugin'

type Shape = [tag: string, attributes: Record<string, string>]

const require = createRequire(import.meta.url)
const folder = `${dirname(require.resolve('lucide-react/package.json'))}/dist/esm/icons`
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.mjs') ? [file.slice(0, -4)] : []))

/**
 * Lucide's icons as CSS masks, such as `icon-eye` and `icon-filled-bookmark`. A list of 50 posts has 250
 * icons, and a mask needs one element instead of four. A CSS variable contains the image, because the build
 * repeats each mask for older browsers.
 */
export default plugin(({ matchUtilities }) => {
  const values = Object.fromEntries(names.map((name) => [name, name]))
  matchUtilities({ icon: (name: string) => ({ '--icon': mask(name, 'none') }) }, { values })
  matchUtilities({ 'icon-filled': (name: string) => ({ '--icon': mask(name, '#000') }) }, { values })
})

function mask(name: string, fill: string): string {
  const { __iconData } = require(`${folder}/${name}.mjs`) as { __iconData: { node: Shape[] } }
  const shapes = __iconData.node.map(([tag, { key: _, ...attributes }]) => `<${tag} ${written(attributes)}/>`)
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='${fill}' stroke='#000' stroke-width='1.75'` +
    ` stroke-linecap='round' stroke-linejoin='round'>${shapes.join('')}</svg>`
  return `url("data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}")`
}

function written(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')
}
