// Real programs, each in a folder of its own, ended with the test, even one that is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../bin/port.ts'
import { systemProgram } from '../../bin/system.ts'
import { extendPath } from '../../bin/systems.ts'

/** The path of a program, or undefined where the system has none. */
export function find(name: string): string | undefined {
  extendPath()
  return systemProgram(name)
}

export interface Program {
  child: ChildProcess
  output: () => string
  /** Ends it with a signal and waits. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export interface ProgramOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  owner?: { uid: number; gid: number } | undefined
}

/** Starts a program and watches that it does not outlive us. */
export function startProgram(
  path: string,
  args: string[],
  { cwd, env, owner }: ProgramOptions = {},
): Program {
  const child = spawn(path, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...owner,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  const script = 'while kill -0 "$1" && kill -0 "$2"; do sleep 1; done 2>/dev/null; kill "$2" 2>/dev/null'
  spawn('sh', ['-c', script, 'sh', String(process.pid), String(child.pid)], {
    detached: true,
    stdio: 'ignore',
  }).unref()
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { child, output: () => text, end }
}

/** A folder that goes with the test. */
export async function temporaryFolder(owner?: { uid: number; gid: number }) {
  const path = await mkdtemp(join(tmpdir(), 'threshold-systems-'))
  if (owner) await chown(path, owner.uid, owner.gid)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Resolves when `isSo` does; what it throws counts as not yet. */
export async function until(
  isSo: () => unknown,
  what: string | (() => string),
  milliseconds = 20_000,
): Promise<void> {
  const end = Date.now() + milliseconds
  for (;;) {
    const done = await Promise.resolve()
      .then(isSo)
      .catch(() => false)
    if (done) return
    if (Date.now() > end) throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`)
    await sleep(20)
  }
}

export interface Redis extends Program {
  url: string
  port: number
}

/** A Redis, or a Valkey, that keeps nothing. */
export async function startRedis(port?: number): Promise<Redis> {
  const path = find('valkey-server') ?? find('redis-server')
  if (!path) throw new Error('There is no redis-server.')
  const own = port ?? (await freePort())
  const program = startProgram(
    path,
    ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      cwd: tmpdir(),
    },
  )
  await until(() => /Ready to accept connections/.test(program.output()), 'Redis')
  return { ...program, url: `redis://127.0.0.1:${own}`, port: own }
}
