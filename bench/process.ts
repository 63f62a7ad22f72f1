import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A program under measurement that has said it is ready. */
export interface Running {
  origin: string
  pid: number
  /** Milliseconds from its start until it said so. */
  readyAfter: number
  stop(): Promise<void>
}

/** Starts a script with this Node and waits (120 s at most) for its line `ready <port or address>`. */
export async function run(
  script: URL,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  options: string[] = [],
): Promise<Running> {
  const started = performance.now()
  const child = spawn(process.execPath, [...options, script.pathname, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = await firstReady(child)
  return {
    origin: ready.startsWith('http') ? ready.replace('localhost', '127.0.0.1') : `http://127.0.0.1:${ready}`,
    pid: child.pid as number,
    readyAfter: performance.now() - started,
    stop: () => stopped(child),
  }
}

function firstReady(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(() => reject(new Error('not ready within 120 s')), 120_000)
  child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const found = /^ready (\S+)/.exec(line)?.[1]
    if (found) resolve(found)
  })
  return promise.finally(() => clearTimeout(timer))
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGTERM')
  await promise
}
