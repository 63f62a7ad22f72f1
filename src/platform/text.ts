/** Returns one line without control characters and direction overrides. Collapses white space. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

/** Normalises line breaks to line feeds. Removes other control characters. */
export function manyLines(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
}

/** Returns whether the text is empty or contains only invisible characters. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

// Control characters in pasted text, except tab, line feed and U+0000, which the database refuses.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
const CONTROLS = /[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/g
// Direction overrides and isolates, which would affect the text next to a title, and control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
const UNSEEN = /[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
/** Matches text that only has control, format or invisible characters (Hangul fillers, blank Braille). */
const BLANK = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)*$/u
