import type { CSSProperties } from 'react'
import { avatarSource } from './avatar-source.ts'

/** Pixels for normal and dense screens, as in parts.css. Gives the image its size before the style sheet loads. */
const SIZES = { sm: [24, 48], md: [36, 72], lg: [96, 192] } as const

interface Props {
  /** The display name, used for the initials. */
  name: string
  /** The username. It determines the colour, which then stays the same when the name changes. */
  seed?: string
  /** URL of the image in any size. */
  src?: string | null | undefined
  /** 24, 36 or 96 pixels. */
  size?: keyof typeof SIZES
}

/** An image, or initials on a coloured background. Decorative: the name is next to it or in the label of its link. */
export function Avatar({ name, seed = name, src, size = 'sm' }: Props) {
  const look = `avatar avatar-${size}`
  if (src) {
    const [pixels, dense] = SIZES[size]
    return (
      <img
        src={avatarSource(src, pixels)}
        srcSet={`${avatarSource(src, dense)} 2x`}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        className={look}
      />
    )
  }
  return (
    // Not rendered as text, which would be searchable, copied, and part of the name of a surrounding button.
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={look}
      style={{ '--hue': hueOf(seed) } as CSSProperties}
    />
  )
}

/** "Mara Okonkwo" → "MO", "heron" → "HE". */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '?', last] = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = last ? [...first].slice(0, 1).concat([...last].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}

/** Hue in degrees. The same text always has the same hue. */
export function hueOf(text: string): number {
  let hash = 7
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return HUES[hash % HUES.length] as number
}

/** Distinguishable at 24 pixels. Excludes yellows, which look muddy when dark. */
const HUES = [15, 35, 55, 130, 160, 185, 215, 245, 270, 300, 325, 350]
