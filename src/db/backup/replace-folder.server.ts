import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseError } from '../database-error.ts'
import { startEmbedded } from '../embedded.server.ts'
import { isServed } from '../postmaster.server.ts'

const REPLACED = ['postgres', 'files', 'auth-secret']

const restoringFolder = (dataDir: string) => join(dataDir, 'restoring')

export interface ReplacedFolder {
  former: string | undefined
  source: string
}

/** Creates the folder for restoring this archive. Throws DatabaseError if another restore is running. */
export async function prepareRestoreFolder(dataDir: string, source: string): Promise<string> {
  if ((await sourceOf(dataDir)) !== source) await abandonRestoring(dataDir)
  const folder = restoringFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'source'), source, { flush: true })
  return folder
}

/** Removes an unfinished restore. Returns false if there is none. Throws DatabaseError if it is running. */
export async function abandonRestoring(dataDir: string): Promise<boolean> {
  const folder = restoringFolder(dataDir)
  if (!existsSync(folder)) return false
  if (existsSync(join(folder, 'postgres')))
    try {
      const { stop } = await startEmbedded(folder, { tries: 1 })
      await stop()
    } catch (error) {
      // An incomplete database cannot be started, so there is no server to stop.
      if (await isServed(join(folder, 'postgres'))) throw error
    }
  await rm(folder, { recursive: true, force: true })
  return true
}

/**
 * Replaces the forum with the restored one. Moves the replaced forum, if any, to `former-TIME` and returns
 * that path. Throws DatabaseError if the forum is running. If the process is killed, `resumeReplacing`
 * completes the replacement.
 */
export async function replaceFolder(dataDir: string): Promise<string | undefined> {
  if (await isServed(join(dataDir, 'postgres')))
    throw new DatabaseError(
      `A forum was started in ${dataDir} meanwhile. Stop it, and run the restore again.`,
    )
  await refuseMounts(dataDir)
  const former = `former-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  await writeFile(join(restoringFolder(dataDir), 'complete'), former, { flush: true })
  return await finishReplacing(dataDir, former)
}

/** Completes an interrupted replacement, if there is one. */
export async function resumeReplacing(dataDir: string): Promise<ReplacedFolder | undefined> {
  const complete = await readFile(join(restoringFolder(dataDir), 'complete'), 'utf8').catch(() => '')
  if (!complete) return undefined
  const source = await sourceOf(dataDir)
  return { source, former: await finishReplacing(dataDir, complete) }
}

/** Throws DatabaseError if one of the folders is a mount point, because those cannot be renamed. */
export async function refuseMounts(dataDir: string, names = REPLACED): Promise<void> {
  for (const name of names) {
    const place = join(dataDir, name)
    if (existsSync(place) && (await isMount(place)))
      throw new DatabaseError(
        `${place} is a disk of its own, so that nothing can take its place. Restore with another DATA_DIR, and move what is in it there; ` +
          'or mount the whole folder instead.',
      )
  }
}

/** Returns whether a folder is a mount point. Also detects bind mounts of the same disk. */
async function isMount(place: string): Promise<boolean> {
  const [own, above] = await Promise.all([stat(place), stat(dirname(resolve(place)))])
  if (own.dev !== above.dev) return true
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const written = resolve(place).replaceAll(/[ \t\n\\]/g, (sign) => `\\0${sign.charCodeAt(0).toString(8)}`)
  return mounts.split('\n').some((line) => line.split(' ')[4] === written)
}

async function finishReplacing(dataDir: string, former: string): Promise<string | undefined> {
  const restored = restoringFolder(dataDir)
  for (const name of REPLACED) {
    const [from, place, kept] = [join(restored, name), join(dataDir, name), join(dataDir, former, name)]
    if (!existsSync(from)) continue
    if (existsSync(place)) {
      await mkdir(join(dataDir, former), { recursive: true, mode: 0o700 })
      await rename(place, kept)
    }
    await rename(from, place)
  }
  await rm(restored, { recursive: true, force: true })
  return existsSync(join(dataDir, former)) ? join(dataDir, former) : undefined
}

async function sourceOf(dataDir: string): Promise<string> {
  return await readFile(join(restoringFolder(dataDir), 'source'), 'utf8').catch(() => '')
}
