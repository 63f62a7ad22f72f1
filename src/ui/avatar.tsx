import type { CSSProperties } from 'react'
import { avatarSource } from './avatar-source.ts'

/** Display and image width in pixels (parts.css). Sizes the image before the style sheet loads. */
const SIZES = { sm: [24, 48], md: [36, 72], lg: [96, 192] } as const

interface Props {
  /** The display name, from which the initials are taken. */
  name: string
  /** The username. It determines the colour, so that a new display name does not change the colour. */
  seed?: string
  /** URL of the image in any stored size. */
  src?: string | null | undefined
  /** The displayed width: 24, 36 or 96 pixels. */
  size?: keyof typeof SIZES
}

/** Shows an image, or initials on a coloured background. Decorative, because the name is next to it. */
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
    // Renders initials in CSS: as text they would be searchable, copied, and part of a button's name.
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={look}
      style={{ '--hue': hueOf(seed) } as CSSProperties}
    />
  )
}

/** Returns the initials of a name: "Mara Okonkwo" → "MO", "heron" → "HE". */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '?', last] = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = last ? [...first].slice(0, 1).concat([...last].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}

/** Returns a hue in degrees, always the same one for the same text. */
export function hueOf(text: string): number {
  let hash = 7
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return HUES[hash % HUES.length] as number
}

/** Hues in degrees that can be distinguished at 24 pixels. Excludes yellows, which look muddy when dark. */
const HUES = [15, 35, 55, 130, 160, 185, 215, 245, 270, 300, 325, 350]
