import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { runQuietly } from './program.ts'

/** Returns the path of the first of these programs that is installed, or undefined. */
export function systemProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  return names
    .flatMap((name) => folders.map((folder) => `${folder}/${name}`))
    .find((path) => existsSync(path))
}

/** Installs Debian packages without starting their services. Does nothing unless run as root on Debian. */
export async function installSystemPackage(...names: string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const isOurs = !existsSync(SERVICE_POLICY)
  if (isOurs) await writeFile(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await runQuietly('apt-get', ['update'], env)
    await runQuietly('apt-get', ['install', '--yes', '--no-install-recommends', ...names], env)
  } finally {
    if (isOurs) await rm(SERVICE_POLICY, { force: true })
  }
}

/** Script that Debian packages run to ask whether they may start services. Exit code 101 means no. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'
