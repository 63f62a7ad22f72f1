import type { Viewer } from '../../api/core/viewer.ts'
import { formatNumber } from '../../ui/format/format-number.ts'

/** A title has to fit two lines of a list. */
export const TITLE_LIMIT = 200
/** Characters of text: what is written plainly is a letter (spec, section 5), with formatting it may be an essay of 17,000 words. */
export const CONTENT_LIMITS = { plain: 10_000, rich: 100_000 } as const
/** Characters as they are sent and stored, tags and what stands for special ones with them. */
export const HTML_LIMITS = { plain: 60_000, rich: 300_000 } as const
/** Bytes of a post as it is stored: 100,000 Chinese characters with tags. An answer of the API holds it twice. */
export const POST_BYTES = 330_000
/** Tags and entities of rich text in a request: five thousand items of a list. */
export const TAG_LIMIT = 20_000
/**
 * The same for HTML that the sanitizer has to parse: 5,000 tags take at most 33 ms (`</p>`, the slowest of twelve shapes in
 * tests/attacks/parse-times.test.ts). The editor sends clean HTML.
 */
export const UNCLEAN_TAG_LIMIT = 5_000
/** Cards show three and the number of the others. */
export const CATEGORY_LIMIT = 12
/** A list reads like a page of a journal. */
export const LIST_SIZE = 50
export const RELATED_SIZE = 5
/** Characters of the text that a card shows. */
export const PREVIEW_LENGTH = 200
/** Characters that a search engine shows. */
export const DESCRIPTION_LENGTH = 160

/** Nobody types more; it bounds the work of a search. */
export const SEARCH_LIMIT = 200
/**
 * A search that finds fewer offers the usual spelling of its words: as many are seen at a glance, and of those who misspell a
 * word some write it too.
 */
export const LITTLE_FOUND = 3
/** Words that count; the rest of a search is left out. Each costs a walk through the index, and eight find what is meant. */
export const SEARCH_WORDS = 8
/** Scripts without spaces between words are found by pairs of characters: such a pair counts as a word, and an emoji as well. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Myanmar', 'Khmer']
const CJK = `[${SPACELESS.map((script) => String.raw`\p{Script=${script}}`).join('')}]`
const SEARCHED_WORD = new RegExp(
  String.raw`(?:${CJK}\p{M}*){1,2}|(?:(?!${CJK})[\p{L}\p{M}\p{N}\p{Cf}])+|\p{Extended_Pictographic}`,
  'gu',
)

/** A search as far as its words count. */
export function countedWords(search: string): string {
  const beyond = [...search.matchAll(SEARCHED_WORD)][SEARCH_WORDS]
  return beyond ? search.slice(0, beyond.index).trimEnd() : search
}

/** Addresses hold their numbers (list/cursor.ts): another one comes last. */
export const SORTS = ['newest', 'oldest', 'top', 'discussed', 'views', 'relevance', 'active'] as const
export const TIMES = ['all', 'day', 'week', 'month', 'year'] as const
export type Sort = (typeof SORTS)[number]
export type TimeFilter = (typeof TIMES)[number]

/** The order when none is asked for: who searches wants the best answer, who looks around the newest. */
export function defaultSort(search: string | undefined): Sort {
  return search ? 'relevance' : 'newest'
}

/** The order of a list that `sort` is asked of. Without a search nothing is relevant: then it is the newest. */
export function sortOf({ sort, search }: { sort?: Sort | undefined; search?: string | undefined }): Sort {
  return sort === undefined || (sort === 'relevance' && !search) ? defaultSort(search) : sort
}

/** Badges on a card; the others become "+N more". */
export const CARD_BADGES = 3
/** More concepts at once are not a filter any more. */
export const FILTER_LIMIT = 12

/** What a text may be made of (spec, section 5), without attributes. */
export const ALLOWED_TAGS = ['b', 'i', 'em', 'strong', 'p', 'br', 'ul', 'ol', 'li', 'blockquote'] as const

/** Only the author: words stand under a name. */
export function canEdit(viewer: Viewer | null, post: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === post.author_id
}

export function canDelete(viewer: Viewer | null, post: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === post.author_id
}

export const POST_REMOVED = 'A moderator removed this post. It cannot be edited.'
export const POST_INCOMPLETE = 'Please fill in both title and content'
export const POST_TOO_LARGE = 'This post is too long. Please shorten it or use less formatting.'
export const CONTENT_TOO_MARKED = 'A post has at most 20,000 tags. Please use fewer, or plain text.'

export function contentTooLong(format: keyof typeof CONTENT_LIMITS): string {
  const written = format === 'plain' ? 'A post in plain text' : 'A post'
  return `${written} has at most ${formatNumber(CONTENT_LIMITS[format])} characters of text.`
}
