import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { csrfGuard } from './csrf.server.ts'

const TOKEN = 'a'.repeat(32)
const app = new Hono()
  .use(csrfGuard({ PUBLIC_URL: 'https://forum.example' }, (headers) => headers.has('cookie')))
  .all('/api/x', (c) => c.text('done'))

async function send(method: string, headers: Record<string, string>) {
  const response = await app.request('http://inside:3000/api/x', { method, headers })
  return response.status
}

const member = { cookie: 'session=1', 'x-csrf-token': TOKEN }

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s of our own page passes', async (method) => {
  expect(await send(method, { ...member, 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect(await send(method, { ...member, origin: 'https://forum.example' })).toBe(200)
  expect(await send(method, member)).toBe(200)
})

test.each(['cross-site', 'same-site', 'none'])('Sec-Fetch-Site: %s is refused', async (site) => {
  expect(await send('POST', { ...member, 'sec-fetch-site': site, origin: 'https://forum.example' })).toBe(403)
})

test.each(['https://evil.example', 'http://forum.example', 'https://forum.example.evil.example', 'null'])(
  'Origin: %s is refused',
  async (origin) => expect(await send('DELETE', { ...member, origin })).toBe(403),
)

test.each(['', 'short', 'a'.repeat(33), `${'a'.repeat(31)}é`, `${'a'.repeat(31)} `])(
  'the token "%s" is refused',
  async (token) => {
    const response = await app.request('/api/x', {
      method: 'POST',
      headers: { cookie: 'session=1', 'x-csrf-token': encodeURI(token) },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'FORBIDDEN', message: expect.any(String) })
  },
)

test('who has no cookie needs no token, and reading never does', async () => {
  expect(await send('POST', { authorization: 'Bearer x' })).toBe(200)
  expect(await send('GET', { cookie: 'session=1', 'sec-fetch-site': 'cross-site' })).toBe(200)
})
