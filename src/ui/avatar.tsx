import type { CSSProperties } from 'react'
import { avatarSource } from './avatar-source.ts'

/** Pixels, and those for dense screens. The same as in parts.css: an image has its size before the style sheet has come. */
const SIZES = { sm: [24, 48], md: [36, 72], lg: [96, 192] } as const

interface Props {
  /** Whose: the full name, else the username. Makes the initials. */
  name: string
  /** What the colour is made from, so that it stays when the name changes: the username. */
  seed?: string
  /** Any of the sizes of their picture. */
  src?: string | null | undefined
  /** 24, 36 or 96 pixels. */
  size?: keyof typeof SIZES
}

/** A face, or initials on a colour of one's own. An ornament: the name stands beside it, or in the link's label. */
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
    // Not as text: it would be searched for, copied, and missed in the name of the button around it.
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

/** Degrees on the colour wheel, the same for the same text everywhere. */
export function hueOf(text: string): number {
  let hash = 7
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return HUES[hash % HUES.length] as number
}

/** Told from each other at 24 pixels; without the yellows, which turn to mud when dark. */
const HUES = [15, 35, 55, 130, 160, 185, 215, 245, 270, 300, 325, 350]
