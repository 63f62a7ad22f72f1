/** Without control characters, direction overrides and repeated spaces. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

/** With \n as line breaks, without other control characters. */
export function manyLines(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
}

/** Empty, or only invisible characters. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

// They come along with pasted text. Tab, line feed and U+0000 are kept; the database refuses the last one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: to take them out
const CONTROLS = /[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/g
// Overrides and isolates would affect the text beside a title.
// biome-ignore lint/suspicious/noControlCharactersInRegex: to take them out
const UNSEEN = /[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
/** Control and format characters, and letters without a shape (Hangul fillers, blank Braille). */
const BLANK = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)*$/u
