// Starts real programs, and creates temporary folders. Programs end with the test, even if it is killed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../bin/port.ts'
import { systemProgram } from '../../bin/system.ts'
import { extendPath } from './setup.ts'

/** Returns the path of a program, or undefined if it is not installed. */
export function find(name: string): string | undefined {
  extendPath()
  return systemProgram(name)
}

export interface Program {
  child: ChildProcess
  output: () => string
  /** Sends a signal and waits until the program has exited. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export interface ProgramOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  owner?: { uid: number; gid: number } | undefined
}

/** Starts a program. Also starts a shell that ends the program if this process dies first. */
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

/** Creates a temporary folder. With `ofDatabase`, the database user owns it. */
export async function temporaryFolder({ ofDatabase = false } = {}) {
  const owner = ofDatabase ? databaseOwner() : undefined
  const path = await mkdtemp(join(tmpdir(), 'threshold-systems-'))
  if (owner) await chown(path, owner.uid, owner.gid)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Polls until `isSo` returns a truthy value. An exception counts as false. */
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

/** Returns the user that runs PostgreSQL, which refuses to run as root: as root, Debian's `postgres`. */
function databaseOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export interface Postgres extends Program {
  /** URL of the database `threshold`. */
  url: string
  port: number
}

/** Starts Debian's PostgreSQL in a folder, as a new server or as a streaming replica of `of`. */
export async function startPostgres(folder: string, of?: Postgres): Promise<Postgres> {
  const owner = databaseOwner()
  const port = await freePort()
  const run = (name: string, args: string[]) =>
    execFileSync(find(name) as string, args, { cwd: '/', stdio: 'pipe', ...owner })
  const source = ['-h', '127.0.0.1', '-p', String(of?.port), '-U', 'threshold']
  if (of) run('pg_basebackup', ['-D', folder, ...source, '-R', '-c', 'fast'])
  else
    run('initdb', [
      '-D',
      folder,
      '-U',
      'threshold',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
  const settings = [
    'fsync=off',
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=150',
  ]
  const flags = [...settings, 'wal_keep_size=64MB'].flatMap((setting) => ['-c', setting])
  const program = startProgram(find('postgres') as string, ['-D', folder, ...flags], { cwd: '/', owner })
  const server = `postgresql://threshold@127.0.0.1:${port}`
  await until(
    () => query(`${server}/postgres`, 'select 1'),
    () => `PostgreSQL: ${program.output()}`,
  )
  if (!of) await query(`${server}/postgres`, 'create database threshold')
  return { ...program, url: `${server}/threshold`, port }
}

/** Runs a statement on a new connection. Returns its rows. */
export async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts PgBouncer in transaction mode. */
export async function startPgBouncer(folder: string, server: Postgres): Promise<Program & { url: string }> {
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(join(folder, 'users.txt'), '"threshold" ""\n')
  await writeFile(
    file,
    `[databases]
threshold = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = statement_timeout
`,
  )
  const program = startProgram(find('pgbouncer') as string, [file], { cwd: '/', owner: databaseOwner() })
  const url = `postgresql://threshold@127.0.0.1:${port}/threshold`
  await until(
    () => query(url, 'select 1'),
    () => `PgBouncer: ${program.output()}`,
  )
  return { ...program, url }
}

export interface Redis extends Program {
  url: string
  port: number
}

/** Starts Valkey or Redis without persistence. */
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
