import { expect, it } from 'vitest'
import type { Role, Viewer } from '../../core/viewer.ts'
import { canFollow } from './policy.ts'

const someone = (id: string, ...roles: Role[]): Viewer => ({
  id,
  username: id,
  full_name: null,
  avatar_url: null,
  roles,
})

it.each([
  ['a visitor', null, false],
  ['oneself', someone('mara'), false],
  ['oneself, being admin', someone('mara', 'admin'), false],
  ['a member', someone('ada'), true],
  ['a moderator', someone('mo', 'moderator'), true],
  ['an editor', someone('edith', 'editor'), true],
  ['an admin', someone('adam', 'admin'), true],
])('whether %s may follow a member', (_who, viewer, allowed) => {
  expect(canFollow(viewer, { id: 'mara' })).toBe(allowed)
})
