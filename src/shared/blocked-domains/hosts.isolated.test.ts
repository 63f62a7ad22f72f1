import { expect, test } from 'vitest'
import { findHosts, listParentDomains, parseDomain, parseHost } from './hosts.server.ts'

test.each([
  ['https://Example.ORG/x', 'example.org'],
  ['example.org', 'example.org'],
  ['http://user:password@example.org:8080/', 'example.org'],
  ['https://example.org.', 'example.org'],
  ['https://www.example.org', 'example.org'],
  ['https://bücher.example', 'xn--bcher-kva.example'],
  ['https://ｅxample.org', 'example.org'],
  ['https:\\\\example.org\\x', 'example.org'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://[0:0:0:0:0:0:0:1]/', '[::1]'],
  ['http://[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ['https://', undefined],
])('%s is at %s', (address, host) => {
  expect(parseHost(address)).toBe(host)
})

test.each([
  ['localhost', undefined],
  ['spam.example', 'spam.example'],
  ['https://spam.example/path?x', 'spam.example'],
  ['10.1', '10.0.0.1'],
  ['two words', undefined],
  ['.', undefined],
  ['', undefined],
])('“%s” blocks %s', (text, domain) => {
  expect(parseDomain(text)).toBe(domain)
})

test('a host is within what it ends with at the border of a label', () => {
  expect(listParentDomains('a.b.org')).toEqual(['a.b.org', 'b.org', 'org'])
  expect(listParentDomains('10.0.0.1')).toEqual(['10.0.0.1'])
  expect(listParentDomains('[::1]')).toEqual(['[::1]'])
})

test('sites in a text are found in words and in HTML, without one’s own', () => {
  const text =
    '<p><a href="https://a.example/?q=1&amp;r=2">x</a> www.b.example, //c.example; mail@d.example http://own.example/x</p>'
  expect(findHosts(text, 'own.example')).toEqual(['a.example', 'b.example', 'c.example'])
})

test.each([
  'https://spam.example,',
  '(https://spam.example)',
  'https://a,b@spam.example',
  'https://ok.example@spam.example:80',
  'https://SPAM。example',
  'https://spam%2Eexample/x',
  'https:\\\\spam.example',
  'see https://archive.example/https://spam.example/',
])('“%s” is a link to a site that somebody blocked', (text) => {
  expect(findHosts(text, 'own.example')).toContain('spam.example')
})
