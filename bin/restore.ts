// `npm run restore -- FILE [--into DATABASE_URL] [--replace]`: restores an archive from a file, or from the
// bucket with `bucket:NAME`. `--abandon` removes an unfinished restore.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectForBackup } from '../src/db/backup/catalogue.server.ts'
import { Loader } from '../src/db/backup/load.server.ts'
import {
  abandonRestoring,
  type ReplacedFolder,
  resumeReplacing,
} from '../src/db/backup/replace-folder.server.ts'
import { checkArchive, type RestoreResult, restoreFromArchive } from '../src/db/backup/restore.server.ts'
import { emptyDatabase, isRestoreUnfinished, OccupiedError } from '../src/db/backup/target-database.server.ts'
import { type Config, loadConfig } from '../src/platform/config/config.server.ts'
import { embeddedUrl } from '../src/platform/files/data-folder.server.ts'
import { Files } from '../src/platform/files/files.server.ts'
import { manualPath, writeBackup } from './backup-file.ts'
import { parseOptions, StartError } from './failure.ts'
import { fetchArchive } from './fetch-archive.ts'
import { megabytes, reportProgress } from './figures.ts'
import { checkServer } from './forum.ts'
import { type Archive, countPictures, restoreIntoFolder } from './restore-folder.ts'
import { runToEnd, type Undo } from './shutdown.ts'

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    into: { type: 'string' },
    replace: { type: 'boolean', default: false },
    abandon: { type: 'boolean', default: false },
  },
})
const USAGE =
  'Usage: npm run restore -- FILE|bucket:NAME [--into DATABASE_URL] [--replace]\n       npm run restore -- --abandon [--into DATABASE_URL]'

runToEnd(async (undo) => {
  const config = loadConfig({
    ...process.env,
    ...(values.into && { DATABASE_URL: values.into, DATABASE_DIRECT_URL: undefined }),
  })
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const replaced = await resumeReplacing(config.DATA_DIR)
  const isEmbedded = config.DATABASE_URL === embeddedUrl(config.DATA_DIR)
  const work = values.abandon ? abandon : restoreArchive
  await work(config, isEmbedded, replaced, undo).catch((error) => {
    throw error instanceof OccupiedError ? new StartError(error.message) : error
  })
})

async function restoreArchive(
  config: Config,
  isEmbedded: boolean,
  replaced: ReplacedFolder | undefined,
  undo: Undo,
): Promise<void> {
  const [archive] = positionals
  if (!archive) throw new StartError(USAGE)
  const path = await fetchArchive(config, archive)
  const checked = await checkArchive(path, reportProgress())
  if (isEmbedded && replaced?.source === checked.manifest.content)
    return console.log(`The restored forum is now in use. ${whereFormerIs(replaced)}`)
  const into = isEmbedded ? restoreIntoFolder : intoServer
  report(await into(config, { path, checked, replace: values.replace }, undo))
}

async function intoServer(config: Config, { path, checked, replace }: Archive): Promise<RestoreResult> {
  await checkServer(config.DATABASE_URL)
  const files = new Files(config)
  const [url, progress] = [config.DATABASE_DIRECT_URL, reportProgress()]
  const saveFormer = async () => {
    const former = manualPath(config)
    await writeBackup(config, former)
    console.log(`A backup of the replaced forum is in ${former}.`)
  }
  const restored = await restoreFromArchive({
    archive: path,
    checked,
    url,
    files,
    replace,
    saveFormer,
    progress,
  })
  await countPictures(config.DATABASE_DIRECT_URL, files)
  const secret = join(config.DATA_DIR, 'auth-secret')
  if (restored.secret && !existsSync(secret)) await writeFile(secret, `${restored.secret}\n`, { mode: 0o600 })
  else if (restored.secret)
    console.log(`The secret in the archive was not restored because ${secret} exists.`)
  return restored
}

function report({ header, manifest, drift, skipped }: RestoreResult): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored the backup of ${header.made_at} (version ${header.version}, content ${manifest.content}):`,
  )
  console.log(`  ${rows} rows of ${manifest.tables.length} tables, matching the archive`)
  console.log(`  ${manifest.files.count} files, ${megabytes(manifest.files.bytes)}, with matching checksums`)
  if (skipped > 0) console.log(`  ${skipped} parts were already restored by the previous attempt`)
  console.log(
    drift.length === 0
      ? '  all counters match their sources'
      : `  ${drift.length} counters differ from their sources: select * from counter_drift()`,
  )
}

async function abandon(
  { DATA_DIR, DATABASE_DIRECT_URL }: Config,
  isEmbedded: boolean,
  replaced: ReplacedFolder | undefined,
): Promise<void> {
  if (isEmbedded && replaced)
    return console.log(`It was already complete and is now in use. ${whereFormerIs(replaced)}`)
  const isUndone = isEmbedded ? await abandonRestoring(DATA_DIR) : await abandonAt(DATABASE_DIRECT_URL)
  const result = isEmbedded ? 'The previous forum is unchanged.' : 'The database is empty.'
  console.log(isUndone ? `The unfinished restore was removed. ${result}` : 'There is no unfinished restore.')
}

async function abandonAt(url: string): Promise<boolean> {
  const client = await connectForBackup(url, 'restore')
  try {
    await new Loader(client, url).lock()
    if (!(await isRestoreUnfinished(client))) return false
    await emptyDatabase(client)
    return true
  } finally {
    await client.end()
  }
}

function whereFormerIs({ former }: ReplacedFolder): string {
  return former ? `The previous forum is in ${former}.` : 'There was no previous forum.'
}
