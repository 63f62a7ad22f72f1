import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, signToken, unseal, verifyToken } from './secrets.server.ts'

const secret = 'a secret of at least 32 characters'

test('a token leads to its row, and only for what it was made for', () => {
  const id = randomUUID()
  const token = signToken(secret, 'verify-email', id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(verifyToken(secret, 'verify-email', token)).toBe(id)
  expect(verifyToken(secret, 'first-admin', token)).toBeUndefined()
  expect(verifyToken('another secret of 32 characters!!', 'verify-email', token)).toBeUndefined()
})

test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000), '🙂', '../../etc'])('"%.20s" is no token', (token) => {
  expect(verifyToken(secret, 'verify-email', token)).toBeUndefined()
})

test('a changed token is none', () => {
  const token = signToken(secret, 'verify-email', randomUUID())
  for (const at of [0, 20, 30, 41]) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(verifyToken(secret, 'verify-email', changed)).toBeUndefined()
  }
})

test('what is sealed opens with the same secret alone', () => {
  const sealed = seal(secret, 'a text, ünicode too')
  expect(sealed).not.toContain('text')
  expect(unseal(secret, sealed)).toBe('a text, ünicode too')
  expect(() => unseal('another secret of 32 characters!!', sealed)).toThrow()
  expect(() => unseal(secret, `${sealed.slice(0, -6)}AAAAAA`)).toThrow()
  expect(seal(secret, 'a text')).not.toBe(seal(secret, 'a text'))
})
