import { step } from './progress.mjs'
import { installSystemPackage, systemProgram } from './system.ts'

/** The programs that a forum of several machines stands on, and Debian's packages of them. */
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

/** Debian's folders of programs that are not in everybody's path. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/lib/postgresql/15/bin']

/** Makes the path of programs one that has these. */
export function extendPath(): void {
  const folders = (process.env.PATH ?? '').split(':')
  process.env.PATH = [...folders, ...MORE_FOLDERS.filter((folder) => !folders.includes(folder))].join(':')
}

/** Installs these programs where they are missing and we may; answers which are missing then. */
export async function missingSystems(): Promise<string[]> {
  extendPath()
  const missing = () => Object.keys(SYSTEMS).filter((name) => !systemProgram(name))
  const packages = missing().map((name) => SYSTEMS[name] as string)
  if (packages.length > 0)
    await step('installing servers from the system’s packages', () =>
      installSystemPackage(...packages),
    ).catch(() => {})
  return missing()
}
