/**
 * A name with the part that was typed between U+E000 and U+E001, as a search marks its hits: without case and
 * accents, at the beginning of a word where there is one.
 */
export function marked(name: string, typed: string): string {
  const letters = [...name]
  const folded = letters.map(fold)
  const wanted = fold(typed.replace(/^@/, '').trim())
  const places = letters.flatMap((_, at) => (folded.slice(at).join('').startsWith(wanted) ? [at] : []))
  const from = places.find((at) => !LETTER.test(letters[at - 1] ?? '')) ?? places[0]
  if (!wanted || from === undefined) return name
  let to = from
  for (let length = 0; length < wanted.length; to++) length += folded[to]?.length ?? 0
  const [before, hit, after] = [letters.slice(0, from), letters.slice(from, to), letters.slice(to)]
  return `${before.join('')}\uE000${hit.join('')}\uE001${after.join('')}`
}

const LETTER = /[\p{L}\p{N}]/u

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
