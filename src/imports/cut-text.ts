/** Trims a text and cuts it to `most` characters (code points). Returns null if nothing is left. */
export function cutText(text: string | null, most: number): string | null {
  const trimmed = text?.trim() ?? ''
  const characters = Array.from(trimmed.slice(0, 2 * most + 2))
  return characters.slice(0, most).join('').trim() || null
}
