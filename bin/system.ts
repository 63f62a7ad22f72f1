import { existsSync } from 'node:fs'
import { runQuietly } from './program.ts'

/** The path of the first of these programs that the system has. */
export function systemProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  return names
    .flatMap((name) => folders.map((folder) => `${folder}/${name}`))
    .find((path) => existsSync(path))
}

/** Installs one of Debian's packages where we may, as root; elsewhere nothing happens. */
export async function installSystemPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', ['update'], env)
  await runQuietly('apt-get', ['install', '--yes', '--no-install-recommends', name], env)
}
