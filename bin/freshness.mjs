// Checks whether the build is up to date. Plain JavaScript, because the launcher also runs on Node 20.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'src',
  'bin',
  'public',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
]
const NOT_BUILT = /\.test\.tsx?$|\.sql$|\.gen\.ts$|\.d\.ts$/

export function isFresh(root) {
  try {
    const stamp = JSON.parse(readFileSync(join(root, 'dist/.built'), 'utf8'))
    const now = survey(root)
    return (
      stamp.names === now.names &&
      now.newest <= stamp.started &&
      statSync(join(root, 'dist/server/start.js')).isFile()
    )
  } catch {
    return false
  }
}

/** Records the state of the sources before a build. Call the returned function after the build. */
export function beginBuild(root) {
  const stamp = JSON.stringify({ started: Date.now(), names: survey(root).names })
  return () => {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(join(root, 'dist/.built'), stamp)
  }
}

function survey(root) {
  const names = createHash('sha256')
  let newest = 0
  for (const file of SOURCES.flatMap((source) => filesBelow(root, source)).sort()) {
    names.update(`${file}\n`)
    newest = Math.max(newest, statSync(join(root, file)).mtimeMs)
  }
  return { names: names.digest('hex'), newest }
}

function filesBelow(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isDirectory())
    return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, `${path}/${name}`))
  return NOT_BUILT.test(path) ? [] : [path]
}
