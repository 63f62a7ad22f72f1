import { describe, expect, it } from 'vitest'
import { isCurator, type Role, type Viewer } from '../core/viewer.ts'
import { EMAIL_MAX, isEmail, isUsername, toAsciiAddress } from './policy.ts'

const someone = (...roles: Role[]): Viewer => ({
  id: 'x',
  username: 'x',
  full_name: null,
  avatar_url: null,
  roles,
})

it.each<[string, Viewer | null, boolean]>([
  ['a visitor', null, false],
  ['a member', someone(), false],
  ['a moderator', someone('moderator'), false],
  ['an editor', someone('editor'), true],
  ['an admin', someone('admin'), true],
  ['an admin who moderates', someone('admin', 'moderator'), true],
])('whether %s maintains concepts, thinkers, resources and events', (_who, viewer, may) => {
  expect(isCurator(viewer)).toBe(may)
})

describe('an e-mail address', () => {
  it.each([
    'a@b.de',
    'ada.lin+forum@mail.example.org',
    "o'neil@example.com",
    'kaethe@bücher.example',
    'name@пример.рф',
    'name@xn--e1afmkfd.xn--p1ai',
    'ming@例子.中国',
  ])('may be %s', (text) => expect(isEmail(text)).toBe(true))

  it.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@example.',
    'ada@.org',
    'a b@example.org',
    'a@b@c.de',
    '<ada@example.org>',
    'ada@example..org',
    'käthe@example.org',
    'ada@bücher',
    'ada@bü/cher.example',
    'ada@example.xn--',
    'ada@example.p1',
    'имя@пример.рф',
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false))

  it('has its international domain as mail servers know it', () => {
    expect(toAsciiAddress('kim@bücher.example')).toBe('kim@xn--bcher-kva.example')
    expect(toAsciiAddress('name@пример.рф')).toBe('name@xn--e1afmkfd.xn--p1ai')
    expect(toAsciiAddress('kim@example.org')).toBe('kim@example.org')
  })

  it('has 254 characters at most', () => {
    const domain = '@example.org'
    expect(isEmail('a'.repeat(EMAIL_MAX - domain.length) + domain)).toBe(true)
    expect(isEmail('a'.repeat(EMAIL_MAX - domain.length + 1) + domain)).toBe(false)
  })
})

describe('a username', () => {
  it.each(['ada', 'Bo_K', 'x-1', '007', 'a'.repeat(30)])('may be %s', (text) =>
    expect(isUsername(text)).toBe(true),
  )

  it.each(['', 'ad', 'a'.repeat(31), 'ada lin', 'ada.lin', 'ädä', 'ada\n', '<ada>', '@ada'])(
    'is not %j',
    (text) => expect(isUsername(text)).toBe(false),
  )
})
