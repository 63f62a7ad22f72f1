import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** Days that a file of a former build is still answered: pages that name it may be kept or open for so long. */
const KEPT_FOR = 30
/** Builds at most, about a megabyte each: whoever builds all day long keeps a day. */
const BUILDS_KEPT = 60

/**
 * Puts the files of the build that is about to be replaced beside it, in dist/former/: a page of it that a browser, a
 * proxy or the offline worker holds still finds what it names. Before a build, so that one that fails loses nothing.
 */
export function keepFormerAssets(root: string, now = new Date()): void {
  const [current, former] = folders(root)
  if (!existsSync(current)) return
  mkdirSync(former, { recursive: true })
  for (const name of readdirSync(current)) {
    const copy = join(former, name)
    // Copied anew where it is there already: it was in use until now.
    cpSync(join(current, name), copy)
    utimesSync(copy, now, now)
  }
}

/** After a build: lets go of what is in use again, and of what has not been for a month or for many builds. */
export function pruneFormerAssets(root: string, now = new Date()): void {
  const [current, former] = folders(root)
  if (!existsSync(former)) return
  const copies = readdirSync(former).map((name) => ({ name, retired: statSync(join(former, name)).mtimeMs }))
  const builds = [...new Set(copies.map(({ retired }) => retired))].sort((one, other) => other - one)
  const oldest = Math.max(now.getTime() - KEPT_FOR * DAY, builds[BUILDS_KEPT - 1] ?? 0)
  for (const { name, retired } of copies)
    if (existsSync(join(current, name)) || retired < oldest) rmSync(join(former, name))
}

const DAY = 24 * 60 * 60 * 1000

function folders(root: string): [current: string, former: string] {
  return [join(root, 'dist/client/assets'), join(root, 'dist/former')]
}
