import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { removeAfterUs } from '../src/db/temporary.server.ts'
import { freePort } from './port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const application = `export default {
  async fetch(request, { incoming }) {
    if (new URL(request.url).pathname === '/slow') await new Promise((done) => setTimeout(done, 1000))
    const { DATABASE_URL, AUTH_SECRET, NODE_ENV } = process.env
    const { ROLE } = process.env
    const { pid } = process
    return Response.json({ DATABASE_URL, AUTH_SECRET, NODE_ENV, ROLE, pid, address: incoming.socket.remoteAddress })
  },
  leave: () => console.log('application leaves'),
  start: () => console.log('application starts'),
  stop: () => console.log('application stops'),
}`
let folder: string
let dataDir: string
let port: number
const started: ChildProcess[] = []

/** The commands and the database from the sources, with an application of four lines; one data folder for all. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-start-'))
  removeAfterUs(folder)
  dataDir = join(folder, 'data')
  for (const part of ['bin', 'src/db', 'src/platform']) {
    await cp(join(root, part), join(folder, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'dist/server'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'dist/server/server.js'), application)
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  port = await freePort()
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await stopPostmaster(join(dataDir, 'postgres'))
})

test('serves, tells the application what it needs, and says where', async () => {
  const forum = start()
  await forum.says(`ready http://localhost:${port}`)
  const answer = await get('/')
  expect(answer).toMatchObject({ NODE_ENV: 'production', address: expect.stringMatching(/127\.0\.0\.1|::1/) })
  expect(answer.DATABASE_URL).toContain(encodeURIComponent(dataDir))
  expect(answer.AUTH_SECRET).toBe((await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim())
  expect(await forum.end('SIGINT')).toBe(0)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s, even twice, lets a request finish and stops all',
  async (signal) => {
    const forum = start()
    await forum.says('ready')
    const slow = get('/slow')
    await new Promise((done) => setTimeout(done, 200))
    forum.child.kill(signal)
    setTimeout(() => forum.child.kill(signal), 100)
    expect(await slow).toHaveProperty('AUTH_SECRET')
    await once(forum.child, 'exit')
    expect(forum.child.exitCode).toBe(0)
    expect(forum.output()).toMatch(/application stops\n$/)
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
  },
)

test('says first that it is not ready, serves for a while, and closes connections with their answers', async () => {
  const forum = start({ DRAIN_SECONDS: '1' })
  await forum.says('ready')
  forum.child.kill('SIGTERM')
  await forum.says('application leaves')
  const answer = await fetch(`http://localhost:${port}/`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect(await forum.ends()).toBe(0)
})

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

test('a worker that cannot start ends all', async () => {
  const other = createServer().listen(port)
  await once(other, 'listening')
  const forum = start({ WORKERS: '2' })
  expect(await forum.ends()).toBe(1)
  expect(forum.output()).toContain('A worker did not start')
  other.close()
})

test('a second one on the same data is refused', async () => {
  const first = start()
  await first.says('ready')
  const second = start({ PORT: String(await freePort()) })
  expect(await second.ends()).toBe(1)
  expect(second.output()).toContain(
    `Another Threshold is already running on ${dataDir} (process ${first.child.pid})`,
  )
  expect(await get('/')).toHaveProperty('AUTH_SECRET')
})

test('starts again by itself after a hard kill', async () => {
  const first = start()
  await first.says('ready')
  await first.end('SIGKILL')
  const second = start()
  await second.says('ready')
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a wrong configuration is refused before anything is made', async () => {
  const unmade = join(folder, 'unmade')
  const forum = start({ PORT: 'abc', LOG_LEVEL: 'loud', DATA_DIR: unmade })
  expect(await forum.ends()).toBe(1)
  expect(forum.output()).toMatch(/PORT=abc is not allowed; allowed: a whole number.*\n {2}LOG_LEVEL=loud/)
  expect(existsSync(unmade)).toBe(false)
})

test('a taken port is named, and the database does not stay behind', async () => {
  const other = createServer().listen(port)
  await once(other, 'listening')
  const forum = start()
  expect(await forum.ends()).toBe(1)
  expect(forum.output()).toContain(`Port ${port} is taken`)
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
  other.close()
})

function start(env: Record<string, string> = {}) {
  const clean = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, ...env }
  const child = spawn(process.execPath, ['bin/start.ts'], {
    cwd: folder,
    env: clean,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  started.push(child)
  const output = () => text
  const ends = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    return child.exitCode
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ends()
  }
  const says = (words: string) => expect.poll(output, { timeout: 15_000 }).toContain(words)
  return { child, output, ends, end, says }
}

/** On a connection of its own: each goes to the worker whose turn it is. */
async function getOnce(path: string): Promise<{ pid: number; ROLE?: string }> {
  return (await fetch(`http://localhost:${port}${path}`, { headers: { connection: 'close' } })).json()
}

async function get(path: string): Promise<Record<string, string>> {
  return (await fetch(`http://localhost:${port}${path}`)).json()
}
