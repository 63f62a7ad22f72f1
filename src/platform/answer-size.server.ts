/** Bytes of an answer at most, be it JSON, a page or a feed: larger ones take too long to build in one piece. */
export const ANSWER_BYTES = 1_000_000
/** Bytes of the items of a page at most. The rest of the answer is for what surrounds the list. */
export const LIST_BYTES = 450_000

/** Characters that take at most six bytes each, in HTML ("&quot;") or in the JSON of a page ("\\u003c"). */
const ESCAPED = /["'&<>\uE000-\uF8FF]/g

/** Bytes of a value in an answer at most, as JSON or as HTML. */
export function escapedBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value).replace(ESCAPED, '&quot;'))
}

/** How many of the first items fit into `limit` bytes, at least one. `frame`: bytes of HTML around each. */
export function countThatFit(items: readonly unknown[], limit: number = LIST_BYTES, frame = 0): number {
  let left = limit
  const tooMuch = items.findIndex((item) => {
    left -= frame + escapedBytes(item)
    return left < 0
  })
  return tooMuch < 0 ? items.length : Math.max(1, tooMuch)
}
