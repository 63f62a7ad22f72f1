import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const FAST = 30_000 // ms for an orderly end, before the server is told to drop everything

/**
 * Stops the server of a cluster folder and waits until it is gone, whoever started it: first in an orderly way
 * (`fast`), after 30 s by force; the next start then recovers from the log.
 */
export async function stopPostmaster(folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = await postmasterPid(folder)
    if (pid === undefined) return
    signalTo(pid, signal)
    for (const started = performance.now(); performance.now() - started < FAST; await sleep(10)) {
      if (!existsSync(join(folder, 'postmaster.pid')) && !(await isPostmaster(pid, folder))) return
      if (signal !== 'SIGINT' && !(await isPostmaster(pid, folder))) return
    }
  }
}

/** Whether a server works on a cluster folder, whoever started it. */
export async function isServed(folder: string): Promise<boolean> {
  return (await postmasterPid(folder)) !== undefined
}

/**
 * Removes a postmaster.pid whose number now belongs to another program, as happens in containers, where numbers
 * start anew. PostgreSQL handles a number that belongs to nobody, and more carefully than we could.
 */
export async function clearStalePid(folder: string): Promise<void> {
  const pid = await pidIn(folder)
  if (pid === undefined || process.platform !== 'linux') return
  if (!existsSync(`/proc/${pid}`) || (await isPostmaster(pid, folder))) return
  // A server that was killed leaves children which still hold its memory: never start beside them.
  const others = await readdir('/proc')
  const working = await Promise.all(
    others.filter((name) => /^\d+$/.test(name)).map((name) => worksIn(Number(name), folder)),
  )
  if (!working.includes(true)) await unlink(join(folder, 'postmaster.pid')).catch(() => undefined)
}

async function postmasterPid(folder: string): Promise<number | undefined> {
  const pid = await pidIn(folder)
  return pid !== undefined && (await isPostmaster(pid, folder)) ? pid : undefined
}

async function pidIn(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

/** PostgreSQL works in its cluster folder; a zombie or a stranger does not. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  return process.platform === 'linux' ? await worksIn(pid, folder) : signalTo(pid, 0)
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    return false
  }
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
