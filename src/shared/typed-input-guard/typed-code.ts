import { CODE_PATTERNS, CODE_PUNCTUATION } from './code.ts'

/**
 * Removes code repeatedly, because the remaining parts may form code again (`<scr<script>ipt>`). After ROUNDS
 * attempts, removes all punctuation that code needs.
 */
export function removeCode(text: string): string {
  let rest = text
  for (let round = 0; round < ROUNDS; round++) {
    // Browsers treat a tab as a separator in tags but skip it in URLs, so this checks both readings.
    const parts = [...codeIn(rest, ' '), ...(UNUSUAL.test(rest) ? codeIn(rest, '') : [])]
    if (parts.length === 0) return rest
    rest = without(rest, joined(parts))
  }
  return read(rest, '').plain.replace(CODE_PUNCTUATION, '')
}

/** Maximum number of attempts, to limit the time for nested code. Each attempt reads the text once. */
const ROUNDS = 8

type TextRange = [start: number, end: number]

function codeIn(text: string, control: string): TextRange[] {
  const { plain, placeOf } = read(text, control)
  return CODE_PATTERNS.flatMap((pattern) =>
    Array.from(
      plain.matchAll(pattern),
      ({ 0: code, index }): TextRange => [placeOf(index), placeOf(index + code.length)],
    ),
  )
}

/**
 * Returns the text as a browser reads it: escapes decoded, zero-width characters removed, control characters
 * replaced with `control`. `placeOf` maps positions in it to positions in the given text.
 */
function read(text: string, control: string) {
  if (!UNUSUAL.test(text)) return { plain: text, placeOf: (index: number) => index }
  const places: number[] = []
  let plain = ''
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    const letter = letterOf(piece).replace(WIDTHLESS, '').replace(CONTROL, control)
    if (!letter) continue
    plain += letter
    places.push(index)
  }
  return { plain, placeOf: (index: number) => places[index] ?? text.length }
}

function letterOf(piece: string): string {
  if (piece.length === 1) {
    const usual = piece > '~' ? piece.normalize('NFKC') : piece
    return usual.length === 1 ? usual : piece
  }
  const named = NAMED[piece.replace(/\W/g, '').toLowerCase()]
  if (named !== undefined) return named
  const digits = piece.replace(/^&#0*|^[%\\][ux{]*|[;}]$/gi, '')
  const code = /^&#\d/.test(piece) ? Number(digits) : Number.parseInt(digits.replace(/^x/i, ''), 16)
  return code > 0 && code < 0xd800 ? String.fromCharCode(code) : ' '
}

/** Merges overlapping and adjacent ranges. */
function joined(parts: TextRange[]): TextRange[] {
  const whole: TextRange[] = []
  for (const part of parts.sort(([one], [other]) => one - other)) {
    const last = whole.at(-1)
    if (last && part[0] <= last[1]) last[1] = Math.max(last[1], part[1])
    else whole.push(part)
  }
  return whole
}

function without(text: string, parts: TextRange[]): string {
  const ends = parts.map(([, end]) => end)
  const kept = parts.map(([start], index) => text.slice(ends[index - 1] ?? 0, start))
  return kept.join('') + text.slice(ends.at(-1))
}

const PIECES =
  /&#(?:x[\da-f]{1,8}|\d{1,9});?|&(?:colon|tab|newline|lpar|rpar|lt|gt|quot|apos|equals|grave|sol|lsqb|rsqb|period);|\\u(?:[\da-f]{4}|\{[\da-f]{1,6}\})|\\x[\da-f]{2}|%[\da-f]{2}|[\s\S]/gi
const NAMED: Record<string, string> = {
  colon: ':',
  tab: '\t',
  newline: '\n',
  lpar: '(',
  rpar: ')',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  equals: '=',
  grave: '`',
  sol: '/',
  lsqb: '[',
  rsqb: ']',
  period: '.',
}
const UNUSUAL = /[&%\\]|[^ -~]/
const CONTROL = /\p{Cc}/u
const WIDTHLESS = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

/**
 * Returns a function that cleans a line on each key press. It remembers removed code until a space or other
 * edit, because the end of `<script>alert(1)</script>` belongs to its removed start. `isNew` is false for
 * the rest of removed code.
 */
export function createLineCleaner(): (value: string) => { rest: string; isNew: boolean } {
  let cut: { whole: string; rest: string } | undefined
  return (value) => {
    const added = cut && value.startsWith(cut.rest) ? value.slice(cut.rest.length) : undefined
    const goesOn = cut && added !== undefined && !/\s/.test(added)
    const whole = cut && goesOn ? cut.whole + added : value
    const rest = removeCode(whole)
    cut = rest === whole ? undefined : { whole, rest }
    return { rest, isNew: !goesOn }
  }
}

/** Selects single-line fields, including textareas for one long line (ui/form/growing-field.tsx). */
const ONE_LINE = 'input:is([type=text], [type=search], [type=url], :not([type])), textarea[data-one-line]'

/** Removes typed code from single-line fields. Longer texts may quote code. Calls `onBlocked` per piece. */
export function guardTyping(onBlocked: () => void): void {
  let cleanLine = createLineCleaner()
  let field: EventTarget | null = null
  const clean = ({ target }: Event) => {
    if (!isField(target) || !target.matches(ONE_LINE)) return
    if (target !== field) cleanLine = createLineCleaner()
    field = target
    const { value, selectionStart } = target
    const { rest, isNew } = cleanLine(value)
    if (rest === value) return
    const caret = findCaret(rest, value, selectionStart ?? value.length)
    // Uses the prototype's setter. React overrides the field's own property and would miss the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, rest)
    if (target.ownerDocument.activeElement === target) target.setSelectionRange(caret, caret)
    if (isNew) onBlocked()
  }
  // Listens in the capture phase, so that the form receives the cleaned value.
  addEventListener('input', clean, true)
  // Cleans text that was typed before this script was loaded.
  document.activeElement?.dispatchEvent(new Event('input', { bubbles: true }))
}

function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Returns the caret's position in the cleaned text: before the same characters, or at the removed code. */
export function findCaret(rest: string, typed: string, caret: number): number {
  const behind = typed.length - caret
  if (behind <= rest.length && rest.endsWith(typed.slice(caret))) return rest.length - behind
  let same = 0
  while (same < caret && same < rest.length && rest[same] === typed[same]) same++
  return same
}
