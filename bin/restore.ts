// `npm run restore -- FILE [--into DATABASE_URL] [--replace]`: a forum from an archive. `--abandon` gives up one that was cut
// short. `--until TIME` goes back to a moment.
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ArchiveError } from '../src/db/backup/archive-error.ts'
import { takeBack } from '../src/db/backup/put-aside.server.ts'
import { replaceFolder, restoringFolder, resumeReplacing } from '../src/db/backup/replace-folder.server.ts'
import {
  type Checked,
  checkArchive,
  OccupiedError,
  type Restored,
  restore,
} from '../src/db/backup/restore.server.ts'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { type Config, loadConfig } from '../src/platform/config.server.ts'
import { embeddedUrl } from '../src/platform/data-folder.server.ts'
import { Files } from '../src/platform/files.server.ts'
import { StartError } from './failure.ts'
import { megabytes, reporter } from './figures.ts'
import { checkServer } from './forum.ts'
import { unmarkMoved } from './moved.ts'
import { step } from './progress.mjs'
import { restoreUntil } from './restore-until.ts'
import { runToEnd, type Undo } from './shutdown.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string' },
    replace: { type: 'boolean', default: false },
    until: { type: 'string' },
    cluster: { type: 'string' },
    abandon: { type: 'boolean', default: false },
  },
})
const USAGE =
  'Usage: npm run restore -- FILE [--into DATABASE_URL] [--replace]\n       npm run restore -- --until TIME [--cluster ID]\n       npm run restore -- --abandon'

type Archive = { path: string; checked: Checked }

runToEnd(async (undo) => {
  const config = loadConfig({
    ...process.env,
    ...(values.into && { DATABASE_URL: values.into, DATABASE_DIRECT_URL: undefined }),
  })
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  await resumeReplacing(config.DATA_DIR)
  const isEmbedded = config.DATABASE_URL === embeddedUrl(config.DATA_DIR)
  if (values.abandon) return await abandon(config, isEmbedded)
  const { until: moment, cluster } = values
  if (moment) return await restoreUntil(config, { moment, cluster }, undo)
  const [archive] = positionals
  if (!archive) throw new StartError(USAGE)
  const path = resolve(archive)
  const checked = await step('checking the archive', () => checkArchive(path))
  const into = isEmbedded ? intoFolder : intoServer
  const restored = await into(config, { path, checked }, undo).catch((error) => {
    throw error instanceof OccupiedError ? new StartError(error.message) : error
  })
  report(restored)
})

/** The embedded database is made anew beside the one that is there, and takes its place once it is whole. */
async function intoFolder(config: Config, archive: Archive, undo: Undo): Promise<Restored> {
  const { DATA_DIR } = config
  const present = existsSync(join(DATA_DIR, 'postgres')) ? await startEmbedded(DATA_DIR) : undefined
  undo(() => present?.stop())
  if (present && !values.replace) await refuseMembers(present.url)
  const DATA_HERE = restoringFolder(DATA_DIR)
  const made = await step('making a database', () => startEmbedded(DATA_HERE))
  undo(() => made.stop())
  const files = new Files(config.S3_BUCKET ? config : { ...config, DATA_DIR: DATA_HERE })
  const restored = await run(archive, made.url, files, true).catch(async (error) => {
    await made.stop()
    if (error instanceof ArchiveError) await rm(DATA_HERE, { recursive: true, force: true })
    throw error
  })
  await missingPictures(made.url, files)
  await Promise.all([made.stop(), present?.stop()])
  if (restored.secret)
    await writeFile(join(DATA_HERE, 'auth-secret'), `${restored.secret}\n`, { mode: 0o600 })
  const former = await replaceFolder(DATA_DIR)
  await unmarkMoved(DATA_DIR) // the one that was moved is no longer this one
  if (former) console.log(`The forum that was there is in ${former}. Delete it when you have looked around.`)
  return restored
}

async function intoServer(config: Config, archive: Archive): Promise<Restored> {
  await checkServer(config.DATABASE_URL)
  const files = new Files(config)
  const restored = await run(archive, config.DATABASE_DIRECT_URL, files, values.replace)
  await missingPictures(config.DATABASE_URL, files)
  const secret = join(config.DATA_DIR, 'auth-secret')
  if (restored.secret && !existsSync(secret)) await writeFile(secret, `${restored.secret}\n`, { mode: 0o600 })
  else if (restored.secret) console.log(`The secret of the archive is left out: ${secret} is there.`)
  return restored
}

function run({ path, checked }: Archive, url: string, files: Files, replace: boolean): Promise<Restored> {
  const say = reporter()
  const started = performance.now()
  return restore({
    archive: path,
    checked,
    url,
    files,
    replace,
    progress: (what, rows, bytes) =>
      say(() => {
        const seconds = (performance.now() - started) / 1000
        return `${what}: ${rows} rows, ${megabytes(bytes)}, ${Math.round(seconds)} s …`
      }),
  })
}

function report({ header, manifest, drift, skipped }: Restored): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored the backup of ${header.made_at} (version ${header.version}, content ${manifest.content}):`,
  )
  console.log(`  ${rows} rows of ${manifest.tables.length} tables, as many as the archive says`)
  console.log(`  ${manifest.files.count} files, ${megabytes(manifest.files.bytes)}, each with its sum`)
  if (skipped > 0) console.log(`  ${skipped} parts were there from the attempt before`)
  console.log(
    drift.length === 0
      ? '  all counters equal their sources'
      : `  ${drift.length} counters differ from their sources: select * from counter_drift()`,
  )
}

/** Pictures that members show and nobody has: they were gone before the backup, or went while it ran. */
async function missingPictures(url: string, files: Files): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<{ key: string }>(
      "select substr(avatar_url, 8) as key from profiles where avatar_url like '/files/%'",
    )
    .finally(() => client.end())
  if (rows.length === 0) return
  const stored = new Set<string>()
  for await (const { key } of files.list('avatars')) stored.add(key)
  const missing = rows.filter(({ key }) => !stored.has(key)).length
  console.log(`  ${rows.length - missing} of ${rows.length} pictures of members are there`)
}

async function refuseMembers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('public.users') is not null as there")
    if (!rows[0].there) return
    const { rows: members } = await client.query('select from users limit 1')
    if (members.length > 0)
      throw new OccupiedError(
        'There is a forum with members. Restore with --replace, and this one takes its place.',
      )
  } finally {
    await client.end()
  }
}

async function abandon({ DATA_DIR, DATABASE_DIRECT_URL }: Config, isEmbedded: boolean): Promise<void> {
  if (isEmbedded) {
    await stopPostmaster(join(restoringFolder(DATA_DIR), 'postgres'))
    await rm(restoringFolder(DATA_DIR), { recursive: true, force: true })
  } else {
    const client = new pg.Client({ connectionString: DATABASE_DIRECT_URL })
    await client.connect()
    await takeBack(client).finally(() => client.end())
  }
  console.log('What was begun is gone; the forum is as it was.')
}
