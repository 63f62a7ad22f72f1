import { expect, test } from 'vitest'
import { isWebsite, withScheme } from '../../platform/website.ts'

test.each([
  'http://example.org',
  'https://example.org/path?q=1#x',
  'HTTPS://Example.org',
  'https://bücher.example',
])('a website may be %s', (text) => expect(isWebsite(text)).toBe(true))

test.each([
  '',
  'example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'https://bank.example@evil.example',
  'https://user:secret@example.org',
  'https://example.org/a b',
  'https://example.org/<b>',
])('and is not %j', (text) => expect(isWebsite(text)).toBe(false))

test('who leaves the scheme away means https', () => {
  expect(withScheme('example.org')).toBe('https://example.org')
  expect(withScheme('http://example.org')).toBe('http://example.org')
  expect(withScheme('javascript:x')).toBe('javascript:x')
  expect(withScheme('')).toBe('')
})
