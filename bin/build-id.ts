import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a build is made of, as far as git knows it. */
const SOURCES = ['src', 'public', 'bin', 'package.json', 'package-lock.json', 'vite.config.ts']

/**
 * Notes in a finished build what tells it from others of the same version: the commit it was made from, or where there is none, or more
 * than it says, a sum of what was built. `src/features/operation/release.server.ts` reads it.
 */
export function noteBuildId(root: string): void {
  const id = commitOf(root) ?? sumOf(join(root, 'dist/server'))
  writeFileSync(join(root, 'dist/server/build.json'), JSON.stringify({ id }))
}

function commitOf(root: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    // Within a repository of somebody else's it would be their commit.
    if (git('rev-parse', '--show-prefix') !== '') return undefined
    if (git('status', '--porcelain', '--', ...SOURCES) !== '') return undefined
    return git('rev-parse', '--short', 'HEAD')
  } catch {
    return undefined
  }
}

function sumOf(folder: string): string {
  const sum = createHash('sha256')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'build.json')
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    sum.update(`${file.slice(folder.length)}\n`).update(readFileSync(file))
  return `build.${sum.digest('hex').slice(0, 10)}`
}
