import type { Marks } from './pasted-blocks.ts'

/** Where in what was pasted something stands. */
export interface Place {
  marks: Marks
  /** Within a heading, whose words are bold whatever their style says. */
  isHeading: boolean
  /** How many lists and quotations it stands in. */
  depth: number
  /** How many elements: a page may nest them until no stack is deep enough. */
  nesting: number
}

/** Deeper than any page that a person wrote; what is below is taken as its words. */
export const NESTING = 300

/** How its words look: by its tag, unless its style says otherwise. */
export function marksOf(tag: string, style: ReadonlyMap<string, string>, { marks, isHeading }: Place): Marks {
  const weight = style.get('font-weight') ?? (tag === 'b' || tag === 'strong' ? 'bold' : undefined)
  const slant = style.get('font-style') ?? (tag === 'i' || tag === 'em' ? 'italic' : undefined)
  const bold = weight && weight !== 'inherit' ? /^bold/.test(weight) || Number(weight) >= 600 : marks.bold
  const italic = slant && slant !== 'inherit' ? /^(?:italic|oblique)/.test(slant) : marks.italic
  return { bold: bold || isHeading, italic }
}

/** Within a list or a quotation. */
export function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 }
}
