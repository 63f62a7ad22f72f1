import { describe, expect, it } from 'vitest'
import type { Conversation } from './contract.ts'
import { latestMessageTime, unseenMessages } from './unseen-messages.ts'

const conversation = (
  username: string,
  second: number,
  change: Partial<Conversation> = {},
): Conversation => ({
  with: { id: username, username, full_name: null, avatar_url: null },
  last_message: {
    id: `${username}-${second}`,
    sender_id: username,
    is_read: false,
    excerpt: 'Hello',
    created_at: `2026-11-21T10:00:0${second}.000000Z`,
  },
  unread_count: 1,
  ...change,
})
const since = '2026-11-21T10:00:03.000000Z'
const announced = (conversations: Conversation[], seen?: string) =>
  unseenMessages(conversations, 'me', since, seen).map((each) => each.with.username)

describe('what is news', () => {
  it('came after the last news', () => {
    expect(announced([conversation('Bo', 5), conversation('cy', 3), conversation('di', 2)])).toEqual(['Bo'])
  })

  it('is not in the thread that somebody looks at', () => {
    expect(announced([conversation('Bo', 5), conversation('cy', 4)], 'bo')).toEqual(['cy'])
  })

  it('is neither one’s own, nor read in another tab, nor a conversation that has not begun', () => {
    const own = conversation('bo', 5)
    if (own.last_message) own.last_message.sender_id = 'me'
    const others = [conversation('cy', 5, { unread_count: 0 }), conversation('di', 5, { last_message: null })]
    expect(announced([own, ...others])).toEqual([])
  })
})

it('the latest is that of the last message, or what it was', () => {
  expect(latestMessageTime([conversation('bo', 2), conversation('cy', 5)], since)).toBe(
    '2026-11-21T10:00:05.000000Z',
  )
  expect(latestMessageTime([conversation('bo', 2)], since)).toBe(since)
  expect(latestMessageTime([])).toBe('')
})
