import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { MEMORY } from './memory.mjs'
import type { Undo } from './shutdown.ts'

/** Runs a Node program in this terminal. Returns its exit code, or 1 after a signal. */
export function runNode(args: string[], env: NodeJS.ProcessEnv, undo: Undo): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  undo(() => stopped(child))
  return exitCode(child)
}

/** Runs a program without output. Returns its exit code, or 1 if it does not exist. */
export function runQuietly(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return exitCode(spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } }))
}

/** Starts a server of this project. `ready` resolves when it prints `ready`. `stop` shuts it down. */
export function startServer(args: string[], env: NodeJS.ProcessEnv) {
  // Detached from the terminal, so that on Ctrl-C this process can stop the browser first.
  const child = spawn(process.execPath, [...MEMORY, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // closes when this process ends, which stops the child
    env: { ...process.env, ...env },
    detached: true,
  })
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    for (const input of [child.stdout, child.stderr]) {
      if (input)
        createInterface({ input }).on('line', (line) => {
          lines.push(line)
          if (line.startsWith('ready ')) resolve()
        })
    }
    child.on('exit', (code) => reject(new Error(`${args[0]} exited with ${code}:\n${lines.join('\n')}`)))
  })
  return { ready, stop: () => stopped(child), lines }
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = exitCode(child)
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await gone
  clearTimeout(impatience)
}
