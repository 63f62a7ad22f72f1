import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { isRunning } from '../postmaster.server.ts'

/** Milliseconds without a write, after which another machine's partial file is removed. */
const ABANDONED = 60 * 60 * 1000

/** Writes to `NAME.WHO.partial`, then syncs and renames it. Also removes partial files of ended processes. */
export async function writeFileAtomically<Done>(
  path: string,
  write: (output: Writable) => Promise<Done>,
): Promise<Done> {
  await removePartials(dirname(path))
  const partial = `${path}.${HOST}-${process.pid}-${randomBytes(4).toString('hex')}.partial`
  // `wx` fails if a file or link of that name exists.
  const file = await open(partial, 'wx', 0o600)
  const output = file.createWriteStream({ flush: true })
  // Ignored, because `write` also receives this error. Unhandled, the event would end the process.
  output.on('error', () => undefined)
  const remove = () => rmSync(partial, { force: true })
  process.once('exit', remove)
  try {
    const done = await write(output)
    await rename(partial, path)
    await syncFolder(dirname(path))
    return done
  } catch (error) {
    output.destroy()
    await rm(partial, { force: true })
    throw error
  } finally {
    process.off('exit', remove)
  }
}

/** Identifies this machine, because a process id is unique only on one machine. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const PARTIAL = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.partial$/

async function removePartials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, pid] = PARTIAL.exec(name) ?? []
    if (!pid) continue
    const path = join(folder, name)
    const hasEnded = host === HOST && !isRunning(Number(pid))
    if (hasEnded || (await isAbandoned(path))) await rm(path, { force: true })
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const written = await stat(path).catch(() => undefined) // undefined if it has just been renamed
  return written !== undefined && Date.now() - written.mtimeMs > ABANDONED
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
