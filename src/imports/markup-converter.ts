/** Converts texts of one forum software to those of this forum. Keeps every word. */
export interface MarkupConverter {
  /** Returns HTML with the tags of a stored post. */
  toPost(markup: string): string
  /** Returns Markdown, as members type it in comments and messages. */
  toText(markup: string): string
  /** Returns the words that a reader of the former forum saw, found without converting. The report compares them. */
  wordsOf(markup: string): string
}
