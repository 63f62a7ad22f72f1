import { describe, expect, it } from 'vitest'
import type { Message } from './contract.ts'
import { appendOlderMessages, type MessageThread, markThreadRead, mergeNewestMessages } from './queries.ts'

const message = (n: number, is_read = false): Message => ({
  id: `0199${String(n).padStart(4, '0')}-0000-7000-8000-000000000000`,
  content: `Message ${n}`,
  content_html: '',
  sender_id: n % 2 ? 'ada' : 'bo',
  recipient_id: n % 2 ? 'bo' : 'ada',
  is_read,
  created_at: `2026-11-21T10:00:00.${String(n).padStart(6, '0')}Z`,
})
/** Returns a page with messages `from` down to `to`, newest first. */
const page = (from: number, to: number, next: string | null = null): MessageThread => ({
  items: Array.from({ length: from - to + 1 }, (_, i) => message(from - i)),
  next,
})
const numbers = (thread: MessageThread | undefined) =>
  thread?.items.map(({ content }) => Number(content.split(' ')[1]))

describe('the newest page', () => {
  it('joins what was loaded before, without doubles', () => {
    const joined = mergeNewestMessages(page(5, 1, 'older'), page(7, 3, 'newer'))
    expect(numbers(joined)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(joined.next).toBe('older')
  })

  it('brings what has become read', () => {
    const read = { items: [message(3, true), message(2, true)], next: null }
    expect(mergeNewestMessages(page(3, 1), read).items.map(({ is_read }) => is_read)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is the whole thread when it does not reach down to it', () => {
    expect(mergeNewestMessages(page(5, 1, 'older'), page(20, 10, 'newer'))).toEqual(page(20, 10, 'newer'))
    expect(mergeNewestMessages(undefined, page(3, 1))).toEqual(page(3, 1))
    expect(mergeNewestMessages(page(5, 1), { items: [], next: null }).items).toEqual([])
  })

  it('that was answered before a later one takes nothing back', () => {
    expect(numbers(mergeNewestMessages(page(7, 1), page(6, 2)))).toEqual([7, 6, 5, 4, 3, 2, 1])
  })
})

describe('an older page', () => {
  it('goes below', () => {
    const whole = appendOlderMessages(page(6, 4, 'at 4'), 'at 4', page(3, 1))
    expect(numbers(whole)).toEqual([6, 5, 4, 3, 2, 1])
    expect(whole?.next).toBeNull()
  })

  it('comes too late after the thread began anew', () => {
    const anew = page(90, 80, 'at 80')
    expect(appendOlderMessages(anew, 'at 4', page(3, 1))).toBe(anew)
    expect(appendOlderMessages(undefined, 'at 4', page(3, 1))).toBeUndefined()
  })
})

it('only what was written to the reader becomes read', () => {
  expect(markThreadRead(page(4, 1), 'bo')?.items.map(({ is_read }) => is_read)).toEqual([
    false,
    true,
    false,
    true,
  ])
})
