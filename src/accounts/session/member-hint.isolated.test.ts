import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { memberHint } from './session-cookie.server.ts'

const NAME = 'threshold.session_token'

async function hintFor(cookie: string, PUBLIC_URL = 'http://localhost:3000') {
  const app = new Hono()
    .use(memberHint({ PUBLIC_URL }))
    .get('/', (c) => c.text('', 200, cookie ? { 'set-cookie': cookie } : {}))
  const response = await app.request('/')
  return response.headers.getSetCookie().find((each) => each.startsWith('threshold.member='))
}

test('a session brings the hint, for as long as it lasts', async () => {
  expect(await hintFor(`${NAME}=a.b; Max-Age=2592000; Path=/; HttpOnly`)).toBe(
    'threshold.member=1; Max-Age=2592000; Path=/; SameSite=Lax',
  )
  expect(await hintFor(`${NAME}=a.b; Path=/; HttpOnly`)).toBe('threshold.member=1; Path=/; SameSite=Lax')
  expect(await hintFor(`__Host-${NAME}=a.b; Path=/`, 'https://forum.example')).toBe(
    'threshold.member=1; Path=/; SameSite=Lax; Secure',
  )
})

test('the end of the session ends it, and no other cookie has one', async () => {
  expect(await hintFor(`${NAME}=; Max-Age=0; Path=/`)).toBe(
    'threshold.member=; Max-Age=0; Path=/; SameSite=Lax',
  )
  expect(await hintFor('threshold.device=1; Path=/')).toBeUndefined()
  expect(await hintFor('')).toBeUndefined()
})
