import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { installSystemPackage } from '../bin/system.ts'
import { serverUser } from '../src/db/binaries.server.ts'

const DEBIAN = '/usr/lib/postgresql'

/**
 * Starts the oldest supported PostgreSQL from system packages, in a temporary folder. Its database belongs to
 * a role without superuser rights, as with many hosting providers. Installs PostgreSQL if necessary and
 * permitted. Otherwise throws, so that no run skips these tests unnoticed.
 */
export async function startFormerPostgresql(): Promise<{ url: string; stop(): Promise<void> }> {
  const programs = await findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'threshold-former-'))
  const user = serverUser(folder)
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = {
    ...user,
    cwd: '/',
    stdio: 'ignore' as const,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off']
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((one) => ['-c', one])],
    options,
  )
  const reach = (role: string, name: string) =>
    `postgresql://${role}@/${name}?host=${encodeURIComponent(folder)}`
  await answers(reach('postgres', 'postgres'), 'create role forum login')
  await answers(reach('postgres', 'postgres'), 'create database forum owner forum')
  return {
    url: reach('forum', 'forum'),
    stop: async () => {
      server.kill('SIGQUIT')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findPrograms(): Promise<string> {
  const find = () => readdirSync(DEBIAN).filter((name) => Number(name) >= 15 && Number(name) < 18)
  if (!existsSync(DEBIAN) || find().length === 0) await installSystemPackage('postgresql-15')
  const [version] = existsSync(DEBIAN) ? find().sort() : []
  if (!version) throw new Error('PostgreSQL 15 is needed for this test: install the package postgresql-15.')
  return join(DEBIAN, version, 'bin')
}

async function answers(url: string, statement: string): Promise<void> {
  for (const started = Date.now(); ; ) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(statement)
      return
    } catch (error) {
      if (Date.now() - started > 30_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
