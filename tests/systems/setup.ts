// Vitest's globalSetup of `systems` and `faults`: installs the servers that they need, and builds the forum.
import { step } from '../../bin/progress.mjs'
import { installSystemPackage, systemProgram } from '../../bin/system.ts'
import { buildIfDue } from '../../bin/temporary-forum.ts'

/** Programs that a forum on several machines uses, and the Debian package of each. */
const SYSTEMS: Record<string, string> = {
  'redis-server': 'redis-server',
  nginx: 'nginx',
  haproxy: 'haproxy',
  caddy: 'caddy',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  pg_basebackup: 'postgresql-15',
  pgbackrest: 'pgbackrest',
  'systemd-analyze': 'systemd',
}

/** Folders where Debian installs some of these programs. They are missing in the PATH of some users. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/lib/postgresql/15/bin']

export default async function setUp(): Promise<void> {
  const missing = await missingSystems()
  if (missing.length > 0) console.warn(`Missing programs, whose tests are skipped: ${missing.join(', ')}`)
  await buildIfDue(() => undefined)
}

export function extendPath(): void {
  const folders = (process.env.PATH ?? '').split(':')
  process.env.PATH = [...folders, ...MORE_FOLDERS.filter((folder) => !folders.includes(folder))].join(':')
}

/** Installs missing programs if running as root. Returns the programs that are still missing. */
async function missingSystems(): Promise<string[]> {
  extendPath()
  const missing = () => Object.keys(SYSTEMS).filter((name) => !systemProgram(name))
  const packages = missing().map((name) => SYSTEMS[name] as string)
  if (packages.length > 0)
    await step('installing servers from the system’s packages', () =>
      installSystemPackage(...packages),
    ).catch(() => {})
  return missing()
}
