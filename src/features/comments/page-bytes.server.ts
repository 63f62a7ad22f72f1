import { COMMENT_FRAME_BYTES, COMMENT_PAGE_BYTES } from './policy.ts'

/** How many of the first comments fit in a page, at least one. Before they are HTML: as many bytes as they will be at least. */
export function countThatFit(comments: readonly { content: string; content_html?: string }[]): number {
  let left = COMMENT_PAGE_BYTES
  const tooMuch = comments.findIndex(({ content, content_html = content }) => {
    left -= COMMENT_FRAME_BYTES + Buffer.byteLength(content) + 2 * Buffer.byteLength(content_html)
    return left < 0
  })
  return tooMuch < 0 ? comments.length : Math.max(1, tooMuch)
}
