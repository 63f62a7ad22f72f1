import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { actionLabel, actionText, ruleHref, targetHref } from './copy.ts'
import { isOneEntry, logHref, logSearch } from './search-params.ts'

test.each([
  [{}, {}],
  [{ action: '', month: '', moderator: ' ' }, {}],
  [
    { action: 'lock', month: '2026-11', moderator: '@Gorse' },
    { action: 'lock', month: '2026-11', moderator: 'gorse' },
  ],
  [{ action: '<b>', month: '2026-13', moderator: ['x'], cursor: '-1', part_of: 'x' }, {}],
  [{ cursor: '51', page: '2' }, { cursor: '51' }],
])('the address %o asks for %o', (raw, search) => {
  expect(logSearch(raw)).toEqual(search)
})

test('one entry is one address, whatever else it says', () => {
  const id = newId()
  const search = logSearch({ action: id.toUpperCase(), month: '2026-11' })
  expect(search).toEqual({ action: id })
  expect(isOneEntry(search)).toBe(true)
  expect(logHref({ action: 'lock', cursor: '51' }, { cursor: '7' })).toBe('/moderation?action=lock&cursor=7')
})

test('acts read as sentences', () => {
  const about = { kind: 'post', member: null } as const
  expect(actionText({ ...about, action: 'remove' })).toBe('Removed a post')
  expect(actionText({ ...about, action: 'mark_duplicate' })).toBe('Marked a post as a duplicate')
  expect(actionText({ ...about, action: 'classify' })).toBe('Changed the title or concepts of a post')
  const member = { id: newId(), username: 'gorse', full_name: null, avatar_url: null }
  expect(actionText({ ...about, kind: 'action', action: 'reject_appeal' })).toBe('Rejected an appeal')
  expect(actionText({ kind: 'member', member, action: 'suspend' })).toBe('Suspended gorse')
  expect(actionLabel('purge')).toBe('Removed all content by…')
})

test('a rule leads to where it stands', () => {
  expect(ruleHref('3. No advertising')).toBe('/rules#rule-3')
  expect(ruleHref('No advertising')).toBeUndefined()
})

test('leads to what it is about, and nowhere from what was never published', () => {
  const comment = { kind: 'comment', target_id: 'c', post_id: 'p', member: null } as const
  expect(targetHref({ ...comment, action: 'remove' })).toBe('/post/p?comment=c#comment-c')
  expect(targetHref({ ...comment, action: 'approve' })).toBe('/post/p?comment=c#comment-c')
  expect(targetHref({ ...comment, action: 'reject' })).toBeUndefined()
})
