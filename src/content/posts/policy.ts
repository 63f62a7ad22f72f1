import type { RateLimit } from '../../core/rate-limited.ts'
import { formatNumber } from '../../ui/format/format-number.ts'

/** Maximum characters of a title, which fit on two lines in a list. */
export const TITLE_LIMIT = 200
/** Maximum characters of a post's text (spec, section 5). 100,000 characters are about 17,000 words. */
export const CONTENT_LIMITS = { plain: 10_000, rich: 100_000 } as const
/** Maximum characters of a post's HTML, in requests and in the database. */
export const HTML_LIMITS = { plain: 60_000, rich: 300_000 } as const
/** Maximum bytes of a stored post, enough for 100,000 Chinese characters. A page contains it twice. */
export const POST_BYTES = 330_000
/** Maximum tags and entities of rich text in a request, enough for 5,000 list items. */
export const TAG_LIMIT = 20_000
/**
 * Maximum tags and entities of HTML that has to be parsed, which takes at most 33 ms
 * (tests/attacks/parse-times.isolated.test.ts). The editor sends clean HTML, which needs no parsing.
 */
export const UNCLEAN_TAG_LIMIT = 5_000
export const POST_CONCEPTS_MAX = 12
export const LIST_SIZE = 50
export const RELATED_SIZE = 5
/** Maximum posts that a post names as the new place of its comments, the latest. */
export const MOVED_TO_SIZE = 10
export const PREVIEW_LENGTH = 200
export const DESCRIPTION_LENGTH = 160

export const SEARCH_LIMIT = 200
/** Searches with fewer results suggest the usual spelling. Above 1, as some posts contain the misspelling. */
export const FEW_RESULTS = 3
/** Maximum number of words in a search. Further words are ignored, because each costs an index scan. */
export const SEARCH_WORDS = 8
/** Scripts without spaces, indexed by pairs of characters. A pair counts as one word, as does an emoji. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Myanmar', 'Khmer']
const CJK = `[${SPACELESS.map((script) => String.raw`\p{Script=${script}}`).join('')}]`
const SEARCHED_WORD = new RegExp(
  String.raw`(?:${CJK}\p{M}*){1,2}|(?:(?!${CJK})[\p{L}\p{M}\p{N}\p{Cf}])+|\p{Extended_Pictographic}`,
  'gu',
)

/** Returns the search without the words beyond SEARCH_WORDS. */
export function limitSearchWords(search: string): string {
  const beyond = [...search.matchAll(SEARCHED_WORD)][SEARCH_WORDS]
  return beyond ? search.slice(0, beyond.index).trimEnd() : search
}

/** Sort orders. Cursors contain an index into this list (list/cursor.ts), so only append new orders. */
export const SORTS = ['newest', 'oldest', 'top', 'discussed', 'views', 'relevance', 'active'] as const
export const TIMES = ['all', 'day', 'week', 'month', 'year'] as const
export type Sort = (typeof SORTS)[number]
export type TimeFilter = (typeof TIMES)[number]

export function defaultSort(search: string | undefined): Sort {
  return search ? 'relevance' : 'newest'
}

/** Returns the order that applies. Without a search, relevance means newest. */
export function sortOf({ sort, search }: { sort?: Sort | undefined; search?: string | undefined }): Sort {
  return sort === undefined || (sort === 'relevance' && !search) ? defaultSort(search) : sort
}

export const CARD_BADGES = 3
export const FILTER_LIMIT = 12

/** Tags allowed in posts, without attributes (spec, section 5). */
export const ALLOWED_TAGS = ['b', 'i', 'em', 'strong', 'p', 'br', 'ul', 'ol', 'li', 'blockquote'] as const

export const POST_REMOVED = 'A moderator removed this post, so it can’t be edited.'
export const POST_INCOMPLETE = 'Please fill in both title and content'
export const POST_TOO_LARGE = 'This post is too long. Please shorten it or use less formatting.'
export const CONTENT_TOO_MANY_TAGS =
  'A post can have at most 20,000 HTML tags. Use less formatting, or plain text.'

export function contentTooLong(format: keyof typeof CONTENT_LIMITS): string {
  const written = format === 'plain' ? 'A post in plain text' : 'A post'
  return `${written} can have at most ${formatNumber(CONTENT_LIMITS[format])} characters of text.`
}

/** The limit per IP address is higher, because a whole school class may share one. */
export const POST_RATE_LIMIT: RateLimit = {
  name: 'posts',
  act: 'posting',
  account: { times: 10, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
export const POST_EDIT_RATE_LIMIT: RateLimit = {
  name: 'post edits',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** Limits views per IP address, including those of guests. No person opens ten pages a second. */
export const VIEW_RATE_LIMIT: RateLimit = { name: 'views', address: { times: 600, seconds: 60 } }
