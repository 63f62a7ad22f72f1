import { expect, test } from 'vitest'
import { fastest } from '../../../tests/cpu-time.ts'
import type { WatchedWord } from '../../core/context.server.ts'
import { PhraseMatcher } from '../../platform/phrases/phrase-matcher.ts'
import { scanText } from './scan.ts'

const LENGTH = 40_000

/** A thousand words of the text's letters, so that many begin everywhere. */
function wordsOf(letters: string): WatchedWord[] {
  return Array.from({ length: 1000 }, (_, n) => {
    const word = Array.from(
      { length: 4 + (n % 7) },
      (_, k) => letters[(n * 7 + k * (n + 3)) % letters.length],
    )
    return { word: `${n % 3 ? '' : '*'}${word.join('')}q${n}`, action: 'hold', replacement: null }
  })
}

/** Returns a string that lies in memory as one piece, as those from requests do. */
function textOf(words: string): string {
  const text = words.repeat(Math.ceil(LENGTH / words.length)).slice(0, LENGTH)
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** CPU milliseconds of one scan, averaged over ten once the code is compiled. */
function cost(words: WatchedWord[], text: string): number {
  const matcher = new PhraseMatcher(words)
  const scans = () => {
    for (let n = 0; n < 10; n++) scanText(matcher, text)
  }
  for (let n = 0; n < 5; n++) scans()
  return fastest(scans, 0) / 10
}

test.each([
  [
    'English',
    'abcdefghilmnoprstu',
    'The people who discuss the future of life agree that reason is not enough. ',
  ],
  [
    'Russian',
    'абвгдеиклмнопрст',
    'Люди, которые обсуждают будущее жизни, согласны, что разума недостаточно. ',
  ],
  ['Chinese', '人们讨论生命的未来认为理性不够', '讨论生命未来的人们认为，仅有理性是不够的。'],
])('1,000 words in 40,000 characters of %s take less than a millisecond', (_, letters, words) => {
  expect(cost(wordsOf(letters), textOf(words))).toBeLessThan(1)
})

test.each([
  ['one letter', 'a'],
  ['stacked marks', 'a\u0336\u0301\u0300'],
  ['emoji', '😀👍🏽'],
  ['ligatures of 18 letters', 'ﷺ'],
  ['hidden characters', '\u200b\u00ad'],
  [
    'different clusters',
    Array.from({ length: 9000 }, (_, n) => `${String.fromCodePoint(0x4e00 + n)}\u0336`).join(''),
  ],
])('hostile text of %s is scanned in 50 ms', (_, words) => {
  const nested = Array.from({ length: 5 }, (_, n) => `*${'a'.repeat(n + 1)}*`)
  const watched = [
    ...wordsOf('a\u0336b'),
    ...nested.map((word) => ({ word, action: 'replace', replacement: 'x' }) as const),
  ]
  const matcher = new PhraseMatcher(watched)
  const text = textOf(words)
  scanText(matcher, text)
  expect(fastest(() => scanText(matcher, text), 50)).toBeLessThan(50)
})
