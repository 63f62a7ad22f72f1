import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { errorField, errorMessage } from './api-error.ts'

test.each(['title', 'actions.0.message'])(
  'a message does not begin with the path of its field: %s',
  (field) => {
    const error = new ORPCError('BAD_REQUEST', { message: `${field}: Please explain why.`, data: { field } })
    expect(errorField(error)).toBe(field)
    expect(errorMessage(error)).toBe('Please explain why.')
  },
)

test('other messages stay as they are', () => {
  const message = 'title: Of names'
  expect(errorMessage(new ORPCError('CONFLICT', { message }))).toBe(message)
})
