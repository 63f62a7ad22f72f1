import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitedBody } from './body-limit.server.ts'

const app = new Hono().use(limitedBody()).post('/', async (c) => c.text(String((await c.req.text()).length)))
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

function send(headers: Record<string, string>, size: number): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const call = request({ port, method: 'POST', headers }, (answer: IncomingMessage) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject)
    // In two writes: a body of unknown length is then sent in chunks.
    call.write('x'.repeat(1000))
    call.end('x'.repeat(size - 1000))
  })
}
