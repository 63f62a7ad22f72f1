import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import operations from '../../api/core/contract.gen.json'
import { DEFERRED_FOR_MS, deferAct, REPEATABLE, takeDeferredAct } from './deferred-act.ts'

const vote = (member?: string) => deferAct('votes.post', { id: 'p', vote_type: -1, content: 'words' }, member)

beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('is its member’s, once, and holds what it is about and no more', () => {
  vote('ada')
  expect(takeDeferredAct('ada')).toEqual({ operation: 'votes.post', input: { id: 'p', vote_type: -1 } })
  expect(takeDeferredAct('ada')).toBeUndefined()
})

test('another member finds nothing, and it is gone for both', () => {
  vote('ada')
  expect(takeDeferredAct('bo')).toBeUndefined()
  expect(takeDeferredAct('ada')).toBeUndefined()
})

test('a guest’s is whoever’s signs in next', () => {
  deferAct('follows.add', { id: 'x', username: 'bo', full_name: 'Bo' })
  expect(takeDeferredAct('ada')).toEqual({ operation: 'follows.add', input: { username: 'bo' } })
})

test('lasts ten minutes', () => {
  vi.useFakeTimers()
  vote()
  vi.advanceTimersByTime(DEFERRED_FOR_MS + 1)
  expect(takeDeferredAct('ada')).toBeUndefined()
})

test('the latest counts, and what holds words is never one', () => {
  vote()
  deferAct('bookmarks.add', { id: 'q' })
  deferAct('comments.create', { id: 'q', content: 'words' })
  expect(takeDeferredAct('ada')).toEqual({ operation: 'bookmarks.add', input: { id: 'q' } })
})

test.each([
  '{"operation":"posts.remove","input":{"id":"p"},"until":9e15}',
  '{"operation":"constructor","until":9e15}',
  '{"until":9e15}',
  'not JSON',
  '7',
])('what somebody else put there is nothing: %s', (text) => {
  sessionStorage.setItem('deferred-act', text)
  expect(takeDeferredAct('ada')).toBeUndefined()
})

test('each is an operation that sets a state', () => {
  for (const name of REPEATABLE) {
    const [group = '', operation = ''] = name.split('.')
    const described = (operations as unknown as Record<string, Record<string, string>>)[group]?.[operation]
    expect(described, name).toMatch(/^(PUT|DELETE) /)
  }
})
