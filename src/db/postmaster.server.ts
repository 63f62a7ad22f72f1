import { existsSync, readFileSync, rmSync } from 'node:fs'
import { readdir, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { embeddedUrl } from '../platform/files/data-folder.server.ts'

const FAST = 30_000 // ms for an orderly shutdown before the server is forced to stop

/** Stops the server of a cluster folder, by force after 30 s. The next start then recovers from its log. */
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

/** Returns whether a process exists, even if it belongs to another user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function isServed(folder: string): Promise<boolean> {
  return (await postmasterPid(folder)) !== undefined
}

/**
 * Removes a dead server's locks on its folder and socket if their process id now belongs to another program, as
 * happens in containers. PostgreSQL itself removes the locks of processes that do not exist.
 */
export async function clearStaleLocks(folder: string, socket: string): Promise<void> {
  if (process.platform !== 'linux') return
  const stale: { lock: string; pid: number }[] = []
  for (const lock of [join(folder, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) {
    const pid = pidIn(lock)
    if (pid !== undefined && existsSync(`/proc/${pid}`) && !(await isPostmaster(pid, folder)))
      stale.push({ lock, pid })
  }
  if (stale.length === 0) return
  // Child processes of a killed server still use its memory, so no other server may start on the same folder.
  const others = await readdir('/proc')
  const working = await Promise.all(
    others.filter((name) => /^\d+$/.test(name)).map((name) => worksIn(Number(name), folder)),
  )
  if (working.includes(true)) return
  // Synchronous, because another process may have started a server by now, whose lock must stay.
  for (const { lock, pid } of stale) if (pidIn(lock) === pid) rmSync(lock, { force: true })
}

async function postmasterPid(folder: string): Promise<number | undefined> {
  const pid = pidIn(join(folder, 'postmaster.pid'))
  return pid !== undefined && (await isPostmaster(pid, folder)) ? pid : undefined
}

function pidIn(lock: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Recognizes the server by its working directory, which is its cluster folder. */
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

/** Arguments of the advisory lock that the server's owner holds: two arbitrary numbers. */
export const LOCK = '1952999781, 1'

export async function findLockHolder(client: pg.Client): Promise<string> {
  const [classid, objid] = LOCK.split(', ')
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2`,
    [classid, objid],
  )
  return rows[0]?.application_name.replace('threshold ', '') ?? 'process unknown'
}

export async function createForumDatabase(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedUrl(dataDir, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create database threshold')
  } catch {
  } finally {
    await client.end().catch(() => undefined)
  }
}
