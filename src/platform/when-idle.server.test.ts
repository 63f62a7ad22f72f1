import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { whenIdle } from './when-idle.server.ts'

let server: Server
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

async function listen(): Promise<{ port: number; arrived: () => number }> {
  let arrived = 0
  server = createServer((socket) => {
    arrived++
    sockets.push(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, arrived: () => arrived }
}

test('work begins when all who stand at the door are in', async () => {
  const { port, arrived } = await listen()
  const crowd = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
  sockets.push(...crowd)
  // One is in, so the others are on their way.
  await expect.poll(arrived, { interval: 0 }).toBeGreaterThan(0)
  await Promise.all([1, 2, 3].map(whenIdle))
  expect(arrived()).toBe(50)
})

test('who comes without an end keeps nobody from working for more than a quarter of a second', async () => {
  const { port } = await listen()
  let isOver = false
  const comeAndGo = () => {
    if (isOver) return
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      comeAndGo()
    })
    socket.on('error', () => {})
  }
  for (let n = 0; n < 20; n++) comeAndGo()
  const started = performance.now()
  await whenIdle()
  isOver = true
  expect(performance.now() - started).toBeLessThan(1000)
})
