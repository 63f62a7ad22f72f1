import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import operations from '../../core/contract.gen.json'
import { DEFERRED_FOR_MS, deferAction, REPEATABLE_OPERATIONS, takeDeferredAction } from './deferred-action.ts'

const vote = (member?: string) =>
  deferAction('votes.post', { id: 'p', vote_type: -1, content: 'words' }, member)

beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('is its member’s, once, and holds what it is about and no more', () => {
  vote('ada')
  expect(takeDeferredAction('ada')).toEqual({ operation: 'votes.post', input: { id: 'p', vote_type: -1 } })
  expect(takeDeferredAction('ada')).toBeUndefined()
})

test('another member finds nothing, and it is gone for both', () => {
  vote('ada')
  expect(takeDeferredAction('bo')).toBeUndefined()
  expect(takeDeferredAction('ada')).toBeUndefined()
})

test('a guest’s is whoever’s signs in next', () => {
  deferAction('follows.add', { id: 'x', username: 'bo', full_name: 'Bo' })
  expect(takeDeferredAction('ada')).toEqual({ operation: 'follows.add', input: { username: 'bo' } })
})

test('lasts ten minutes', () => {
  vi.useFakeTimers()
  vote()
  vi.advanceTimersByTime(DEFERRED_FOR_MS + 1)
  expect(takeDeferredAction('ada')).toBeUndefined()
})

test('the latest counts, and what holds words is never one', () => {
  vote()
  deferAction('bookmarks.add', { id: 'q' })
  deferAction('comments.create', { id: 'q', content: 'words' })
  expect(takeDeferredAction('ada')).toEqual({ operation: 'bookmarks.add', input: { id: 'q' } })
})

test.each([
  '{"operation":"posts.remove","input":{"id":"p"},"until":9e15}',
  '{"operation":"constructor","until":9e15}',
  '{"until":9e15}',
  'not JSON',
  '7',
])('what somebody else put there is nothing: %s', (text) => {
  sessionStorage.setItem('deferred-act', text)
  expect(takeDeferredAction('ada')).toBeUndefined()
})

test('each is an operation that sets a state', () => {
  for (const name of REPEATABLE_OPERATIONS) {
    const [group = '', operation = ''] = name.split('.')
    const described = (operations as Record<string, string>)[`${group}.${operation}`]
    expect(described, name).toMatch(/^(PUT|DELETE) /)
  }
})
