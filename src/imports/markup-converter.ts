import type { FindPicture } from './files/picture-links.ts'

/** Converts texts of one forum software to those of this forum. Keeps every word. */
export interface MarkupConverter {
  /** Returns HTML with the tags of a stored post. */
  toPost(markup: string, findPicture?: FindPicture): string
  /** Returns Markdown, as members type it in comments and messages. */
  toText(markup: string, findPicture?: FindPicture): string
  /** Returns the words that a reader of the former forum saw, found without converting. The report compares them. */
  wordsOf(markup: string): string
  /** Returns the paths of the pictures that the text shows, in the forum's folder of uploads. */
  uploadsIn(markup: string): string[]
}
