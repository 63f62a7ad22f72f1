import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { socketDirectory } from '../platform/files/data-folder.server.ts'
import { DatabaseError } from './database-error.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.server.ts'
import { clearStaleLocks, stopPostmaster } from './postmaster.server.ts'
import { removeAfterExit } from './temporary.server.ts'

let made: string
let folder: string
let dataDir: string

// Creates one cluster and copies it for each test: creating takes a second, copying a tenth of a second.
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'threshold-made-'))
  removeAfterExit(made)
  await (await startEmbedded(made)).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-embedded-'))
  removeAfterExit(folder)
  dataDir = folder
  execFileSync('cp', ['-a', join(made, 'postgres'), dataDir])
})
afterEach(async () => {
  await stopPostmaster(join(dataDir, 'postgres'))
  await rm(folder, { recursive: true, force: true })
})

test('starts on an empty folder, keeps what was written, and stops', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true })
  const first = await startEmbedded(dataDir)
  await query(first, 'create table kept (n int); insert into kept values (7)')
  const [settings] = await query(
    first,
    `select current_setting('server_encoding') as encoding,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, lower('ÄÖ') as lower`,
  )
  expect(settings).toEqual({ encoding: 'UTF8', fsync: 'on', commit: 'on', lower: 'äö' })
  await first.stop()
  await expect(query(first, 'select 1')).rejects.toThrow('ENOENT')
  const second = await startEmbedded(dataDir)
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('keeps the mode of a data folder that the server can already enter', async () => {
  await (await startEmbedded(dataDir)).stop()
  await chmod(dataDir, 0o751)
  const database = await startEmbedded(dataDir)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o751)
  await database.stop()
})

test('strangers on the machine cannot look into the data folder', async () => {
  const database = await startEmbedded(dataDir)
  expect((await stat(dataDir)).mode & 0o007).toBe(0)
  expect((await stat(join(dataDir, 'run'))).mode & 0o077).toBe(0)
  expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o077).toBe(0)
  await database.stop()
})

test('what people write is in no log, however slow or wrong the statement was', async () => {
  const database = await startEmbedded(dataDir, { settings: { log_min_duration_statement: '0' } })
  await query(database, 'create table letters (id uuid, words text unique check (length(words) > 9))')
  const insert = (id: unknown, words: string) =>
    query(database, 'insert into letters values ($1, $2)', [id, words])
  await insert(null, 'canary, a private message')
  await expect(insert(null, 'canary, a private message')).rejects.toMatchObject({ code: '23505' })
  await expect(insert(null, 'canary')).rejects.toMatchObject({ code: '23514' })
  await expect(insert('canary', 'canary, no id')).rejects.toMatchObject({ code: '22P02' })
  await database.stop()
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toMatch(/duration: .* insert into letters values \(\$1, \$2\)/)
  expect(log).not.toContain('canary')
})

test.each([
  ['a path too long for a socket', 'x'.repeat(100), 0o711],
  ['a folder that only its owner can enter, even if that is root', 'data', 0o700],
])('works in %s', { tags: 'all' }, async (_, name, mode) => {
  await chmod(folder, mode)
  const database = await startEmbedded(join(folder, name))
  expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }])
  await database.stop()
  await rm(socketDirectory(join(folder, name)), { recursive: true })
})

// Another process that has just started may be about to use the folder.
test('a stop leaves the folder of the socket', async () => {
  await (await startEmbedded(dataDir)).stop()
  expect(await readdir(join(dataDir, 'run'))).toEqual([])
})

describe('one owner', () => {
  test('a second start is refused and names the first; a short command may share', async () => {
    const { app } = await startElsewhere()
    const refusal = `Another Threshold is already running on ${dataDir} (process ${app.pid}). Stop it, or set DATA_DIR`
    await expect(startEmbedded(dataDir)).rejects.toThrow(refusal)
    const shared = await startEmbedded(dataDir, { shared: true })
    await shared.stop()
    expect(await query(shared, 'select 1 as n')).toEqual([{ n: 1 }])
    app.kill('SIGTERM')
    await once(app, 'exit')
    await expect(query(shared, 'select 1')).rejects.toThrow()
  })

  test('of two that start at once on an empty folder, one gets it', { tags: 'all' }, async () => {
    await rm(join(dataDir, 'postgres'), { recursive: true })
    const starts = await Promise.allSettled([startEmbedded(dataDir), startEmbedded(dataDir)])
    const won = starts.filter((start) => start.status === 'fulfilled')
    const lost = starts.filter((start) => start.status === 'rejected')
    expect([won.length, lost.length]).toEqual([1, 1])
    expect(lost[0]?.reason).toBeInstanceOf(DatabaseError)
    await won[0]?.value.stop()
  })
})

describe('after a hard kill', { tags: 'all' }, () => {
  test('of the forum, the next start adopts its server and stops it in the end', async () => {
    const { app, postmaster } = await startElsewhere()
    await killHard(app)
    const database = await startEmbedded(dataDir)
    expect(postmasterPid()).toBe(postmaster)
    await database.stop()
    await expect(query(database, 'select 1')).rejects.toThrow('ENOENT')
  })

  test('of both, the next start recovers what was acknowledged', async () => {
    const { app, postmaster, database } = await startElsewhere()
    await query(database, 'create table kept (n int); insert into kept values (7)')
    await Promise.all([killHard(app), process.kill(postmaster, 'SIGKILL')])
    const next = await startEmbedded(dataDir)
    expect(await query(next, 'select n from kept')).toEqual([{ n: 7 }])
    await next.stop()
  })

  test.runIf(process.platform === 'linux').each([
    ['folder', ['postgres/postmaster.pid']],
    ['folder and socket', ['postgres/postmaster.pid', 'run/.s.PGSQL.5432.lock']],
    ['socket', ['run/.s.PGSQL.5432.lock']],
  ])('locks on its %s whose number has a new bearer do not keep it from starting', async (_, locks) => {
    const first = await startEmbedded(dataDir)
    const texts = locks.map((lock) => readFileSync(join(dataDir, lock), 'utf8'))
    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    await first.stop()
    // PostgreSQL ignores the locks of processes of other users.
    const bearer = spawn('sleep', ['60'], { uid, gid })
    onTestFinished(() => void bearer.kill())
    for (const [index, lock] of locks.entries())
      writeFileSync(join(dataDir, lock), texts[index]?.replace(/^\d+/, String(bearer.pid)) ?? '')
    const second = await startEmbedded(dataDir, { tries: 1 })
    expect(postmasterPid()).not.toBe(bearer.pid)
    await second.stop()
  })

  test.runIf(process.platform === 'linux')('the lock of a server that starts meanwhile stays', async () => {
    const lock = join(dataDir, 'postgres/postmaster.pid')
    writeFileSync(lock, `${process.pid}\n`)
    const cleared = clearStaleLocks(join(dataDir, 'postgres'), join(dataDir, 'run'))
    writeFileSync(lock, `${process.ppid}\n`)
    await cleared
    expect(postmasterPid()).toBe(process.ppid)
  })

  test('of the server alone, it is brought back under the running forum', async () => {
    const database = await startEmbedded(dataDir)
    const before = postmasterPid()
    process.kill(before, 'SIGKILL')
    await expect
      .poll(() => query(database, 'select 1 as n').catch(String), { timeout: 10_000 })
      .toEqual([{ n: 1 }])
    expect(postmasterPid()).not.toBe(before)
    const held = "select count(*)::int as n from pg_locks where locktype = 'advisory'"
    await expect.poll(() => query(database, held), { timeout: 5000 }).toEqual([{ n: 1 }])
    await database.stop()
  })
})

test('a server that cannot start says why', { tags: 'all' }, async () => {
  const settings = { shared_buffers: 'plenty' }
  await expect(startEmbedded(dataDir, { settings })).rejects.toThrow(/does not start[\s\S]*shared_buffers/)
})

/** Starts another process that owns the data folder, like a running forum. */
async function startElsewhere() {
  const module = new URL('./embedded.server.ts', import.meta.url).href
  const script = `import { startEmbedded } from '${module}'
    const database = await startEmbedded(process.argv[1])
    process.on('SIGTERM', () => database.stop().then(() => process.exit()))
    console.log(database.url)`
  const app = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: app.stdout }), 'line')
  return { app, postmaster: postmasterPid(), database: { url } }
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function query(
  { url }: Pick<EmbeddedDatabase, 'url'>,
  sql: string,
  values?: unknown[],
): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
