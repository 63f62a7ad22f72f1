/** Maximum bytes of a response. Larger ones take too long to build in one piece. */
export const RESPONSE_BYTES_MAX = 1_000_000
/** Maximum bytes of the items of a list. The rest of the response surrounds the list. */
export const LIST_BYTES_MAX = 450_000

/** Characters that may take six bytes: "&quot;" in HTML, "\u003c" in a page's JSON. */
const ESCAPED = /["'&<>\uE000-\uF8FF]/g

/** Upper bound for the size of a value in JSON or HTML, in bytes. */
export function escapedBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value).replace(ESCAPED, '&quot;'))
}

/** Counts the leading items that fit into `limit` bytes, at least one. `frame`: bytes of HTML around each item. */
export function countFittingItems(
  items: readonly unknown[],
  limit: number = LIST_BYTES_MAX,
  frame = 0,
): number {
  let left = limit
  const tooMuch = items.findIndex((item) => {
    left -= frame + escapedBytes(item)
    return left < 0
  })
  return tooMuch < 0 ? items.length : Math.max(1, tooMuch)
}
