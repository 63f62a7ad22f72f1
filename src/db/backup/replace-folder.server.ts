import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from '../database-error.ts'

/** What a restore replaces in a data folder. */
const REPLACED = ['postgres', 'files', 'auth-secret']

/** Where the embedded database of a forum that is being restored is made: a data folder in the data folder. */
export const restoringFolder = (dataDir: string) => join(dataDir, 'restoring')

/**
 * Puts a restored forum in the place of the one that is there, which goes to `former-TIME` as it was; whoever has looked
 * around deletes it. Throws DatabaseError while one runs there. Answers where that is, nothing where there was none. Killed anywhere between, the next start goes on (`resumeReplacing`), so a forum is never half of each.
 */
export async function replaceFolder(dataDir: string): Promise<string | undefined> {
  if (existsSync(join(dataDir, 'postgres/postmaster.pid')))
    throw new DatabaseError(
      `A forum was started in ${dataDir} meanwhile. Stop it, and run the restore again.`,
    )
  const former = `former-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  await writeFile(join(restoringFolder(dataDir), 'complete'), former, { flush: true })
  await finishReplacing(dataDir, former)
  return existsSync(join(dataDir, former)) ? join(dataDir, former) : undefined
}

/** Goes on where a restore was killed while its forum took its place. */
export async function resumeReplacing(dataDir: string): Promise<void> {
  const former = await readFile(join(restoringFolder(dataDir), 'complete'), 'utf8').catch(() => '')
  if (former) await finishReplacing(dataDir, former)
}

async function finishReplacing(dataDir: string, former: string): Promise<void> {
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
}
