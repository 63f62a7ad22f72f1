import { type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type ConnectionLimits, createHttpServer } from './http-server.server.ts'

const PATIENT = { timeout: 15_000 }
/** Limits so high that no test reaches them. Each test overrides the limit it tests. */
const WIDE: ConnectionLimits = {
  headers: 60_000,
  request: 60_000,
  keepAlive: 60_000,
  keepAliveOfProxy: 60_000,
  stall: 60_000,
  total: 1000,
  address: 1000,
  lookEvery: 20,
}
const HALF = 'GET / HTTP/1.1\r\nhost: localhost\r\n'
let server: Server
let sockets: OpenSocket[] = []

afterEach(() => {
  for (const { socket } of sockets) socket.destroy()
  sockets = []
  server.closeAllConnections()
  server.close()
})

const plain: RequestListener = (_, response) => response.end('here')

async function listen(limits: Partial<ConnectionLimits>, settings = {}, listener = plain): Promise<void> {
  const config = { RATE_LIMITS: true, TRUSTED_PROXIES: [], ...settings }
  server = createHttpServer(listener, config, { ...WIDE, ...limits })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

interface OpenSocket {
  socket: Socket
  said: string
  isClosed: boolean
}

const port = () => (server.address() as AddressInfo).port

/** Opens a connection, from another local address if one is given, and sends `text`. */
async function open(text = HALF, localAddress?: string): Promise<OpenSocket> {
  const socket = connect({ port: port(), host: '127.0.0.1', ...(localAddress && { localAddress }) })
  const opened: OpenSocket = { socket, said: '', isClosed: false }
  sockets.push(opened)
  socket.on('data', (data) => {
    opened.said += data
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    opened.isClosed = true
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.write(text)
  return opened
}

/** Requests a page and returns the response body. */
function visit(localAddress = '127.0.0.1'): Promise<string> {
  return new Promise((resolve) => {
    const call = request({ port: port(), host: '127.0.0.1', localAddress, agent: false }, (answer) => {
      answer.setEncoding('utf8').on('data', resolve)
    })
    call.on('error', ({ message }) => resolve(message)).end()
  })
}

const many = <T>(count: number, one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one))
const closed = () => sockets.filter(({ isClosed }) => isClosed).length

test.each([
  ['nothing', ''],
  ['half a request', HALF],
])('a connection that sends %s is ended', async (_, text) => {
  await listen({ headers: 200, request: 400 })
  const opened = await open(text)
  await vi.waitFor(() => expect(opened.isClosed).toBe(true), PATIENT)
  expect(opened.said).toMatch(/^(HTTP\/1.1 408 |$)/)
})

test('one whose headers trickle is ended, too', async () => {
  await listen({ headers: 200, request: 400 })
  const opened = await open()
  const clock = setInterval(() => opened.socket.write('x: y\r\n'), 20)
  await vi.waitFor(() => expect(opened.isClosed).toBe(true), PATIENT)
  clearInterval(clock)
})

test('one whose body trickles is ended', async () => {
  await listen({ headers: 200, request: 400 }, {}, () => undefined)
  const opened = await open('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999\r\n\r\n')
  const clock = setInterval(() => opened.socket.write('x'), 20)
  await vi.waitFor(() => expect(opened.isClosed).toBe(true), PATIENT)
  clearInterval(clock)
})

test('an answer may go on for as long as it likes', async () => {
  await listen({ headers: 100, request: 100 }, {}, (_, response) => {
    response.write('first')
    setTimeout(() => response.end('last'), 800)
  })
  const opened = await open(`${HALF}\r\n`)
  await vi.waitFor(() => expect(opened.said).toContain('last'), PATIENT)
})

test('more half-open connections than there may be keep nobody out', async () => {
  await listen({ total: 20 })
  await many(60, () => open())
  expect(await visit()).toBe('here')
  await vi.waitFor(() => expect(closed()).toBeGreaterThanOrEqual(40), PATIENT)
  expect(closed()).toBeLessThan(45)
})

test('those that are used are not ended for others', async () => {
  await listen({ total: 5 }, {}, (_, response) => void response.write('stream'))
  const streams = await many(5, () => open(`${HALF}\r\n`))
  await vi.waitFor(() => expect(streams.every(({ said }) => said.includes('stream'))).toBe(true), PATIENT)
  const late = await open()
  await vi.waitFor(() => expect(late.isClosed).toBe(true), PATIENT)
  expect(streams.some(({ isClosed }) => isClosed)).toBe(false)
})

test('those that were answered and stay open make room', async () => {
  await listen({ total: 5 })
  const idle = await many(5, () => open(`${HALF}\r\n`))
  await vi.waitFor(() => expect(idle.every(({ said }) => said.includes('here'))).toBe(true), PATIENT)
  expect(await visit()).toBe('here')
  await vi.waitFor(() => expect(closed()).toBe(1), PATIENT)
})

test('one that has sent its next request is in use, though the answer before has ended', async () => {
  let asked = 0
  await listen({ total: 1 }, {}, (_, response) => {
    if (++asked === 1) setTimeout(() => response.end('here'), 100)
    else response.write('stream')
  })
  const busy = await open(`${HALF}\r\n${HALF}\r\n`)
  await vi.waitFor(() => expect(busy.said).toMatch(/here[\s\S]*stream/), PATIENT)
  const late = await open()
  await vi.waitFor(() => expect(late.isClosed).toBe(true), PATIENT)
  expect(busy.isClosed).toBe(false)
})

test('whose answer nobody reads is ended', async () => {
  await listen({ stall: 300 }, {}, (_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
  const { socket } = await open(`${HALF}\r\n`)
  socket.pause()
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  await vi.waitFor(async () => expect(await connections()).toBe(1), PATIENT)
  await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENT)
})

test('a stream with a heartbeat is not', async () => {
  await listen({ stall: 2000 }, {}, (_, response) => {
    const heart = setInterval(() => response.write('beat'), 100)
    setTimeout(() => {
      clearInterval(heart)
      response.end('last')
    }, 3500)
  })
  const opened = await open(`${HALF}\r\n`)
  await vi.waitFor(() => expect(opened.said).toContain('last'), PATIENT)
})

test('one address has so many, and others have theirs', async () => {
  await listen({ address: 10 })
  await many(10, () => open(HALF, '127.0.0.2'))
  expect(await visit('127.0.0.2')).not.toBe('here')
  expect(await visit('127.0.0.3')).toBe('here')
  sockets[0]?.socket.destroy()
  await vi.waitFor(async () => expect(await visit('127.0.0.2')).toBe('here'), PATIENT)
})

test.each([
  ['a proxy we trust', { TRUSTED_PROXIES: ['127.0.0.0/8'] }],
  ['measurements without limits', { RATE_LIMITS: false }],
])('%s may have as many as there are', async (_, settings) => {
  await listen({ address: 10 }, settings)
  await many(30, () => open())
  expect(await visit()).toBe('here')
  expect(closed()).toBe(0)
})

test.each([
  [[], 5000],
  [['10.0.0.0/8'], 75_000],
])('behind proxies (%j) connections are kept for longer', (TRUSTED_PROXIES, keepAliveTimeout) => {
  server = createHttpServer(plain, { RATE_LIMITS: true, TRUSTED_PROXIES })
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout })
})
