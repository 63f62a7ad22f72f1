import { expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { createHttpClient } from './http-client.ts'

const ID = '01990000-0000-7000-8000-000000000000'

function clientThatHears(answer: Response) {
  const send = vi.fn(async (_path: string, _init: RequestInit, _name: string, _input: unknown) => answer)
  return { send, client: createHttpClient(send) as ApiClient }
}

test('what the path names goes there, the rest of a GET into the query', async () => {
  const { send, client } = clientThatHears(Response.json({ items: [], next: null }))
  const signal = new AbortController().signal
  expect(await client.comments.list({ id: ID, cursor: 'a b&c' }, { signal })).toEqual({
    items: [],
    next: null,
  })
  const [path, init, name, input] = send.mock.calls[0] ?? []
  expect([path, init]).toEqual([`/posts/${ID}/comments?cursor=a+b%26c`, { method: 'GET', signal }])
  expect([name, input]).toEqual(['comments.list', { id: ID, cursor: 'a b&c' }])
})

test('what is undefined is not sent, and a name is one part of the path', async () => {
  const { send, client } = clientThatHears(Response.json({ items: [], next: null }))
  await client.profiles.posts({ username: 'a/../b', cursor: undefined })
  expect(send.mock.calls[0]?.[0]).toBe('/profiles/a%2F..%2Fb/posts')
})

test('the rest of a write is JSON, nulls and all', async () => {
  const { send, client } = clientThatHears(Response.json({ id: ID }, { status: 201 }))
  await client.comments.create({ id: ID, content: 'Words', parent_id: null } as never)
  const [path, init] = send.mock.calls[0] ?? []
  expect([path, init?.method, init?.headers]).toEqual([
    `/posts/${ID}/comments`,
    'POST',
    { 'content-type': 'application/json' },
  ])
  expect(JSON.parse(init?.body as string)).toEqual({ content: 'Words', parent_id: null })
})

test('a write without anything to say has no body', async () => {
  const { send, client } = clientThatHears(Response.json({ bookmarked: true }))
  await client.bookmarks.add({ id: ID })
  expect(send.mock.calls[0]?.[1]).toEqual({ method: 'PUT', signal: null })
})

test('a refusal is thrown with what it says', async () => {
  const said = { code: 'CONFLICT', message: 'Taken', data: { field: 'username' } }
  const { client } = clientThatHears(Response.json(said, { status: 409 }))
  const error = await client.me.read().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ ...said, status: 409 })
})

test('an answer of somebody on the way is a failure too', async () => {
  const { client } = clientThatHears(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await expect(client.me.read()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 502 })
})

test('an empty answer is nothing', async () => {
  const { client } = clientThatHears(new Response(null, { status: 204 }))
  expect(await client.me.read()).toBeUndefined()
})
