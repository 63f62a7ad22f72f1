import { expect, it } from 'vitest'
import { isCurator, type Role, type Viewer } from './policy.ts'

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
])('whether %s maintains categories, thinkers, resources and events', (_who, viewer, may) => {
  expect(isCurator(viewer)).toBe(may)
})
