const BLOCK_TAG = /<(\/?)(?:p|ul|ol|li|blockquote|pre)>/g

/**
 * Safe HTML in which each outermost block takes the direction of its first letter. Inner blocks get no attribute:
 * browsers ignore the letters of elements with a `dir` of their own, so a list or a quotation whose items had one
 * would keep its markers or its border on the wrong side.
 */
export function withDirection(html: string): string {
  let depth = 0
  return html.replace(BLOCK_TAG, (tag, slash: string) => {
    if (slash) {
      depth--
      return tag
    }
    return depth++ === 0 ? `${tag.slice(0, -1)} dir="auto">` : tag
  })
}
