import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src', 'public', 'bin', 'package.json', 'package-lock.json', 'vite.config.ts']

/** Writes the build's id: the commit, or a hash of the output if the sources have uncommitted changes. */
export function writeBuildId(root: string): void {
  const id = commitOf(root) ?? sumOf(join(root, 'dist/server'))
  writeFileSync(join(root, 'dist/server/build.json'), JSON.stringify({ id }))
}

function commitOf(root: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    // If the forum is in a folder of another repository, Git would report that repository's commit.
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
