import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.server.ts'
import { createMember } from '../../src/features/accounts/members.server.ts'
import { type Accounts, makeAccounts, PASSWORD } from '../accounts.ts'
import { trickle } from '../trickle.ts'

let accounts: Accounts
let port: number
let server: Server

beforeAll(async () => {
  accounts = await makeAccounts()
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
  const member = await signedIn()
  const body = new Uint8Array(await sharp({ create: PICTURE }).png().toBuffer())
  const answer = await fetch(`http://localhost:${port}/api/me/avatar`, {
    method: 'PUT',
    body,
    headers: member,
  })
  expect(answer.status).toBe(200)
  for (const { leave } of guests) leave()
})

const PICTURE = { width: 9, height: 9, channels: 3 as const, background: 'red' }

async function signedIn() {
  const email = 'pictured@example.org'
  await createMember(accounts.db, { username: 'pictured', email, password: PASSWORD })
  const { cookie } = await accounts.signIn(email)
  return { cookie, 'content-type': 'image/png', 'x-csrf-token': '0123456789abcdef0123456789abcdef' }
}
