import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** Number of days that former builds' assets are served, since cached and open pages still refer to them. */
const KEPT_FOR = 30
const BUILDS_KEPT = 60

/** Copies current assets to dist/former/. Called before the next build, so a failed build loses nothing. */
export function keepFormerAssets(root: string, now = new Date()): void {
  const [current, former] = folders(root)
  if (!existsSync(current)) return
  mkdirSync(former, { recursive: true })
  for (const name of readdirSync(current)) {
    const copy = join(former, name)
    // Overwrites an older copy to renew its time, because the file was in use until now.
    cpSync(join(current, name), copy)
    utimesSync(copy, now, now)
  }
}

/** Deletes copies that are too old or belong to the new build again. Called after a build. */
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
