import { expect, it } from 'vitest'
import fc from '../../../../tests/fast-check.ts'
import { readAddress, toEditorHtml, toStoredHtml } from './editor-html.ts'

it.each([
  ['<p>## A <em>b</em></p>', '<h2>A <em>b</em></h2>'],
  ['<p>see [a &amp; b](https://a.b/?c&amp;d)</p>', '<p>see <a href="https://a.b/?c&amp;d">a &amp; b</a></p>'],
  [
    '<ul><li><p><b>[x](http://c.d)</b></p></li></ul>',
    '<ul><li><p><b><a href="http://c.d">x</a></b></p></li></ul>',
  ],
  [
    '<p>[a](javascript:x) [b](/c) [d] ## e</p><p># f</p>',
    '<p>[a](javascript:x) [b](/c) [d] ## e</p><p># f</p>',
  ],
])('%j is edited as %j', (stored, edited) => {
  expect(toEditorHtml(stored)).toBe(edited)
  expect(toStoredHtml(edited)).toBe(stored)
})

it.each([
  [
    '<p><a href="https://a.b/(c)">x<br>y</a></p>',
    '<p>[x](https://a.b/%28c%29)<br>[y](https://a.b/%28c%29)</p>',
  ],
  ['<p><a href="https://a.b/">x [y]</a></p>', '<p>x [y] (https://a.b/)</p>'],
  ['<p><a href="https://a.b/">https://a.b/</a></p>', '<p>https://a.b/</p>'],
  ['<h3>a<br>b</h3><h2></h2>', '<p>### a b</p>'],
])('%j is stored as %j', (edited, stored) => expect(toStoredHtml(edited)).toBe(stored))

it('changes nothing in a text that is opened and saved', () => {
  const pieces = [
    '<p>',
    '</p>',
    '## ',
    '#',
    '[',
    ']',
    '(',
    ')',
    '](https://a.b/',
    'a',
    ' ',
    '<b>',
    '</b>',
    '&amp;',
    '<br>',
    '`',
    '*',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const stored = parts.join('')
      expect(toStoredHtml(toEditorHtml(stored))).toBe(stored)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['example.org', 'https://example.org/'],
  [' http://a.b/(c) d ', 'http://a.b/%28c%29%20d'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['javascript:alert(1)', undefined],
  ['mailto:a@b.c', undefined],
  ['https://user@a.b/', undefined],
  ['', undefined],
])('reads the address %j as %j', (typed, address) => expect(readAddress(typed)).toBe(address))
