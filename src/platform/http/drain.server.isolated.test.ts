import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Drain } from './drain.server.ts'

const PASSES_ON = { 'x-drain': '502' }
/** Seconds during which the node keeps serving, until proxies' health checks notice that it is leaving. */
const WHILE = 0.3
let drain: Drain
let server: Server

beforeEach(async () => {
  drain = new Drain()
  server = createServer(drain.over((_, response) => response.end('here')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function ask(headers: Record<string, string> = {}, method = 'GET'): Promise<[number, string | null]> {
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method, headers })
  await answer.arrayBuffer()
  return [answer.status, answer.headers.get('connection')]
}

const timed = async (work: Promise<unknown>) => {
  const began = performance.now()
  await work
  return performance.now() - began
}

test('who is served before keeps the connection, and gives it back from then on', async () => {
  expect(await ask(PASSES_ON)).toEqual([200, 'keep-alive'])
  const left = drain.leave(WHILE)
  expect(await ask()).toEqual([200, 'close'])
  expect(await ask(PASSES_ON)).toEqual([200, 'close'])
  await left
})

test('a proxy that passes reads on is told by one in the end, and then it is over', async () => {
  await ask(PASSES_ON)
  let isOver = false
  const left = drain.leave(WHILE).then(() => {
    isOver = true
  })
  await expect.poll(() => ask(PASSES_ON), { interval: 20 }).toEqual([502, 'close'])
  // The proxy received the 502 only a moment ago, so its earlier requests may still be arriving.
  expect(isOver).toBe(false)
  expect(await timed(left)).toBeLessThan(1000)
})

test('a write is done to the end, and so is what somebody else reads', async () => {
  await ask(PASSES_ON)
  const left = drain.leave(WHILE)
  await expect.poll(() => ask(PASSES_ON, 'HEAD'), { interval: 20 }).toEqual([502, 'close'])
  expect(await ask(PASSES_ON, 'POST')).toEqual([200, 'close'])
  expect(await ask()).toEqual([200, 'close'])
  await left
})

test('where nobody passes anything on, it is over after its seconds', async () => {
  await ask()
  const took = await timed(drain.leave(WHILE))
  expect(took).toBeGreaterThanOrEqual(WHILE * 1000 - 5)
  expect(took).toBeLessThan(WHILE * 1000 + 1000)
})

test('a proxy from which nothing comes is waited for a while only', async () => {
  await ask(PASSES_ON)
  expect(await timed(drain.leave(WHILE))).toBeLessThan(WHILE * 1000 + 4000)
})

test('without seconds it is over at once', async () => {
  await ask(PASSES_ON)
  expect(await timed(drain.leave(0))).toBeLessThan(1000)
})
