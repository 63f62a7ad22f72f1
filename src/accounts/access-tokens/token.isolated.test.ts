import { expect, test } from 'vitest'
import { hashOf, isToken, newToken, readAccessToken } from './token.server.ts'

const sent = (authorization: string) => readAccessToken(new Headers({ authorization }))

test('a token is one of many, and known by its form and its checksum', () => {
  const made = new Set(Array.from({ length: 200 }, newToken))
  expect(made.size).toBe(200)
  for (const token of made) {
    expect(token).toMatch(/^thr_[0-9A-Za-z]{49}$/)
    expect(isToken(token)).toBe(true)
  }
})

test('256 bits are in it: every digit but the first few varies', () => {
  const tokens = Array.from({ length: 400 }, newToken)
  const digitsAt = (place: number) => new Set(tokens.map((token) => token[place])).size
  for (let place = 5; place < 47; place++) expect(digitsAt(place)).toBeGreaterThan(30)
})

test.each([
  [
    'with a letter that is another',
    (token: string) => token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21),
  ],
  ['cut short', (token: string) => token.slice(0, -1)],
  ['made longer', (token: string) => `${token}0`],
  ['with another prefix', (token: string) => token.replace('thr_', 'ghp_')],
  ['with a line break', (token: string) => `${token}\n`],
  ['that is none', () => ''],
])('one %s is none', (_, change) => {
  expect(isToken(change(newToken()))).toBe(false)
})

test('its hash is SHA-256 of the whole', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test.each([
  ['Bearer thr_abc', 'thr_abc'],
  ['bearer   thr_abc ', 'thr_abc'],
  ['Bearer thr_', 'thr_'],
  ['Bearer thr_abc and more', 'thr_abc and more'],
  ['Bearer abc.def', undefined],
  ['Basic thr_abc', undefined],
  ['thr_abc', undefined],
  ['Bearer xthr_abc', undefined],
])('%j is sent as %j', (authorization, token) => {
  expect(sent(authorization)).toBe(token)
})
