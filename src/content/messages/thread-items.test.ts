import { expect, it } from 'vitest'
import type { Message } from './contract.ts'
import { groupedItems, type ThreadItem, threadItems } from './thread-items.ts'

const message = (id: string, sender_id: string, is_read: boolean): Message => ({
  id,
  content: id,
  content_html: '',
  sender_id,
  recipient_id: sender_id === 'me' ? 'you' : 'me',
  is_read,
  created_at: '2026-11-21T10:00:00.000000Z',
})
const shown = (...args: Parameters<typeof threadItems>) =>
  threadItems(...args).map(({ id, state }) => `${id} ${state}`)

it('is in the order of reading, with what is on its way last', () => {
  const waiting = { id: 'w', content: 'w', created_at: '2026-11-21T10:01:00.000Z', state: 'failed' as const }
  const items = [message('c', 'me', false), message('b', 'you', true), message('a', 'me', true)]
  expect(shown('me', items, [waiting])).toEqual(['a read', 'b undefined', 'c sent', 'w failed'])
})

it('is read where something later was read', () => {
  const items = [message('c', 'me', false), message('b', 'me', true), message('a', 'me', false)]
  expect(shown('me', items, [])).toEqual(['a read', 'b read', 'c sent'])
})

it('is not read because the other’s messages were', () => {
  expect(shown('me', [message('b', 'you', true), message('a', 'me', false)], [])).toEqual([
    'a sent',
    'b undefined',
  ])
})

it('groups what one of the two wrote within five minutes of each other', () => {
  const at = (time: string, isMine: boolean): ThreadItem => ({
    id: time,
    content: time,
    created_at: `2026-11-21T${time}.000000Z`,
    isMine,
    state: undefined,
  })
  const items = [
    at('10:00:00', true),
    at('10:05:00', true),
    at('10:09:00', true),
    at('10:10:00', false),
    at('10:15:01', false),
  ]
  const shape = groupedItems(items).map(
    ({ isFirst, isLast }) => `${isFirst ? '[' : ' '}${isLast ? ']' : ' '}`,
  )
  expect(shape).toEqual(['[ ', '  ', ' ]', '[]', '[]'])
  // When an older message loads above, the time below each group must stay in place.
  expect(groupedItems(items.slice(1)).map(({ isLast }) => isLast)).toEqual([false, true, true, true])
})
