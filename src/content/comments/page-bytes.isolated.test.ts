import { expect, test } from 'vitest'
import { COMMENT_PAGE } from './policy.ts'
import { countFittingComments } from './sql.server.ts'

test('three hundred short comments fit in a page, and of long ones as many as its bytes allow', () => {
  const of = (content: string, content_html = content) => Array(COMMENT_PAGE).fill({ content, content_html })
  expect(countFittingComments(of('A few lines. '.repeat(20)), 10_000)).toBe(COMMENT_PAGE)
  const long = of('a'.repeat(10_000), 'b'.repeat(60_000))
  expect(countFittingComments(long, 0) * 70_000).toBeLessThan(900_000)
  expect(countFittingComments(long, 300_000)).toBeLessThan(countFittingComments(long, 0))
  expect(countFittingComments(of('a', 'b'.repeat(1_000_000)), 0), 'a page is never empty').toBe(1)
})
