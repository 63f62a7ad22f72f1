/** Maximum characters (code points) of a slug. */
const SLUG_MAX = 80

/**
 * Returns a title as part of a URL: lower-case letters and digits of any script in NFC, joined by hyphens. Cuts at a
 * word after at most 80 characters. Returns '' if the title has neither letters nor digits. Not percent-encoded.
 */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(APOSTROPHE, '')
    .replace(NO_WORD, '-')
    .replace(/^-|-$/g, '')
  const characters = Array.from(words)
  if (characters.length <= SLUG_MAX) return words
  const cut = characters.slice(0, SLUG_MAX + 1).join('')
  const end = cut.lastIndexOf('-')
  return end > 0 ? cut.slice(0, end) : characters.slice(0, SLUG_MAX).join('')
}

/** Within a word, as in "it’s". */
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu
/** Marks are parts of letters, such as the vowels of Devanagari. A mark without a letter is removed. */
const NO_WORD = /(?:[^\p{L}\p{N}\p{M}]+\p{M}*|^\p{M}+)+/gu
