/** Maximum bytes of a response. A larger one would block the process for too long while it is built. */
export const RESPONSE_BYTES_MAX = 1_000_000
/** Maximum bytes of a list's items, so that the rest of the response fits into RESPONSE_BYTES_MAX too. */
export const LIST_BYTES_MAX = 450_000

/** Characters that can take six bytes when escaped: "&quot;" in HTML, "\u003c" in a page's JSON. */
const ESCAPED = /["'&<>\uE000-\uF8FF]/g

/** Returns an upper limit for the bytes of a value in JSON or HTML. */
export function escapedBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value).replace(ESCAPED, '&quot;'))
}

/** Returns how many items fit into `limit` bytes, at least one. `frame`: bytes of markup around each item. */
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
