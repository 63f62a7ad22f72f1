import type { CSSProperties } from 'react'
import { avatarSource } from './avatar-source.ts'

/** Pixels, and those for dense screens. As in parts.css: an image has its size before the style sheet loads. */
const SIZES = { sm: [24, 48], md: [36, 72], lg: [96, 192] } as const

interface Props {
  /** The display name, which makes the initials. */
  name: string
  /** The username, which makes the colour, so that it stays when the name changes. */
  seed?: string
  /** The picture in any size. */
  src?: string | null | undefined
  /** 24, 36 or 96 pixels. */
  size?: keyof typeof SIZES
}

/** A picture, or initials on a colour. Decorative: the name is beside it or in the label of its link. */
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
    // As text it would be found by searches, copied, and part of the name of a button around it.
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

/** Distinct at 24 pixels. Without yellows, which look muddy when dark. */
const HUES = [15, 35, 55, 130, 160, 185, 215, 245, 270, 300, 325, 350]
