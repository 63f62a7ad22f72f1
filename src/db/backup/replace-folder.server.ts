import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseError } from '../database-error.ts'
import { startEmbedded } from '../embedded.server.ts'
import { isServed } from '../postmaster.server.ts'

/** What a restore replaces in a data folder. */
const REPLACED = ['postgres', 'files', 'auth-secret']

/** Where the embedded database of a forum that is being restored is made: a data folder in the data folder. */
const restoringFolder = (dataDir: string) => join(dataDir, 'restoring')

/** What was put in its place. */
export interface Replaced {
  /** Where the forum is that was there. */
  former: string | undefined
  /** What it was restored from, as `beginRestoring` was told. */
  source: string
}

/**
 * Makes the folder for a forum that is restored from an archive of this content. What an attempt with another one has
 * left there goes. Throws DatabaseError while somebody is at it.
 */
export async function beginRestoring(dataDir: string, source: string): Promise<string> {
  if ((await sourceOf(dataDir)) !== source) await abandonRestoring(dataDir)
  const folder = restoringFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'source'), source, { flush: true })
  return folder
}

/** Removes what was begun; false where there is nothing. Throws DatabaseError while somebody is at it. */
export async function abandonRestoring(dataDir: string): Promise<boolean> {
  const folder = restoringFolder(dataDir)
  if (!existsSync(folder)) return false
  if (existsSync(join(folder, 'postgres')))
    try {
      const { stop } = await startEmbedded(folder, { tries: 1 })
      await stop()
    } catch (error) {
      // Half of a database does not start.
      if (await isServed(join(folder, 'postgres'))) throw error
    }
  await rm(folder, { recursive: true, force: true })
  return true
}

/**
 * Puts a restored forum in the place of the one that is there, which goes to `former-TIME` as it was; whoever has looked
 * around deletes it. Throws DatabaseError while one runs there. Answers where that is, nothing where there was none. Killed anywhere between, the next start goes on (`resumeReplacing`), so a forum is never half of each.
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

/** Goes on where a restore was killed while its forum took its place. Nothing where there is none such. */
export async function resumeReplacing(dataDir: string): Promise<Replaced | undefined> {
  const complete = await readFile(join(restoringFolder(dataDir), 'complete'), 'utf8').catch(() => '')
  if (!complete) return undefined
  const source = await sourceOf(dataDir)
  return { source, former: await finishReplacing(dataDir, complete) }
}

/** What is a disk of its own cannot be renamed, and the forum would be half of each. Throws DatabaseError. */
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

/** Also a folder of the same disk that is mounted here once more. */
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
