import { expect, test } from 'vitest'
import { MessageQueue } from './message-queue.server.ts'

test('gives as many as there is room for, the oldest first', () => {
  const queue = new MessageQueue('lost')
  for (const message of ['four', 'fünf', 'six', 'seven']) queue.add(message)
  expect(queue.take(4 + 1 + 5 + 1), 'bytes, not letters').toEqual(['four', 'fünf'])
  expect(queue.take(8)).toEqual(['six'])
  expect(queue.take(1), 'never none').toEqual(['seven'])
  expect(queue.isEmpty).toBe(true)
})

test('more than there is room for in memory becomes one that says that they are lost', () => {
  const queue = new MessageQueue('lost', 3)
  for (let n = 0; n < 5; n++) queue.add(`message ${n}`)
  expect(queue.take(1000)).toEqual(['lost', 'message 3', 'message 4'])
})
