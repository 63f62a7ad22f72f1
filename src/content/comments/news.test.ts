import { describe, expect, test } from 'vitest'
import type { Comment } from './contract.ts'
import { findFirstNewThread, groupThreads, isMarkedAsNew, newestCommentTime } from './threads.ts'

const at = (minute: number) => `2026-03-01T10:0${minute}:00.000000Z`
const person = (id: string) => ({ id, username: id, full_name: null, avatar_url: null })

function comment(id: string, minute: number, more: Partial<Comment> = {}): Comment {
  const base = { content: 'Words', content_html: '', post_id: 'p', parent_id: null, author_roles: [] }
  const rest = { answered: null, votes_score: 0, is_deleted: false, edited_at: null }
  return { ...base, ...rest, id, author: person('bo'), created_at: at(minute), ...more }
}

const VISIT = { viewerId: 'ada', since: at(3) }
const first = comment('first', 1)
const answer = comment('answer', 6, { parent_id: 'first' })
const second = comment('second', 3)
const own = comment('own', 4, { author: person('ada') })
const third = comment('third', 5)
const fourth = comment('fourth', 7, { author: null })
const OLDEST = groupThreads([first, answer, second, own, third, fourth])
const NEWEST = groupThreads([fourth, third, own, second, first, answer])

describe('the line', () => {
  test('stands before the first new thread, or below the last', () => {
    expect(findFirstNewThread(OLDEST, undefined, VISIT)).toBe('third')
    expect(findFirstNewThread(NEWEST, 'newest', VISIT)).toBe('own')
    expect(findFirstNewThread(OLDEST, 'best', VISIT)).toBeUndefined()
  })

  test('stands nowhere where all is new, nothing is, or nobody was here', () => {
    for (const [threads, sort] of [[OLDEST, 'oldest'] as const, [NEWEST, 'newest'] as const]) {
      expect(findFirstNewThread(threads, sort, { ...VISIT, since: at(9) })).toBeUndefined()
      expect(findFirstNewThread(threads, sort, { ...VISIT, since: null })).toBeUndefined()
    }
    expect(findFirstNewThread(groupThreads([third, fourth]), 'oldest', VISIT)).toBeUndefined()
    expect(findFirstNewThread(groupThreads([fourth, third]), 'newest', VISIT)).toBeUndefined()
  })
})

test('what no line shows is marked: replies in threads that were there, and all that is new by score', () => {
  const marked = (sort: 'oldest' | 'newest' | 'best') =>
    OLDEST.flatMap((thread) =>
      [thread.comment, ...thread.replies]
        .filter((each) => isMarkedAsNew(each, thread, sort, VISIT))
        .map(({ id }) => id),
    )
  expect(marked('oldest')).toEqual(['answer'])
  expect(marked('newest')).toEqual(['answer'])
  expect(marked('best')).toEqual(['answer', 'third', 'fourth'])
})

test('one has read as far as the newest words of others', () => {
  const last = comment('last', 8, { author: person('ada') })
  const stub = comment('stub', 9, { author: null, is_deleted: true })
  expect(newestCommentTime([first, third, second, last, stub], 'ada')).toBe(at(5))
  expect(newestCommentTime([last], 'ada')).toBeUndefined()
})
