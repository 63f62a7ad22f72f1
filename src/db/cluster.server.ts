import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, type Stats, statSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { socketDirectory } from '../platform/files/data-folder.server.ts'
import { commandAsUser, findBinaries, type Program, serverUser } from './binaries.server.ts'
import { DatabaseError } from './database-error.ts'
import { isRunning } from './postmaster.server.ts'

export type Cluster = {
  dataDir: string
  folder: string
  socket: string
  log: string
  initdb: Program
  postgres: Program
}

export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const user = serverUser(folder)
  const { initdb, postgres } = await findBinaries()
  const cluster = {
    dataDir,
    folder,
    socket: socketDirectory(dataDir),
    log: join(dataDir, 'postgres.log'),
    initdb: commandAsUser(user, initdb, dataDir),
    postgres: commandAsUser(user, postgres, dataDir),
  }
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  // If possible, a folder keeps its mode: an administrator chose it, or a running server needs it.
  if (isNew || !canEnter(await stat(dataDir), user)) await protectDataFolder(dataDir, user)
  await privateFolder(cluster.socket, user?.uid)
  if (isNew) await initialise(cluster, user)
  refuseOtherVersion(folder)
  return cluster
}

/** Starts the server detached from the terminal, so that on Ctrl-C the forum stops before the database. */
export function spawnServer(cluster: Cluster, settings: Record<string, string>): ChildProcess {
  const all = Object.entries({ ...defaultSettings(cluster), ...settings })
  const flags = all.flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const child = runLogged(cluster, cluster.postgres, ['-D', cluster.folder, ...flags], true)
  child.unref()
  return child
}

export function logTail(cluster: Cluster): string {
  if (!existsSync(cluster.log)) return ''
  return readFileSync(cluster.log, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}

function defaultSettings(cluster: Cluster): Record<string, string> {
  const megabytes = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: cluster.socket,
    unix_socket_permissions: '0700',
    shared_buffers: `${Math.round(Math.min(2048, Math.max(128, megabytes / 8)))}MB`,
    effective_cache_size: `${Math.round(Math.max(256, megabytes / 2))}MB`,
    work_mem: '8MB',
    max_connections: '60', // enough for one forum process; bin/forum.ts raises it for several workers
    random_page_cost: '1.1', // a value for solid-state disks
    jit: 'off', // compiling takes longer than our short statements
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_duration_statement: '1000',
    // Exclude members' texts (parameters and refused rows) from the log. The application logs errors.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    idle_in_transaction_session_timeout: '60s',
  }
}

async function initialise(cluster: Cluster, user: { uid: number; gid: number } | undefined): Promise<void> {
  const draft = await mkdtemp(`${cluster.folder}.new-${process.pid}-`)
  for (const name of await readdir(cluster.dataDir)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) {
      await rm(join(cluster.dataDir, name), { recursive: true }).catch(() => undefined)
    }
  }
  if (user) await chown(draft, user.uid, user.gid)
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const flags = ['--username=threshold', '--no-instructions', ...locale]
  // `trust` (no password) is safe, because only this user and root can reach the socket.
  const child = runLogged(cluster, cluster.initdb, [`--pgdata=${draft}`, ...flags, '--auth=trust'])
  const code = await new Promise((done) => child.on('error', done).on('exit', done))
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new DatabaseError(`The database in ${cluster.dataDir} cannot be made:\n${logTail(cluster)}`)
  }
  // If two processes start at once, the first rename wins and the other process uses that cluster.
  await rename(draft, cluster.folder).catch(() => rm(draft, { recursive: true }))
}

function runLogged(cluster: Cluster, program: Program, args: string[], detached = false): ChildProcess {
  const size = statSync(cluster.log, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10 * 2 ** 20) renameSync(cluster.log, `${cluster.log}.1`)
  const log = openSync(cluster.log, 'a', 0o600)
  const [command, before] = program.command
  const child = spawn(command, [...before, ...args], {
    ...program.ids,
    cwd: '/',
    detached,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  closeSync(log)
  child.on('error', () => undefined)
  return child
}

/** If root starts the server as another user, that user's group may enter the folder, but not list it. */
async function protectDataFolder(dataDir: string, user: { gid: number } | undefined): Promise<void> {
  if (user) await chown(dataDir, 0, user.gid)
  await chmod(dataDir, user ? 0o710 : 0o700)
}

function canEnter({ mode, gid }: Stats, user: { gid: number } | undefined): boolean {
  return !user || Boolean(mode & 0o001) || (gid === user.gid && Boolean(mode & 0o010))
}

/** Creates a private folder. Throws if another user owns it, because it may be in the shared /tmp. */
async function privateFolder(path: string, owner: number | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const found = await lstat(path)
  const expected = owner ?? process.getuid?.()
  if (!found.isDirectory() || ![0, expected].includes(found.uid)) {
    throw new DatabaseError(`${path} belongs to somebody else. Set DATA_DIR to another folder.`)
  }
  if (owner !== undefined) await chown(path, owner, -1)
  await chmod(path, 0o700)
}

function refuseOtherVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === '18') return
  throw new DatabaseError(
    `${folder} was made by PostgreSQL ${version}, this forum comes with 18. Dump and restore it, or set DATABASE_URL.`,
  )
}

/** Matches PostgreSQL 18's log messages about recovery (xlogrecovery.c). */
const REDO = /redo starts at ([\dA-F]+\/[\dA-F]+)[\s\S]*redo done at ([\dA-F]+\/[\dA-F]+)/
const CRASHED = /database system was (?:interrupted|not properly shut down)/

export function logSize(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0
}

/** Describes the recovery logged after byte `from`, or returns undefined after an orderly shutdown. */
export function describeRecovery(log: string, from: number): string | undefined {
  if (!existsSync(log)) return undefined
  const bytes = readFileSync(log)
  // A log shorter than before was rotated, so it is read from the beginning.
  const text = bytes.toString('utf8', from > bytes.length ? 0 : from)
  if (!CRASHED.test(text)) return undefined
  const [, start, end] = REDO.exec(text) ?? []
  if (!start || !end) return 'had nothing to read again'
  return `read ${amount(positionOf(end) - positionOf(start))} of its log again (${start} to ${end})`
}

function positionOf(text: string): number {
  const [high = '0', low = '0'] = text.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

function amount(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`
}
