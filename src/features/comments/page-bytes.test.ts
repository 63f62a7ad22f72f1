import { expect, test } from 'vitest'
import { countThatFit } from './page-bytes.server.ts'
import { COMMENT_PAGE, COMMENT_PAGE_BYTES } from './policy.ts'

test('three hundred short comments fit in a page, and of long ones as many as its bytes allow', () => {
  const of = (content: string, content_html = content) => Array(COMMENT_PAGE).fill({ content, content_html })
  expect(countThatFit(of('A few lines. '.repeat(20)))).toBe(COMMENT_PAGE)
  const count = countThatFit(of('a'.repeat(10_000), 'b'.repeat(60_000)))
  expect(count * 130_000).toBeLessThan(COMMENT_PAGE_BYTES)
  expect(countThatFit(of('a', 'b'.repeat(COMMENT_PAGE_BYTES))), 'a page is never empty').toBe(1)
})
