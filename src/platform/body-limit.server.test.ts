import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitedBody } from './body-limit.server.ts'

const app = new Hono()
  .use(limitedBody({ path: '/picture', limit: 1_000_000, message: 'A large picture.' }))
  .post('*', async (c) => c.text(String((await c.req.text()).length)))
const server = createServer(getRequestListener(app.fetch))

beforeAll(() => new Promise<void>((resolve) => server.listen(0, () => resolve())))
afterAll(() => void server.close())

test.each([
  ['of stated length', { 'content-length': String(262_144) }, 262_144, 200],
  ['of stated length, one byte too long', { 'content-length': String(262_145) }, 262_145, 413],
  ['of unknown length', {}, 262_144, 200],
  ['of unknown length, one byte too long', {}, 262_145, 413],
] as const)('a body %s', async (_, headers, size, status) => {
  expect(await send(headers, size)).toBe(status)
})

test.each([
  ['of stated length', { 'content-length': String(1_000_000) }, 1_000_000, 200],
  ['of stated length, one byte too long', { 'content-length': String(1_000_001) }, 1_000_001, 413],
  ['of unknown length', {}, 1_000_000, 200],
  ['of unknown length, one byte too long', {}, 1_000_001, 413],
] as const)('an upload %s', async (_, headers, size, status) => {
  expect(await send(headers, size, '/picture')).toBe(status)
})

test('of many uploads at once some are told to come again', async () => {
  const { port } = server.address() as AddressInfo
  const slow = Array.from({ length: 20 }, () => {
    const call = request({ port, method: 'POST', path: '/picture', headers: { 'content-length': '2000' } })
    const status = new Promise<number | undefined>((resolve) =>
      call.on('response', (answer) => resolve(answer.resume().statusCode)),
    )
    call.write('x'.repeat(1000))
    return { status, finish: () => call.end('x'.repeat(1000)) }
  })
  const refused = slow.map(({ status }) => status)
  expect(await Promise.any(refused)).toBe(503)
  for (const { finish } of slow) finish()
  const statuses = await Promise.all(refused)
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(await send({}, 2000, '/picture')).toBe(200)
})

function send(headers: Record<string, string>, size: number, path = '/'): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const call = request({ port, path, method: 'POST', headers }, (answer: IncomingMessage) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject)
    // In two writes: a body of unknown length is then sent in chunks.
    call.write('x'.repeat(1000))
    call.end('x'.repeat(size - 1000))
  })
}
