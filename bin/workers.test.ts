import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smallForum } from '../tests/small-forum.ts'

const small = smallForum()
const { get, getOnce, start } = small

test('several workers serve on one port, one of them with the jobs, and one that dies is replaced', async () => {
  const forum = start({ WORKERS: '2' })
  await forum.says('ready')
  const workers = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => getOnce('/')))
    return new Map(answers.map(({ pid, ROLE }) => [pid, ROLE]))
  }
  const first = await workers()
  expect([...first.values()].toSorted()).toEqual(['all', 'web'])
  expect(first.has(forum.child.pid ?? 0)).toBe(false)
  const [victim] = first.keys()
  process.kill(victim as number, 'SIGKILL')
  await forum.says('a worker has ended')
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

test('whoever a dead worker had not yet been given to hears of it', async () => {
  const forum = start({ WORKERS: '2' })
  await forum.says('ready')
  const pids = new Set(
    (await Promise.all(Array.from({ length: 4 }, () => getOnce('/')))).map(({ pid }) => pid),
  )
  expect(pids.size).toBe(2)
  // The second of a worker is handed on while the first keeps it busy.
  const asked = Array.from({ length: 4 }, () =>
    getOnce('/busy').then(
      () => 'answered',
      () => 'closed',
    ),
  )
  await expect.poll(() => forum.output().match(/application is busy/g)?.length, { timeout: 15_000 }).toBe(2)
  for (const pid of pids) process.kill(pid as number, 'SIGKILL')
  expect(await Promise.all(asked)).toEqual(Array(4).fill('closed'))
})

test('a worker that ends again and again is started again later and later', async () => {
  const forum = start({ WORKERS: '2' })
  await forum.says('ready')
  await writeFile(join(small.dataDir, 'broken'), '')
  const answers = await Promise.all(Array.from({ length: 4 }, () => getOnce('/')))
  process.kill(Number(answers.find(({ ROLE }) => ROLE === 'web')?.pid), 'SIGKILL')
  const ends = () =>
    Array.from(forum.output().matchAll(/"time":(\d+),[^\n]*a worker has ended/g), ([, time]) => Number(time))
  await expect.poll(() => ends().length, { timeout: 15_000 }).toBe(4)
  await rm(join(small.dataDir, 'broken'))
  const [first = 0, second = 0, third = 0, fourth = 0] = ends()
  expect(second - first).toBeGreaterThanOrEqual(500)
  expect(third - second).toBeGreaterThanOrEqual(1000)
  expect(fourth - third).toBeGreaterThanOrEqual(2000)
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
