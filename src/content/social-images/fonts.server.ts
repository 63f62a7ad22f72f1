import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'satori'

export const SERIF = 'Source Serif'
export const SANS = 'Inter'

const FAMILIES = [
  { name: SERIF, file: 'source-serif-4', weight: 600 },
  { name: SANS, file: 'inter', weight: 500 },
] as const
/** Alphabets in the order in which their fonts are tried. Each family has one font file per alphabet. */
const ALPHABETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext'] as const

const { resolve } = createRequire(import.meta.url)
let loading: Promise<Font[]> | undefined

export function loadFonts(): Promise<Font[]> {
  loading ??= Promise.all(
    FAMILIES.flatMap(({ name, file, weight }) =>
      ALPHABETS.map(async (alphabet): Promise<Font> => {
        const path = resolve(`@fontsource/${file}/files/${file}-${alphabet}-${weight}-normal.woff`)
        return { name: `${name} ${alphabet}`, data: await readFile(path), weight }
      }),
    ),
  )
  return loading
}

/** Returns a `font-family` value with the fonts of all alphabets. */
export function fontStack(name: typeof SERIF | typeof SANS): string {
  return ALPHABETS.map((alphabet) => `${name} ${alphabet}`).join(', ')
}
