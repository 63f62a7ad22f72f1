import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Import {
  /** Paths relative to `src/`, with `/` as separator. */
  from: string
  to: string
}

const source = fileURLToPath(new URL('../src', import.meta.url))
const SPECIFIER = /(?:\bfrom |^import |\bimport\()'(\.{1,2}\/[^']+?)(?:\?\w+)?'/gm

/** Returns the relative imports of all files in `src/`, except for tests and generated files. */
export function readImports(): Import[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(readFileSync(join(source, file), 'utf8').matchAll(SPECIFIER), ([, specifier = '']) => {
        const to = resolve(source, dirname(file), specifier)
        return { from: file.split(sep).join('/'), to: relative(source, to).split(sep).join('/') }
      }),
    )
}
