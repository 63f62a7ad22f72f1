import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { freePort } from '../bin/port.ts'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { removeAfterExit } from '../src/db/temporary.server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const application = `import { existsSync } from 'node:fs'
export default {
  async fetch(request, { incoming }) {
    const { pathname } = new URL(request.url)
    if (pathname === '/slow') await new Promise((done) => setTimeout(done, 1000))
    const { DATABASE_URL, AUTH_SECRET, NODE_ENV } = process.env
    const { ROLE } = process.env
    const { pid } = process
    return Response.json({ DATABASE_URL, AUTH_SECRET, NODE_ENV, ROLE, pid, address: incoming.socket.remoteAddress })
  },
  leave: () => console.log('application leaves'),
  start: () => {
    if (process.env.ROLE === 'web' && existsSync(process.env.DATA_DIR + '/broken')) process.exit(3)
    console.log('application starts')
  },
  stop: () => console.log('application stops'),
}`

/** Runs the forum's real commands and database with a tiny application. Tests in a file share the data. */
export function smallForum() {
  let folder = ''
  let dataDir = ''
  let port = 0
  const started: ChildProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threshold-start-'))
    removeAfterExit(folder)
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
    const says = (words: string) => expect.poll(output, { timeout: 40_000 }).toContain(words)
    return { child, output, ends, end, says }
  }

  /** Requests a path on a new connection, so that repeated requests reach all workers in turn. */
  async function getOnce(path: string): Promise<{ pid: number; ROLE?: string }> {
    return (await fetch(`http://localhost:${port}${path}`, { headers: { connection: 'close' } })).json()
  }

  async function get(path: string): Promise<Record<string, string>> {
    return (await fetch(`http://localhost:${port}${path}`)).json()
  }

  return {
    start,
    get,
    getOnce,
    get folder() {
      return folder
    },
    get dataDir() {
      return dataDir
    },
    get port() {
      return port
    },
  }
}
