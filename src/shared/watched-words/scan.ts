import type { WatchedWord } from '../../core/context.server.ts'
import type { FoldedText } from '../../platform/phrases/fold.ts'
import { foldText } from '../../platform/phrases/fold.ts'
import { type PhraseMatch, type PhraseMatcher, wholeWords } from '../../platform/phrases/phrase-matcher.ts'
import { escapeText, unescapeHtml } from '../markup/html.ts'

/** Distinct held words that are reported. */
const HELD_MAX = 10

export interface ScanResult {
  /** The first refused word as it was typed. Undefined if nothing is refused. */
  refused: string | undefined
  /** Watched words because of which a moderator must see the text. */
  held: string[]
  /** The text with words replaced. */
  text: string
}

/** Finds watched words in plain text, or in the text of sanitized HTML. */
export function scanText(matcher: PhraseMatcher<WatchedWord>, text: string, isHtml = false): ScanResult {
  const folded = foldText(text, isHtml)
  const held = new Set<string>()
  const replaced = new Map<number, PhraseMatch<WatchedWord>>()
  let refused: PhraseMatch<WatchedWord> | undefined
  matcher.visit(folded, (match) => {
    const { action, word } = match.entry
    // Matches are visited by where they end, so the last one from a position is the longest.
    if (action === 'replace') replaced.set(match.start, match)
    if (action === 'hold' && held.size < HELD_MAX) held.add(word)
    if (action === 'refuse') refused = match
    return refused !== undefined
  })
  return {
    refused: refused && typedText(text, folded, wholeWords(folded, refused), isHtml),
    held: [...held],
    text: replaced.size > 0 ? replaceMatches(text, folded, [...replaced.values()], isHtml) : text,
  }
}

/** The characters of a match as typed, without tags. */
function typedText(text: string, { starts, ends }: FoldedText, match: PhraseMatch<unknown>, isHtml: boolean) {
  let typed = ''
  let position = 0
  for (let n = match.start; n < match.end; n++) {
    if ((starts[n] as number) >= position) typed += text.slice(starts[n], ends[n])
    position = ends[n] as number
  }
  return isHtml ? unescapeHtml(typed) : typed
}

/** Replaces the leftmost and longest matches. Tags between replaced characters stay. */
function replaceMatches(
  text: string,
  folded: FoldedText,
  matches: PhraseMatch<WatchedWord>[],
  isHtml: boolean,
): string {
  const parts: string[] = []
  let position = 0
  let done = 0
  for (const match of matches.sort((a, b) => a.start - b.start)) {
    if (match.start < done) continue
    const { entry, start, end } = wholeWords(folded, match)
    const from = Math.max(position, folded.starts[Math.max(start, done)] as number)
    const to = folded.ends[end - 1] as number
    const replacement = entry.replacement ?? ''
    parts.push(text.slice(position, from))
    if (isHtml) parts.push(escapeText(replacement), ...(text.slice(from, to).match(/<[^<>]*>/g) ?? []))
    else parts.push(replacement)
    position = Math.max(from, to)
    done = end
  }
  return parts.join('') + text.slice(position)
}
