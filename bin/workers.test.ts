import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smallForum } from '../tests/small-forum.ts'

const small = smallForum()
const { get, getOnce, start } = small

test('several workers serve on one port, one of them with the jobs, and one that dies is replaced', async () => {
  const forum = start({ WORKERS: '2' })
  await forum.says('ready http')
  const workers = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => getOnce('/')))
    return new Map(answers.map(({ pid, ROLE }) => [pid, ROLE]))
  }
  const first = await workers()
  expect([...first.values()].toSorted()).toEqual(['all', 'web'])
  expect(first.has(forum.child.pid ?? 0)).toBe(false)
  const [victim] = first.keys()
  process.kill(victim as number, 'SIGKILL')
  await forum.says('a worker exited')
  await expect.poll(async () => (await workers()).size, { timeout: 15_000 }).toBe(2)
  expect(await workers()).not.toContain(victim)
  const slow = get('/slow')
  await new Promise((done) => setTimeout(done, 200))
  forum.child.kill('SIGTERM')
  expect(await slow).toHaveProperty('AUTH_SECRET')
  expect(await forum.ends()).toBe(0)
  expect(forum.output().match(/application stops/g)).toHaveLength(2)
  await expect(get('/')).rejects.toThrow()
})

test('whoever comes while workers die, before that is known, hears of it', { tags: 'all' }, async () => {
  const forum = start({ WORKERS: '2' })
  await forum.says('ready http')
  const answers = await Promise.all(Array.from({ length: 4 }, () => getOnce('/')))
  const pids = new Set(answers.map(({ pid }) => pid))
  expect(pids.size).toBe(2)
  // Makes the primary process see the new connections and both deaths in one turn of its event loop.
  forum.child.kill('SIGSTOP')
  const sockets = await Promise.all(Array.from({ length: 4 }, () => connected(small.port)))
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  forum.child.kill('SIGCONT')
  await Promise.all(sockets.map(({ heard }) => heard))
  for (const { socket } of sockets) socket.destroy()
})

test('a worker that ends again and again is started again later and later', { tags: 'all' }, async () => {
  const forum = start({ WORKERS: '2' })
  await forum.says('ready http')
  await writeFile(join(small.dataDir, 'broken'), '')
  const answers = await Promise.all(Array.from({ length: 4 }, () => getOnce('/')))
  process.kill(Number(answers.find(({ ROLE }) => ROLE === 'web')?.pid), 'SIGKILL')
  const ends = () =>
    Array.from(forum.output().matchAll(/"time":(\d+),[^\n]*a worker exited/g), ([, time]) => Number(time))
  await expect.poll(() => ends().length, { timeout: 15_000 }).toBe(3)
  await rm(join(small.dataDir, 'broken'))
  const [first = 0, second = 0, third = 0] = ends()
  expect(second - first).toBeGreaterThanOrEqual(500)
  expect(third - second).toBeGreaterThanOrEqual(1000)
  expect((await getOnce('/')).ROLE, 'the other serves').toBe('all')
})

test('a worker that cannot start ends all', async () => {
  const other = createServer().listen(small.port)
  await once(other, 'listening')
  const forum = start({ WORKERS: '2' })
  expect(await forum.ends()).toBe(1)
  expect(forum.output()).toContain('A worker did not start')
  other.close()
})

/** Connects and sends a request. `heard` resolves when data arrives or the connection closes. */
async function connected(port: number): Promise<{ socket: Socket; heard: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const heard = new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
  return { socket, heard }
}
