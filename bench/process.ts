import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface RunningForum {
  origin: string
  stop(): Promise<void>
}

/** Starts a script with this Node and waits for it to print `ready <port or URL>`. */
export async function run(
  script: URL,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  options: string[] = [],
): Promise<RunningForum> {
  const child = spawn(process.execPath, [...options, script.pathname, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.once('exit', (code) => reject(new Error(`${script.pathname} ended with ${code} before it was ready`)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const address = /^ready (\S+)/.exec(line)?.[1]
    if (address) resolve(address)
  })
  const ready = await promise
  return {
    origin: ready.startsWith('http') ? ready.replace('localhost', '127.0.0.1') : `http://127.0.0.1:${ready}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
