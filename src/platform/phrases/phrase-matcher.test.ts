import { expect, test } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { foldPhrase, foldText } from './fold.ts'
import { PhraseMatcher, parsePhrase } from './phrase-matcher.ts'

function found(words: string[], text: string, isHtml = false): string[] {
  const folded = foldText(text, isHtml)
  const matches: string[] = []
  new PhraseMatcher(words.map((word) => ({ word }))).visit(folded, ({ entry, start, end }) => {
    matches.push(`${entry.word} ${start}–${end}`)
    return false
  })
  return matches
}
const isFound = (word: string, text: string, isHtml = false) => found([word], text, isHtml).length > 0

test.each([
  ['spam', 'Buy SPAM!'],
  ['spam', 'spam'],
  ['spam', 'this is _spam_, he said'],
  ['spam', 'sp\u200bam'],
  ['spam', 's\u0336p\u0336a\u0336m\u0336'],
  ['spam', 'ｓｐａｍ'],
  ['spam', '𝓼𝓹𝓪𝓶'],
  ['spam', 'spam😀'],
  ['spam*', 'a spammer'],
  ['*spam', 'antispam'],
  ['*spam*', 'antispammer'],
  ['buy now', 'Buy \n now'],
  ['c++', 'I like C++, too'],
  ['+1', 'so +1'],
  ['strasse', 'Die STRAẞE'],
  ['straße', 'die strasse'],
  ['ΟΔΟΣ', 'η οδος'],
  ['café', 'CAFE\u0301'],
  ['año', 'AN\u0303O'],
  ['हिन्दी', 'मैं हिन्दी बोलता हूँ'],
  ['한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ['*好*', '你好吗'],
  ['ﬁsh', 'FISH'],
])('“%s” is found in “%s”', (word, text) => {
  expect(isFound(word, text)).toBe(true)
})

test.each([
  ['spam', 'spammer'],
  ['spam', 'antispam'],
  ['spam', 'sp am'],
  ['spam*', 'antispam'],
  ['*spam', 'spammer'],
  ['ano', 'el año'],
  ['schon', 'schön'],
  ['か', 'が'],
  ['हिन', 'हिन्दी'],
  ['buy now', 'buy nowhere'],
  ['1', '10'],
])('“%s” is not found in “%s”', (word, text) => {
  expect(isFound(word, text)).toBe(false)
})

test.each([
  ['spam', '<p>sp<strong>a</strong>m</p>', true],
  ['strong', '<p>sp<strong>a</strong>m</p>', false],
  ['a & b', '<p>A &amp; B</p>', true],
  ['amp', '<p>A &amp; B</p>', false],
  ['one two', '<p>one</p><p>two</p>', true],
  ['onetwo', '<p>one</p><p>two</p>', false],
  ['one two', '<p>one<br />two</p>', true],
])('“%s” in the HTML “%s”: %s', (word, html, expected) => {
  expect(isFound(word, html, true)).toBe(expected)
})

test('a text without words or after the end has no matches', () => {
  expect(found([], 'spam')).toEqual([])
  expect(found(['spam'], '')).toEqual([])
  expect(found(['spam'], 'spa')).toEqual([])
})

/** Letters, marks, hidden characters and separators of which any sequence is interesting. */
const CHARACTERS = [...'aabbcÀé ß-_', 'ｂ', '\u0336', '\u0301', '\u200b', '\n', 'ﬁ', '😀']
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 40 }).map((parts) => parts.join(''))
const phrase = fc
  .tuple(
    fc.constantFrom('', '*'),
    fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 4 }),
    fc.constantFrom('', '*'),
  )
  .map(([start, parts, end]) => start + parts.join('') + end)
  .filter((word) => parsePhrase(word).text !== '')

test('finds the same as a search for one word after the other', () => {
  fc.assert(
    fc.property(fc.array(phrase, { maxLength: 8 }), text, (words, text) => {
      const naive = words.flatMap((word) => findNaively(word, text))
      expect(found(words, text).toSorted()).toEqual(naive.toSorted())
    }),
    { numRuns: 2000 },
  )
})

function findNaively(word: string, text: string): string[] {
  const plain = foldNaively(text)
  const { text: wanted, isOpenStart, isOpenEnd } = parsePhrase(word)
  const isLetter = (at: number) => /[\p{L}\p{N}\p{M}]/u.test(plain[at] ?? '')
  return Array.from({ length: plain.length }, (_, start) => start).flatMap((start) => {
    const end = start + wanted.length
    if (!plain.startsWith(wanted, start)) return []
    const isWhole =
      (isOpenStart || !(isLetter(start - 1) && isLetter(start))) &&
      (isOpenEnd || !(isLetter(end - 1) && isLetter(end)))
    return isWhole ? [`${word} ${start}–${end}`] : []
  })
}

function foldNaively(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\u0300-\u036f\u200b]/g, '')
    .replace(/\s+/g, ' ')
}

test('folding doesn’t depend on how a text is cut, and its parts lead back to the text', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const { length, codes, starts, ends } = foldText(typed)
      expect(String.fromCharCode(...codes.subarray(0, length))).toBe(foldNaively(typed))
      for (let n = 0; n < length; n++) {
        const part = typed.slice(starts[n], ends[n])
        expect(foldPhrase(part) || ' ').toContain(String.fromCharCode(codes[n] as number))
      }
    }),
  )
})
