import { ANSWER_BYTES, countThatFit } from '../../platform/answer-size.server.ts'
import { COMMENT_FRAME_BYTES } from './policy.ts'

/** Bytes of a page of a post without the post and the comments: navigation, related posts, forms. */
const PAGE_FRAME_BYTES = 100_000
/** HTML adds at most this to a post: directions of 10,000 paragraphs, 50 links with titles, 1,000 pieces of code. */
const POST_GROWTH_BYTES = 200_000

/** How many of the first comments fit into a page below a post of `postBytes`, at least one. 300 of a few lines do. */
export function countCommentsThatFit(comments: readonly object[], postBytes: number): number {
  // Plain posts, which are short, grow most: quotations take 2.5 times their stored bytes.
  const post = postBytes + Math.min(POST_GROWTH_BYTES, 2.5 * postBytes)
  return countThatFit(comments, ANSWER_BYTES - PAGE_FRAME_BYTES - post, COMMENT_FRAME_BYTES)
}
