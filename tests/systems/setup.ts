// Global setup of the projects `systems` and `faults`: they start the built forum, and servers from the system's packages.
import { step } from '../../bin/progress.mjs'
import { installSystemPackage, systemProgram } from '../../bin/system.ts'
import { buildIfDue } from '../../bin/temporary-forum.ts'

/** Programs of a forum on several machines, and Debian's packages of them. */
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

/** Debian's folders of programs that are not in every PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/lib/postgresql/15/bin']

export default async function setUp(): Promise<void> {
  const missing = await missingSystems()
  if (missing.length > 0) console.warn(`Missing programs, whose tests are skipped: ${missing.join(', ')}`)
  await buildIfDue(() => undefined)
}

/** Adds `MORE_FOLDERS` to PATH. */
export function extendPath(): void {
  const folders = (process.env.PATH ?? '').split(':')
  process.env.PATH = [...folders, ...MORE_FOLDERS.filter((folder) => !folders.includes(folder))].join(':')
}

/** Installs missing programs if we are root. Returns those that are still missing. */
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
