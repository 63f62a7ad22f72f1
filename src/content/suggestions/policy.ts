/** Few enough to fit below a search box without scrolling. */
export const SUGGESTION_COUNTS = { posts: 5, people: 3, concepts: 3 } as const

/** A Chinese, Japanese or Korean character is a word. Any other single letter would match too much. */
export function isWorthSuggesting(text: string): boolean {
  return (
    text.length >= 2 || /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(text)
  )
}
