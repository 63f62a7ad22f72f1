import { expect, test } from 'vitest'
import type { WatchedWord } from '../../core/context.server.ts'
import { PhraseMatcher } from '../../platform/phrases/phrase-matcher.ts'
import { scanText } from './scan.ts'

const hold = (word: string): WatchedWord => ({ word, action: 'hold', replacement: null })
const refuse = (word: string): WatchedWord => ({ word, action: 'refuse', replacement: null })
const replace = (word: string, replacement: string): WatchedWord => ({ word, action: 'replace', replacement })
const scan = (words: WatchedWord[], text: string, isHtml = false) =>
  scanText(new PhraseMatcher(words), text, isHtml)

test('held words are listed once, refused ones as they were typed', () => {
  const words = [hold('cheap'), hold('pill*'), refuse('casino*')]
  expect(scan(words, 'Cheap pills, cheap!')).toEqual({
    refused: undefined,
    held: ['cheap', 'pill*'],
    text: 'Cheap pills, cheap!',
  })
  expect(scan(words, 'Two CASI\u200bNOS').refused).toBe('CASINOS')
})

test.each([
  ['darn it', 'Darn  it, darn it.', 'oh, oh.'],
  ['darn*', 'darned darnings', 'oh oh'],
  ['*darn', 'goshdarn', 'oh'],
  ['darn', 'd\u200barn d\u0336arn', 'oh oh'],
  ['darn', 'undarned', 'undarned'],
])('“%s” is replaced in “%s”', (word, text, expected) => {
  expect(scan([replace(word, 'oh')], text).text).toBe(expected)
})

test('the leftmost and longest match is replaced', () => {
  const words = [replace('b', 'short'), replace('a b', 'long'), replace('b c', 'late')]
  expect(scan(words, 'a b c b').text).toBe('long c short')
})

test('overlapping words within one word replace it once', () => {
  expect(scan([replace('*ana*', 'fruit')], 'bananas anagram').text).toBe('fruit fruit')
})

test.each([
  ['<p>d<strong>ar</strong>n it</p>', '<p>a &lt;b&gt;<strong></strong> it</p>'],
  ['<p>one darn</p><ul><li>darn</li></ul>', '<p>one a &lt;b&gt;</p><ul><li>a &lt;b&gt;</li></ul>'],
  ['<p>&amp;darn&amp;</p>', '<p>&amp;a &lt;b&gt;&amp;</p>'],
])('in the HTML %s, tags stay and the replacement is text', (html, expected) => {
  expect(scan([replace('darn', 'a <b>')], html, true).text).toBe(expected)
})

test('a phrase over two blocks leaves the blocks', () => {
  expect(scan([replace('one two', 'x')], '<p>one</p><p>two</p>', true).text).toBe('<p>x</p><p></p>')
})

test('a refused word in HTML is named without its tags', () => {
  expect(scan([refuse('a & b')], '<p>A &amp; <em>B</em></p>', true).refused).toBe('A & B')
})
