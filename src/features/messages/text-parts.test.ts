import { expect, it } from 'vitest'
import { textParts } from './text-parts.ts'

it.each<[string, string[]]>([
  ['Read https://example.org/a?b=c#d first', ['https://example.org/a?b=c#d']],
  ['See http://example.org.', ['http://example.org/']],
  [
    '(https://example.org/x), or https://en.wikipedia.org/wiki/Ship_(ethics)!',
    ['https://example.org/x', 'https://en.wikipedia.org/wiki/Ship_(ethics)'],
  ],
  ['HTTPS://EXAMPLE.ORG', ['https://example.org/']],
  ['javascript:alert(1) data:text/html,x ftp://a.org //a.org a.org', []],
  ['javascript:https://example.org', ['https://example.org/']],
  ['https:// and http://[ are none', []],
  ['<a href="https://example.org/">x</a>', ['https://example.org/']],
  ['', []],
])('finds in %j the addresses %j', (text, addresses) => {
  const parts = textParts(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(addresses)
})
