import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ForumQueryClient } from './query-client.ts'

test('a change during the first request is followed by a second one', async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]?.promise)
  const client = new ForumQueryClient()
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn })
  const stop = observer.subscribe(() => undefined)
  const changed = client.invalidateQueries({ queryKey: ['list'] })
  answers[0]?.resolve('before the change')
  answers[1]?.resolve('after the change')
  await changed
  expect(client.getQueryData(['list'])).toBe('after the change')
  expect(queryFn).toHaveBeenCalledTimes(2)
  await client.invalidateQueries({ queryKey: ['other'] })
  expect(queryFn).toHaveBeenCalledTimes(2)
  stop()
})
