import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember } from '../../src/accounts/members.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { RateLimiter } from '../../src/platform/http/rate-limiter.server.ts'
import { type Accounts, makeAccounts, PASSWORD } from '../accounts.ts'
import { trickle } from '../trickle.ts'

let accounts: Accounts
let port: number
let server: Server

beforeAll(async () => {
  accounts = await makeAccounts({ RATE_LIMITS: true })
  accounts.services.rateLimiter = new RateLimiter()
  server = createServer(getRequestListener(createApp(accounts.services).fetch))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await accounts.close()
})

test('guests who let a picture trickle keep no member from sending one', async () => {
  const guests = Array.from({ length: 20 }, () => trickle({ port }, '/api/me/avatar', '', 'PUT'))
  expect(await Promise.all(guests.map(({ said }) => said))).toEqual(
    Array(20).fill(expect.stringMatching(/^HTTP\/1.1 401 /)),
  )
  const member = await signedIn('pictured')
  const body = new Uint8Array(await sharp({ create: PICTURE }).png().toBuffer())
  expect((await upload(member, body)).status).toBe(200)
  for (const { leave } of guests) leave()
})

test('a picture is counted before it has come, twenty in ten minutes', async () => {
  const member = await signedIn('trickling')
  const headers = Object.entries(member).map(([name, value]) => `${name}: ${value}\r\n`)
  const begun = Array.from({ length: 20 }, () => trickle({ port }, '/api/me/avatar', headers.join(''), 'PUT'))
  const said: string[] = []
  for (const { said: words } of begun) void words.then((text) => said.push(text))
  await expect
    .poll(() => said, { timeout: 15_000 })
    .toEqual(Array(19).fill(expect.stringMatching(/still uploading/)))
  expect(await upload(member, 'no picture')).toEqual(TOO_FAST)
  for (const { leave } of begun) leave()
})

test('a picture that arrives is counted once', async () => {
  const member = await signedIn('whole')
  for (let sent = 0; sent < 20; sent++)
    expect(await upload(member, 'no picture')).toMatchObject({ status: 415 })
  expect(await upload(member, 'no picture')).toEqual(TOO_FAST)
})

const TOO_FAST = { status: 429, message: expect.stringMatching(/too fast/) }

async function upload(headers: Record<string, string>, body: BodyInit) {
  const answer = await fetch(`http://localhost:${port}/api/me/avatar`, { method: 'PUT', body, headers })
  const { message } = (await answer.json()) as { message?: string }
  return { status: answer.status, message }
}

const PICTURE = { width: 9, height: 9, channels: 3 as const, background: 'red' }

async function signedIn(username: string) {
  const email = `${username}@example.org`
  await createMember(accounts.db, { username, email, password: PASSWORD })
  const { cookie } = await accounts.signIn(email)
  return { cookie, 'content-type': 'image/png', 'x-csrf-token': '0123456789abcdef0123456789abcdef' }
}
