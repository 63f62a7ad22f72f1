/**
 * A name or a title within a sentence that is plain text: it takes the direction of its first letter and leaves the
 * sentence in order (U+2068 and U+2069, what `<bdi>` is in HTML). Text without right-to-left letters stays as it is.
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** The same text for programs that show it in their own way. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '')
}
