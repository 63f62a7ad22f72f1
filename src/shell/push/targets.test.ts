import { expect, test } from 'vitest'
import { isSamePlace, readPayload, targetUrl } from './targets.ts'

const ORIGIN = 'https://forum.example'
const PAYLOAD = { title: 'News', body: '', path: '/notes', tag: 'a', icon: '/icon-192.png', unread: 0 }

test('a payload is read if it is complete', () => {
  expect(readPayload(JSON.stringify(PAYLOAD))).toEqual(PAYLOAD)
})

test.each(['', 'no JSON', 'null', '[]', '{"title":"News"}', JSON.stringify({ ...PAYLOAD, unread: '1' })])(
  'the payload %j is ignored',
  (text) => {
    expect(readPayload(text)).toBeUndefined()
  },
)

test.each<[unknown, string]>([
  ['/post/1?comment=2#comment-2', `${ORIGIN}/post/1?comment=2#comment-2`],
  [`${ORIGIN}/notes`, `${ORIGIN}/notes`],
  ['https://elsewhere.example/', `${ORIGIN}/`],
  ['//elsewhere.example/', `${ORIGIN}/`],
  ['javascript:alert(1)', `${ORIGIN}/`],
  ['http://[', `${ORIGIN}/`],
  [undefined, `${ORIGIN}/`],
])('a click on %j opens %s', (path, url) => {
  expect(targetUrl(path, ORIGIN)).toBe(url)
})

test.each([
  ['/post/1/a-title', '/post/1/another-title?comment=2#comment-2', true],
  ['/post/1/a-title', '/post/2/a-title', false],
  ['/messages?with=bo', '/messages?with=bo', true],
  ['/messages?with=bo', '/messages?with=cy', false],
  ['/notes/1', '/notes/1?reply=2#note-2', true],
])('%s and %s are the same place: %s', (one, other, expected) => {
  expect(isSamePlace(ORIGIN + one, ORIGIN + other)).toBe(expected)
})
