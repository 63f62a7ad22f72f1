import { expect, test } from 'vitest'
import { redactPassage, redactQuotations, redactVersion } from './passage.ts'

const html = (content: string, title: string | null = 'A title') => ({ title, content, isHtml: true })
const plain = (content: string) => ({ title: null, content, isHtml: false })

test.each([
  ['<p>Call 07700 900123 now.</p>', '07700 900123', '<p>Call [redacted] now.</p>'],
  ['<p>Twice: Ann Lee and ann  lee.</p>', 'Ann Lee', '<p>Twice: [redacted] and [redacted].</p>'],
  ['<p>R&amp;D &lt;x&gt; costs $5.00</p>', 'R&D <x>', '<p>[redacted] costs $5.00</p>'],
  ['<p>R&amp;D costs $5.00 (net)</p>', '$5.00 (net)', '<p>R&amp;D costs [redacted]</p>'],
  ['<p>Not &amp; <b>bold</b> words</p>', 'bold', '<p>Not &amp; <b>[redacted]</b> words</p>'],
])('redacts a passage of %s', (content, passage, expected) => {
  expect(redactPassage(html(content), passage)).toEqual(html(expected))
})

test('redacts the title', () => {
  expect(redactPassage(html('<p>Words</p>', 'Of Ann Lee'), 'ann lee')).toEqual(
    html('<p>Words</p>', 'Of [redacted]'),
  )
})

test.each([['amp'], ['bold'], ['p>Words']])('does not find %s in tags or entities', (passage) => {
  expect(redactPassage(html('<p>Words &amp; others</p>'), passage)).toBeUndefined()
})

test.each([['<p>Call 07700 <b>900</b>123.</p>'], ['<p>07700</p><p>900123</p>']])(
  'finds that formatting divides the passage in %s',
  (content) => {
    const passage = '07700 900123'
    expect(redactPassage(html(content), passage)).toBe('split')
    expect(redactVersion(html(content), passage)?.content).toContain('[redacted]')
    expect(redactVersion(html(content), passage)?.content).not.toContain('900')
  },
)

test('redacts plain text, also over two lines', () => {
  expect(redactPassage(plain('a\nAnn\nLee (x)'), 'ann lee')).toEqual(plain('a\n[redacted] (x)'))
  expect(redactPassage(plain('Nothing'), 'ann lee')).toBeUndefined()
})

test('finds that Markdown divides the passage', () => {
  expect(redactPassage(plain('Call 07700 **900123**'), '07700 900123')).toBe('split')
})

test('redacts quotations only', () => {
  const comment = plain('@mara wrote:\n> I am Ann\n> Lee, call me\n\nAnn Lee, who?')
  expect(redactQuotations(comment, 'Ann Lee')?.content).toBe(
    '@mara wrote:\n> I am [redacted], call me\n\nAnn Lee, who?',
  )
  expect(redactQuotations(plain('Ann Lee > all'), 'Ann Lee')).toBeUndefined()
})

test('takes time in proportion to the text', () => {
  const start = performance.now()
  redactPassage(plain(`a${' '.repeat(100)}`.repeat(1000)), 'a a a b')
  redactQuotations(plain(`> a${' '.repeat(100)}`.repeat(100)), 'a a a b')
  expect(performance.now() - start).toBeLessThan(1000)
})
