import { expect, it, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['What it is like', 'what-it-is-like'],
  ['  “Quotes”, dots… and -- dashes! ', 'quotes-dots-and-dashes'],
  ["It’s Ada's 2nd try", 'its-adas-2nd-try'],
  ['Über das Bewußtsein', 'über-das-bewußtsein'],
  ['Cafe\u0301', 'café'],
  ['意識とは何か？', '意識とは何か'],
  ['चेतना क्या है', 'चेतना-क्या-है'],
  ['Что такое сознание', 'что-такое-сознание'],
  ['C++ / C# & <b>HTML</b>', 'c-c-b-html-b'],
  ['a/b?c#d%2fe', 'a-b-c-d-2fe'],
  ['😀 ?! …', ''],
  ['\u0301\u0302', ''],
  ['half \ud800 a pair', 'half-a-pair'],
  ['', ''],
])('the slug of “%s” is “%s”', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

it('is cut at a word, or within a very long one', () => {
  expect(slugOf(`${'word '.repeat(20)}`)).toBe(Array(16).fill('word').join('-'))
  expect(slugOf(`${'a'.repeat(80)} b`)).toBe('a'.repeat(80))
  expect(slugOf('識'.repeat(200))).toBe('識'.repeat(80))
  expect(slugOf('𠀀'.repeat(200))).toBe('𠀀'.repeat(80))
})

it('is quick and can be part of a URL, whatever the title', () => {
  const start = performance.now()
  for (const part of ['\u0301', '-', "'", ' \u0301', 'a\u0301', '\ud800', 'İ'])
    expect(() => encodeURIComponent(slugOf(part.repeat(100_000)))).not.toThrow()
  expect(performance.now() - start).toBeLessThan(1000)
})
