import { expect, it } from 'vitest'
import type { Role, Viewer } from '../accounts/policy.ts'
import { canNote } from './policy.ts'

const someone = (id: string, ...roles: Role[]): Viewer => ({
  id,
  username: id,
  full_name: null,
  avatar_url: null,
  roles,
})

it.each([
  ['a visitor', null, false],
  ['the member', someone('mara'), true],
  ['another member', someone('ada'), false],
  ['a moderator', someone('mo', 'moderator'), false],
  ['an editor', someone('edith', 'editor'), false],
  ['an admin', someone('adam', 'admin'), false],
])('whether %s may note what a member did', (_who, viewer, allowed) => {
  expect(canNote(viewer, { user_id: 'mara' })).toBe(allowed)
})
