import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each([
  ['/', '/'],
  ['/post/1?sort=top#comments', '/post/1?sort=top#comments'],
  ['/?admin=abc', '/?admin=abc'],
  ['/authors', '/authors'],
])('%s leads back', (value, path) => expect(localPath(value)).toBe(path))

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  'forum',
  '',
  '/auth',
  '/auth?redirect=/auth',
  '/auth/reset',
  `/${'a'.repeat(3000)}`,
  42,
  null,
  undefined,
])('%s does not', (value) => expect(localPath(value)).toBeUndefined())
