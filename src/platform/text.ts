/** Removes control characters and direction overrides, and collapses white space. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

/** Normalises line breaks to \n and removes other control characters. */
export function manyLines(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
}

/** Whether the text is empty or only has invisible characters. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

// Come with pasted text. Tab, line feed and U+0000 are left in; the database refuses the last one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
const CONTROLS = /[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/g
// Overrides and isolates would affect the text next to a title.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
const UNSEEN = /[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
/** Control and format characters, and letters without a shape (Hangul fillers, blank Braille). */
const BLANK = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)*$/u
