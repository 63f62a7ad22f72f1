import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { createQueryUtils, isPrivateQuery } from './query-options.ts'

const call = vi.fn(async (..._args: unknown[]) => ({ items: [], next: null }))
/** Imitates the server's client, whose operations cannot be enumerated. */
const group = new Proxy({}, { get: () => call })
const client = new Proxy({}, { get: () => group }) as ApiClient
const ours = createQueryUtils(client)
const theirs = createTanstackQueryUtils(client)

test('keys are those of the library, so that a group takes its operations along', () => {
  const input = { sort: 'top' as const }
  expect(ours.posts.key()).toEqual(theirs.posts.key())
  expect(ours.posts.list.key()).toEqual(theirs.posts.list.key())
  expect(ours.posts.list.queryKey({ input })).toEqual(theirs.posts.list.queryKey({ input }))
  expect(ours.notifications.readAll.mutationOptions().mutationKey).toEqual(
    theirs.notifications.readAll.mutationOptions().mutationKey,
  )
  const pages = {
    input: (cursor: string | undefined) => ({ cursor }),
    initialPageParam: 'c' as string | undefined,
  }
  expect(ours.posts.list.infiniteKey(pages)).toEqual(theirs.posts.list.infiniteKey(pages))
})

test('a query is called with its input and the signal to stop', async () => {
  const { queryFn, staleTime } = ours.posts.list.queryOptions({ input: { sort: 'top' }, staleTime: 7 })
  expect(staleTime).toBe(7)
  const signal = new AbortController().signal
  await (queryFn as (context: object) => unknown)({ signal })
  expect(call).toHaveBeenLastCalledWith({ sort: 'top' }, { signal })
})

test('a page is asked for by its place', async () => {
  const { queryFn } = ours.posts.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  })
  const signal = new AbortController().signal
  await (queryFn as (context: object) => unknown)({ pageParam: 'next', signal })
  expect(call).toHaveBeenLastCalledWith({ cursor: 'next' }, { signal })
})

test('a mutation is called with what it is given', async () => {
  const { mutationFn } = ours.notifications.readAll.mutationOptions()
  await (mutationFn as (input: unknown) => unknown)(undefined)
  expect(call).toHaveBeenLastCalledWith(undefined)
})

test.each<[string, readonly unknown[], boolean]>([
  ['a public list', ours.posts.list.queryKey({ input: {} }), false],
  ['a public list under a longer key', [...ours.concepts.list.queryKey(), 'labels'], false],
  ['what says of itself that it is', ['public', 'activity'], false],
  ['a list of the viewer’s', ours.notifications.list.queryKey({ input: {} }), true],
  ['their vote on a post', [['viewerState', 'post', 'an id'], 'their id'], true],
  ['a form with what is theirs', [['me', 'profile'], 'their id'], true],
  ['what no contract knows', [['drawings', 'list'], {}], true],
  ['a key of another form', ['drawings'], true],
])('%s is told apart by its key', (_, queryKey, isPrivate) => {
  expect(isPrivateQuery({ queryKey })).toBe(isPrivate)
})
