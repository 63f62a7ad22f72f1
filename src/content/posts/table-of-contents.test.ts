import { expect, it } from 'vitest'
import { readingMinutes, withTableOfContents } from './table-of-contents.ts'

const TEXT =
  '<p>Before.</p><p><strong>One &amp; all</strong></p><p>Words <strong>here</strong>.</p><p><b>Two</b></p>'

it('finds what is bold as a whole, from three on', () => {
  expect(withTableOfContents(TEXT)).toEqual({ html: TEXT, parts: [] })
  const { html, parts } = withTableOfContents(`${TEXT}<h3>Three</h3>`)
  expect(parts).toEqual([
    { id: 'part-1', title: 'One & all' },
    { id: 'part-2', title: 'Two' },
    { id: 'part-3', title: 'Three' },
  ])
  expect(html).toContain(
    '<p id="part-1"><strong>One &amp; all</strong></p><p>Words <strong>here</strong>.</p>',
  )
  expect(html).toContain('<h3 id="part-3">Three</h3>')
})

it('leaves paragraphs alone that begin and end in bold, and what is empty', () => {
  const text = '<p><strong>a</strong> and <strong>b</strong></p><p><strong></strong></p>'.repeat(4)
  expect(withTableOfContents(text)).toEqual({ html: text, parts: [] })
})

it('counts minutes, one at least', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('word '.repeat(1100))).toBe(5)
})
