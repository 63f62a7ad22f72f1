import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OverloadedError } from '../outage.ts'
import { ChildWorker, WorkEndedError } from './child-worker.server.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Options of slow tests, with a timeout for a busy machine. */
const PATIENT = { timeout: 15_000 }
const LIMIT = 300 * 1024 * 1024
/** A child program that performs the requested `act`. By default it returns its process id. */
const PROGRAM = `
  import { serveParent } from ${JSON.stringify(join(here, 'child-program.server.ts'))}
  const kept = []
  serveParent(async ({ act }) => {
    if (act === 'wait') await new Promise(() => {})
    if (act === 'block') while (true);
    while (act === 'pile') kept.push({ kept: [kept.length] })
    if (act === 'crash') process.kill(process.pid, 'SIGSEGV')
    if (act === 'exit') process.exit(0)
    while (act === 'hoard') {
      kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
      await new Promise((done) => setTimeout(done, 5))
    }
    return { pid: process.pid, secret: process.env.AUTH_SECRET ?? null }
  }, ${LIMIT})`
let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-child-'))
  path = join(folder, 'program.ts')
  await writeFile(path, PROGRAM)
})
afterAll(() => rm(folder, { recursive: true }))

type Act = { act?: 'wait' | 'block' | 'crash' | 'exit' | 'hoard' | 'pile' }
const worker = (options = {}) =>
  new ChildWorker<Act, { pid: number; secret: string | null }>({
    path,
    deadline: 30_000,
    idle: 30_000,
    queue: 10,
    ...options,
  })
/** Returns false for a process that has ended, even if it is a zombie, as in a container without an init. */
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('one process does one work after the other', async () => {
  const child = worker()
  const answers = await Promise.all([child.run({}), child.run({}), child.run({})])
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
  expect(answers[0]?.pid).not.toBe(process.pid)
})

test('it is told none of our secrets', async () => {
  vi.stubEnv('AUTH_SECRET', 'x'.repeat(32))
  expect((await worker().run({})).secret).toBeNull()
  vi.unstubAllEnvs()
})

test.each(['crash', 'exit', 'hoard', 'pile'] as const)(
  '%s: the work fails, and the next is done',
  async (act) => {
    const child = worker()
    const { pid } = await child.run({})
    const [failed, next] = await Promise.allSettled([child.run({ act }), child.run({})])
    expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(WorkEndedError) })
    expect(next).toMatchObject({ status: 'fulfilled', value: { pid: expect.any(Number) } })
    expect(isRunning(pid)).toBe(false)
  },
)

test.each(['wait', 'block'] as const)('%s: it ends at the deadline, and the next is done', async (act) => {
  const child = worker({ deadline: 500 })
  const { pid } = await child.run({})
  expect(isRunning(pid)).toBe(true)
  const [failed, next] = await Promise.allSettled([child.run({ act }), child.run({})])
  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(WorkEndedError) })
  expect(next.status).toBe('fulfilled')
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENT)
})

test('without work it ends, and starts again', async () => {
  const child = worker({ idle: 50 })
  const { pid } = await child.run({})
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENT)
  expect((await child.run({})).pid).not.toBe(pid)
})

test('more than may wait are refused at once', async () => {
  const child = worker({ queue: 1 })
  const works = await Promise.allSettled([child.run({}), child.run({}), child.run({})])
  expect(works.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(works[2]).toMatchObject({ reason: expect.any(OverloadedError) })
})

test('a program that cannot start is our failure, not that of the work', async () => {
  const failing = join(folder, 'failing.ts')
  await writeFile(failing, 'process.exit(3)')
  const error = await worker({ path: failing })
    .run({})
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(WorkEndedError)
})

test('a program that never begins is ended, and the next work may try again', async () => {
  const silent = join(folder, 'silent.ts')
  await writeFile(silent, "process.on('disconnect', () => process.exit()); setInterval(() => {}, 1000)")
  const child = worker({ path: silent, startDeadline: 300 })
  const works = await Promise.allSettled([child.run({}), child.run({})])
  const ended = { cause: expect.objectContaining({ message: 'the process exited with SIGKILL' }) }
  expect(works).toMatchObject(Array(2).fill({ status: 'rejected', reason: ended }))
})

const asCommand = (body: string) => `
  import { ChildWorker } from ${JSON.stringify(join(here, 'child-worker.server.ts'))}
  const child = new ChildWorker({ path: ${JSON.stringify(path)}, deadline: 60_000, idle: 60_000, queue: 1 })
  console.log((await child.run({})).pid)
  ${body}`

test('it keeps no command from ending, and ends with it', async () => {
  const command = join(folder, 'command.ts')
  await writeFile(command, asCommand(''))
  const { stdout } = await promisify(execFile)(process.execPath, [command])
  await vi.waitFor(() => expect(isRunning(Number(stdout))).toBe(false), PATIENT)
})

test('it ends with one that is killed, also in the middle of a work', async () => {
  const command = join(folder, 'working.ts')
  await writeFile(command, asCommand("await child.run({ act: 'wait' })"))
  const parent = spawn(process.execPath, [command], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [text] = await once(parent.stdout, 'data')
  expect(isRunning(Number(text))).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isRunning(Number(text))).toBe(false), PATIENT)
})
