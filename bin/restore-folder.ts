import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectForBackup } from '../src/db/backup/catalogue.server.ts'
import { ArchiveError } from '../src/db/backup/format.ts'
import { prepareRestoreFolder, refuseMounts, replaceFolder } from '../src/db/backup/replace-folder.server.ts'
import {
  type CheckedArchive,
  type RestoreResult,
  restoreFromArchive,
} from '../src/db/backup/restore.server.ts'
import { refuseOccupied } from '../src/db/backup/target-database.server.ts'
import { type EmbeddedDatabase, startEmbedded } from '../src/db/embedded.server.ts'
import { isServed } from '../src/db/postmaster.server.ts'
import type { Config } from '../src/platform/config/config.server.ts'
import { Files } from '../src/platform/files/files.server.ts'
import { reportProgress } from './figures.ts'
import { step } from './progress.mjs'
import type { Undo } from './shutdown.ts'

export type Archive = { path: string; checked: CheckedArchive; replace: boolean }

/** Restores into a new embedded database, which then replaces the current one. */
export async function restoreIntoFolder(
  config: Config,
  { path, checked, replace }: Archive,
  undo: Undo,
): Promise<RestoreResult> {
  const { DATA_DIR } = config
  await refuseMounts(DATA_DIR)
  const present = await startPresent(DATA_DIR, replace)
  undo(() => present?.stop())
  if (present && !replace) {
    const client = await connectForBackup(present.url, 'restore')
    await refuseOccupied(client).finally(() => client.end())
  }
  const folder = await prepareRestoreFolder(DATA_DIR, checked.manifest.content)
  const made = await step('creating a database', () => startEmbedded(folder))
  undo(() => made.stop())
  // The folder is created even if it stays empty, because it replaces the current one.
  if (!config.S3_BUCKET) await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  const files = new Files(config.S3_BUCKET ? config : { ...config, DATA_DIR: folder })
  const restored = await restoreFromArchive({
    archive: path,
    checked,
    url: made.url,
    files,
    replace: true,
    progress: reportProgress(),
  }).catch(async (error) => {
    await made.stop()
    if (error instanceof ArchiveError) await rm(folder, { recursive: true, force: true })
    throw error
  })
  await countPictures(made.url, files)
  await Promise.all([made.stop(), present?.stop()])
  if (restored.secret) await writeFile(join(folder, 'auth-secret'), `${restored.secret}\n`, { mode: 0o600 })
  const former = await replaceFolder(DATA_DIR)
  if (former)
    console.log(`The previous forum is in ${former}. Delete it once you have checked the restored one.`)
  return restored
}

/** Starts the current database, if any, so that no forum can start. `replace` allows a broken database. */
async function startPresent(dataDir: string, replace: boolean): Promise<EmbeddedDatabase | undefined> {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) return undefined
  try {
    return await startEmbedded(dataDir, replace ? { tries: 3 } : {})
  } catch (error) {
    if (!replace || (await isServed(folder))) throw error
    console.log('The existing database does not start. It will be replaced anyway.')
    return undefined
  }
}

/** Prints how many of the members' pictures are stored, because some may have been missing in the backup. */
export async function countPictures(url: string, files: Pick<Files, 'list'>): Promise<void> {
  const client = await connectForBackup(url, 'restore')
  const { rows } = await client
    .query<{ key: string }>(
      "select substr(avatar_url, 8) as key from profiles where avatar_url like '/files/%'",
    )
    .finally(() => client.end())
  if (rows.length === 0) return
  const stored = new Set<string>()
  for await (const { key } of files.list('avatars')) stored.add(key)
  const present = rows.filter(({ key }) => stored.has(key)).length
  console.log(`  ${present} of ${rows.length} avatars are present`)
}
