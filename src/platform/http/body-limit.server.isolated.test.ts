import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trickle } from '../../../tests/trickle.ts'
import { bodyLimit } from './body-limit.server.ts'
import { limitUploads } from './upload-limit.server.ts'

const PICTURE = {
  method: 'POST',
  path: '/picture',
  limit: 1_000_000,
  message: 'A large picture.',
  sender: async (c: Context) => {
    const account = c.req.header('x-sender')
    return account ? { account, address: c.req.header('x-address') ?? '' } : undefined
  },
}
let decode = async () => {}
const app = new Hono()
  .use('/slow/*', bodyLimit([limitUploads({ ...PICTURE, path: '/slow/picture', grace: 300 })]))
  .use('/few/*', bodyLimit([limitUploads({ ...PICTURE, path: '/few/picture', memory: 8000 })]))
  .use('/decoded/*', bodyLimit([limitUploads({ ...PICTURE, path: '/decoded/picture' })]))
  .use(bodyLimit([limitUploads(PICTURE)], /^\/post$/))
  .post('/decoded/*', async (c) => {
    await decode()
    return c.text('')
  })
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
  ['of stated length', { 'content-length': String(1_048_576) }, 1_048_576, 200],
  ['of stated length, one byte too long', { 'content-length': String(1_048_577) }, 1_048_577, 413],
  ['of unknown length', {}, 1_048_576, 200],
  ['of unknown length, one byte too long', {}, 1_048_577, 413],
] as const)('a post %s', async (_, headers, size, status) => {
  expect(await send(headers, size, '/post')).toBe(status)
})

test.each([
  ['of stated length', { 'content-length': String(1_000_000) }, 1_000_000, 200],
  ['of stated length, one byte too long', { 'content-length': String(1_000_001) }, 1_000_001, 413],
  ['of unknown length', {}, 1_000_000, 200],
  ['of unknown length, one byte too long', {}, 1_000_001, 413],
] as const)('an upload %s', async (_, headers, size, status) => {
  expect(await send({ ...headers, 'x-sender': 'ada' }, size, '/picture')).toBe(status)
})

test('when unfinished uploads hold all memory, the slowest end and a member who sends gets through', async () => {
  const slow = Array.from({ length: 8 }, (_, n) => begin({ 'x-sender': `member ${n}` }, 2000, '/few/picture'))
  const failed: unknown[] = []
  for (const { status } of slow) void status.then((code) => failed.push(code))
  await Promise.all(slow.map(({ written }) => written))
  await sleep(500) // paused uploads become the slowest
  expect(await send({ 'x-sender': 'ada' }, 4000, '/few/picture')).toBe(200)
  await vi.waitFor(() => expect(failed).toEqual([503, 503, 503, 503]))
  for (const { finish } of slow) finish()
  expect((await Promise.all(slow.map(({ status }) => status))).toSorted()).toEqual([
    ...Array(4).fill(200),
    ...Array(4).fill(503),
  ])
})

test('uploads from one address share a part of the memory, whoever their senders are', async () => {
  const from = (address: string, sender: string) => ({ 'x-address': address, 'x-sender': sender })
  const size = 1_000_000
  const slow = Array.from({ length: 12 }, (_, n) => begin(from(`2001:db8::${n + 1}`, `${n}`), size))
  const failed: unknown[] = []
  for (const { status } of slow) void status.then((code) => failed.push(code))
  await Promise.all(slow.map(({ written }) => written))
  expect(await send(from('2001:db8:0:1::3', 'bo'), size, '/picture')).toBe(200)
  expect(failed).toEqual([])
  await sleep(2000) // paused uploads become the slowest
  expect(await send(from('2001:db8::3', 'ada'), size, '/picture')).toBe(200)
  await vi.waitFor(() => expect(failed).toEqual([503]))
  for (const { call } of slow) call.destroy()
})

test('what has arrived and is being decoded takes no place of what arrives, and its sender waits', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let decoding = 0
  decode = () => {
    decoding++
    return promise
  }
  const path = '/decoded/picture'
  const sent = Array.from({ length: 8 }, (_, n) => send({ 'x-sender': `member ${n}` }, 2000, path))
  await vi.waitFor(() => expect(decoding).toBe(8))
  const ninth = send({ 'x-sender': 'late' }, 2000, path)
  await vi.waitFor(() => expect(decoding).toBe(9))
  expect(await send({ 'x-sender': 'late' }, 2000, path)).toBe(429)
  resolve()
  expect(await Promise.all([...sent, ninth])).toEqual(Array(9).fill(200))
})

test('a member sends one at a time', async () => {
  const first = begin({ 'x-sender': 'ada' })
  await vi.waitFor(async () => expect(await send({ 'x-sender': 'ada' }, 2000, '/picture')).toBe(429))
  expect(await send({ 'x-sender': 'bo' }, 2000, '/picture')).toBe(200)
  first.finish()
  expect(await first.status).toBe(200)
  expect(await send({ 'x-sender': 'ada' }, 2000, '/picture')).toBe(200)
})

test('guests who let a body trickle hear 401 before it has come, and take nobody’s place', async () => {
  const guests = Array.from({ length: 20 }, () => trickle(address(), '/picture'))
  for (const { said } of guests) expect(await said).toMatch(/^HTTP\/1.1 401 /)
  expect(await send({ 'x-sender': 'ada' }, 2000, '/picture')).toBe(200)
  await Promise.all(guests.map(({ closed }) => closed))
})

test('what does not arrive in time is given up, and its sender may try again', async () => {
  const slow = trickle(address(), '/slow/picture', 'x-sender: ada\r\n')
  expect(await slow.said).toMatch(/^HTTP\/1.1 408 /)
  await slow.closed
  expect(await send({ 'x-sender': 'ada' }, 2000, '/slow/picture')).toBe(200)
})

test('who leaves in the middle of it may come again', async () => {
  const { call } = begin({ 'x-sender': 'ada' })
  await vi.waitFor(async () => expect(await send({ 'x-sender': 'ada' }, 2000, '/picture')).toBe(429))
  call.destroy()
  await vi.waitFor(async () => expect(await send({ 'x-sender': 'ada' }, 2000, '/picture')).toBe(200))
})

const address = () => ({ port: (server.address() as AddressInfo).port })

/** Starts an upload and sends all of its body except for the last 1,000 bytes. */
function begin(headers: Record<string, string>, size = 2000, path = '/picture') {
  const call = request({
    ...address(),
    method: 'POST',
    path,
    headers: { 'content-length': String(size), ...headers },
  })
  const status = new Promise<number | undefined>((resolve) =>
    call.on('response', (answer) => resolve(answer.resume().statusCode)),
  )
  call.on('error', () => undefined)
  const written = new Promise((resolve) => call.write('x'.repeat(size - 1000), resolve))
  return { call, status, written, finish: () => call.end('x'.repeat(1000)) }
}

function send(headers: Record<string, string>, size: number, path = '/'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ ...address(), path, method: 'POST', headers }, (answer: IncomingMessage) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject)
    // Writes the body in two parts, so that Node sends it in chunks if its length is unknown.
    call.write('x'.repeat(1000))
    call.end('x'.repeat(size - 1000))
  })
}
