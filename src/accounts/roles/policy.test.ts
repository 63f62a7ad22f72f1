import { expect, it } from 'vitest'
import type { Role, Viewer } from '../../core/viewer.ts'
import { canChangeModerator, impliedRoles } from './policy.ts'

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
  ['an admin', someone('admin'), false],
  ['an editor who is admin', someone('admin', 'editor'), true],
])('whom %s may make a moderator, or not one any more', (_who, viewer, may) => {
  expect(canChangeModerator(viewer, { roles: [], is_verified: true })).toBe(may)
  expect(canChangeModerator(viewer, { roles: ['moderator'], is_verified: true })).toBe(may)
  expect(canChangeModerator(viewer, { roles: [], is_verified: false })).toBe(false)
  for (const roles of [['editor'], ['admin'], ['editor', 'moderator'], ['admin', 'moderator']] as Role[][])
    expect(canChangeModerator(viewer, { roles, is_verified: true })).toBe(false)
})

it('an admin is made editor too, and nobody else anything besides', () => {
  expect(impliedRoles('admin')).toEqual(['admin', 'editor'])
  expect(impliedRoles('editor')).toEqual(['editor'])
  expect(impliedRoles('moderator')).toEqual(['moderator'])
})
