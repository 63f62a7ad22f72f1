import { expect, it } from 'vitest'
import type { Role, Viewer } from '../../core/viewer.ts'
import { isAuthor } from './is-author.ts'

const someone = (id: string, ...roles: Role[]): Viewer => ({
  id,
  username: id,
  full_name: null,
  avatar_url: null,
  roles,
})

it.each([
  ['a visitor', null, false],
  ['its author', someone('mara'), true],
  ['a member', someone('ada'), false],
  ['a moderator', someone('mo', 'moderator'), false],
  ['an editor', someone('edith', 'editor'), false],
  ['an admin', someone('adam', 'admin'), false],
])('what %s may do with a text', (_who, viewer, allowed) => {
  expect(isAuthor(viewer, { author_id: 'mara' })).toBe(allowed)
  expect(isAuthor(viewer, { author_id: null })).toBe(false)
})
