import { expect, test } from 'vitest'
import { withoutOutsideLinks } from './unlinked.ts'

const unlinked = (html: string) => withoutOutsideLinks(html, 'https://forum.example')

test.each([
  ['<p>Words</p>', '<p>Words</p>'],
  [
    '<p><a href="https://a.example/x" rel="ugc">the <strong>shop</strong></a>!</p>',
    '<p>the <strong>shop</strong> (https://a.example/x)!</p>',
  ],
  ['<a href="https://a.example/">a.example</a>', 'a.example'],
  [
    '<a href="https://a.example/long?x=1&amp;y" rel="nofollow ugc noopener" target="_blank">a.example/lo…</a>',
    'https://a.example/long?x=1&amp;y',
  ],
  ['<a href="//a.example/x">x</a>', 'x (//a.example/x)'],
  ['<a href="https://forum.example.evil.example/">x</a>', 'x (https://forum.example.evil.example/)'],
])('%s has no link to another site', (html, expected) => {
  expect(unlinked(html)).toBe(expected)
  expect(unlinked(html)).not.toContain('href')
})

test.each([
  '<a href="/post/1">x</a>',
  '<a href="#part">x</a>',
  '<a href="https://forum.example/rules">x</a>',
])('%s stays', (html) => expect(unlinked(html)).toBe(html))
