import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { replaceFolder, restoringFolder } from '../src/db/backup/replace-folder.server.ts'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { clusterIdentifier, keptClusters, openLogStore } from '../src/db/wal/log-store.server.ts'
import { type Recovered, recover } from '../src/db/wal/recover.server.ts'
import type { Config } from '../src/platform/config.server.ts'
import { StartError } from './failure.ts'
import { step } from './progress.mjs'
import type { Undo } from './shutdown.ts'

/** `npm run restore -- --until TIME [--cluster ID]`: the embedded database as it was then, from the log that ARCHIVE_WAL keeps. */
export async function restoreUntil(
  config: Config,
  { moment, cluster }: { moment: string; cluster: string | undefined },
  undo: Undo,
): Promise<void> {
  const { DATA_DIR } = config
  const until = moment === 'end' ? undefined : momentOf(moment)
  if (!config.ARCHIVE_WAL) throw new StartError('ARCHIVE_WAL is not set: no log is kept to go back by.')
  await refuseRunning(DATA_DIR)
  const there = join(DATA_DIR, 'postgres')
  const identifier = await clusterIdentifier(there)
  const chosen = await chooseCluster(config, cluster ?? identifier)
  const folder = restoringFolder(DATA_DIR)
  await clear(folder)
  const recovered = await step('going back', () =>
    recover({
      folder,
      store: openLogStore(config, chosen),
      until,
      present: chosen === identifier ? there : undefined,
      step: console.log,
    }),
  )
  undo(() => recovered.database.stop())
  await report(recovered)
  await recovered.database.stop()
  const former = await replaceFolder(DATA_DIR)
  if (former)
    console.log(`The database that was there is in ${former}. Delete it when you have looked around.`)
  console.log('Pictures and the secret are as they were. Start the forum.')
}

function momentOf(text: string): Date {
  const moment = new Date(text)
  // Without a zone it would be this machine's.
  if (Number.isNaN(moment.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(text))
    throw new StartError(`${text} is no moment: write it like 2026-11-23T14:30:00Z, or end.`)
  return moment
}

/** Whose log is gone back by: of the database that is there, or else the only one that is kept. */
async function chooseCluster(config: Config, wanted: string | undefined): Promise<string> {
  const kept = await keptClusters(config)
  if (wanted !== undefined && kept.includes(wanted)) return wanted
  const [first] = kept
  if (first === undefined)
    throw new StartError('No log is kept there: ARCHIVE_WAL was not on, or for less than a minute.')
  if (kept.length === 1 && wanted === undefined) return first
  const whose = wanted === undefined ? 'Several databases have' : `The database ${wanted} has not`
  throw new StartError(`${whose} kept a log there. Choose one with --cluster: ${kept.join(', ')}.`)
}

async function refuseRunning(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres/postmaster.pid')))
    throw new StartError(
      `A forum is running on ${dataDir}, or was killed there. Stop it, or start and stop it, first. Where it does not start any more, move ${dataDir}/postgres away: then what was not shipped of its log is lost.`,
    )
}

/** What an attempt before has begun is made anew: its base may be another. A restore from a backup is not ours to clear. */
async function clear(folder: string): Promise<void> {
  const mark = join(folder, 'going-back')
  if (existsSync(folder) && !existsSync(mark))
    throw new StartError('A restore from a backup was begun. Finish it, or `npm run restore -- --abandon`.')
  await stopPostmaster(join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(mark, '')
}

async function report({ database, base, last }: Recovered): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows: drift } = await client.query('select * from counter_drift()')
    console.log(
      `From ${base.name}; the last thing in it was written ${last?.toISOString() ?? 'before that'}.`,
    )
    console.log(
      drift.length === 0
        ? 'All counters equal their sources.'
        : `${drift.length} counters differ from their sources: select * from counter_drift()`,
    )
  } finally {
    await client.end()
  }
}
