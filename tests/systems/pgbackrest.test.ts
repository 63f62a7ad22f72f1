import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverUser } from '../../src/db/binaries.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { find, query, temporaryFolder } from './programs.ts'

const isTried = Boolean(find('pgbackrest') && find('initdb'))

/** The point in time that the example in docs/operations/backup.md restores. */
const TARGET = '2026-11-23 14:30:00+00'

/**
 * Shell function that replaces `sudo`, so that the documented commands control the test's own PostgreSQL
 * server. Its output goes to files, because a server that inherits a pipe would keep it open.
 */
const SUDO = `sudo() {
  case "$*" in
    "apt-get install pgbackrest" | "systemctl "*" threshold") ;;
    "systemctl "*" postgresql@15-main") pg_ctl -w -D "$PGDATA" -l "$PGDATA/../log" "$2" >/dev/null ;;
    "-u postgres "*) shift 2; "$@" ;;
    *) echo "unexpected: sudo $*"; return 1 ;;
  esac
}
set -e
`

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let blocks: Record<string, string[]>
let url: string

beforeAll(async () => {
  if (!isTried) return
  folder = await temporaryFolder({ ofDatabase: true })
  url = `postgresql:///forum?host=${folder.path}&user=forum`
  blocks = await readBlocks()
  run(`initdb -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
    printf "listen_addresses = ''\\nunix_socket_directories = '%s'\\n" "$PGHOST" >> "$PGDATA/postgresql.conf"
    sudo systemctl start postgresql@15-main
    createuser forum && createdb --owner=forum forum`)
}, 60_000)
afterAll(async () => {
  if (!isTried) return
  run('sudo systemctl stop postgresql@15-main')
  await folder.remove()
})

/** Returns the code blocks of the section on point-in-time recovery, by heading. */
async function readBlocks(): Promise<Record<string, string[]>> {
  const [, section = ''] = (await readFile('docs/operations/backup.md', 'utf8')).split(
    '\n## Point-in-time recovery\n',
  )
  const parts = (section.split('\n## ')[0] as string).split('\n### ').slice(1)
  return Object.fromEntries(
    parts.map((part) => [
      part.slice(0, part.indexOf('\n')),
      [...part.matchAll(/```\w+\n(.*?)```/gs)].map(([, block = '']) => block),
    ]),
  )
}

function run(script: string): void {
  const environment = {
    PATH: process.env.PATH,
    PGHOST: folder.path,
    PGDATABASE: 'postgres',
    PGDATA: join(folder.path, 'main'),
    PGBACKREST_CONFIG: join(folder.path, 'pgbackrest.conf'),
    PGBACKREST_LOCK_PATH: join(folder.path, 'lock'),
    PGBACKREST_LOG_LEVEL_FILE: 'off',
    PGBACKREST_PG1_SOCKET_PATH: folder.path,
  }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', SUDO + script], {
    cwd: folder.path,
    env: environment,
    encoding: 'utf8',
    ...serverUser(folder.path),
  })
  if (status !== 0) throw new Error(`${script}\n${stdout}${stderr}`)
}

async function signUp(name: string): Promise<void> {
  await query(url, `insert into users (email, username) values ('${name}@example.org', '${name}')`)
}

const members = async () =>
  (await query(url, 'select username from users order by username')).map(({ username }) => username)

/**
 * Returns the database's current time. Waits before and after, so that all writes are earlier or later.
 * pgBackRest compares whole seconds, so the last backup must have ended in an earlier second.
 */
async function now(): Promise<string> {
  await sleep(1100)
  const [{ now: time }] = await query(url, 'select clock_timestamp()::text as now')
  await sleep(50)
  return time
}

function goBackTo(time: string): void {
  const [steps = ''] = blocks['Go back to a point in time'] ?? []
  expect(steps).toContain(TARGET)
  run(steps.replace(TARGET, time))
}

test.skipIf(!isTried)(
  'the documented steps go back to a point in time, and a second time after that',
  { timeout: 300_000 },
  async () => {
    await migrate(url)
    const [install = '', settings = '', archive = ''] = blocks['Set it up'] ?? []
    await writeFile(
      join(folder.path, 'pgbackrest.conf'),
      settings
        .replace('/var/lib/pgbackrest', join(folder.path, 'repository'))
        .replace('/var/lib/postgresql/15/main', join(folder.path, 'main')),
    )
    run(install + archive)

    await signUp('ada')
    const first = await now()
    await signUp('mistake')
    goBackTo(first)
    expect(await members()).toEqual(['ada'])

    await signUp('bea')
    const second = await now()
    await signUp('another')
    goBackTo(second)
    expect(await members()).toEqual(['ada', 'bea'])
    expect(await query(url, 'select * from counter_drift()')).toEqual([])
  },
)
