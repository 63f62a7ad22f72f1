import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'src')

/** One file of src/ imports another, both relative to src/; also where only a type is needed. */
export interface Import {
  from: string
  to: string
}

/** What the files of src/ import from each other, without their tests and what is generated. */
export function readImports(): Import[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(readFileSync(join(source, file), 'utf8').matchAll(SPECIFIER), ([, specifier = '']) => {
        const to = resolve(source, dirname(file), specifier)
        return { from: file.split(sep).join('/'), to: relative(source, to).split(sep).join('/') }
      }),
    )
    .sort((one, other) => `${one.from} ${one.to}`.localeCompare(`${other.from} ${other.to}`, 'en'))
}

/** `import … from './x'`, `export … from './x'`, `import './x'` and `import('./x')`, as Biome writes them. */
const SPECIFIER = /(?:\bfrom |^import |\bimport\()'(\.{1,2}\/[^']+?)(?:\?\w+)?'/gm

/** `features/posts`, `api/core`, `platform`…; what lies in src/ itself belongs to the pages. */
export function groupOf(file: string): string {
  const [folder = '', ...rest] = file.split('/')
  if (folder === 'features') return `features/${rest[0]}`
  if (folder === 'api') return rest[0] === 'core' ? 'api/core' : 'api'
  return rest.length > 0 ? folder : 'pages'
}
