/** Maximum suggestions of each kind, which fit below a search box without scrolling. */
export const SUGGESTION_COUNTS = { posts: 5, people: 3, concepts: 3 } as const

/** Whether a text suffices for suggestions: one Chinese, Japanese or Korean character, or two others. */
export function isWorthSuggesting(text: string): boolean {
  return (
    text.length >= 2 || /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(text)
  )
}
