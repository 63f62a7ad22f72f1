/** One line of typed text: no control characters, no direction overrides, single spaces, none at the ends. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

/** Several lines of typed text: line breaks are "\n", nothing invisible at the ends, no other control characters. */
export function manyLines(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
}

/** Nothing that anybody could see: empty, spaces, zero-width and other blank characters. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

// They have no place in prose, but come along when text is pasted. Tab and line feed stay. U+0000 is not taken out:
// nobody pastes it, and the database refuses it in words.
// biome-ignore lint/suspicious/noControlCharactersInRegex: to take them out
const CONTROLS = /[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/g
// Overrides and isolates would turn around what stands beside a title in a list.
// biome-ignore lint/suspicious/noControlCharactersInRegex: to take them out
const UNSEEN = /[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
/** Format and control characters, and letters that have no shape (Hangul fillers, the empty Braille cell). */
const BLANK = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)*$/u
