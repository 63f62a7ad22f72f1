import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { replaceFolder, restoringFolder } from '../src/db/backup/replace-folder.server.ts'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { openLogStore } from '../src/db/wal/jobs.server.ts'
import { type Recovered, recover } from '../src/db/wal/recover.server.ts'
import type { Config } from '../src/platform/config.server.ts'
import { StartError } from './failure.ts'
import { step } from './progress.mjs'
import type { Undo } from './shutdown.ts'

/** `npm run restore -- --until TIME`: the embedded database as it was then, from the log that ARCHIVE_WAL keeps. */
export async function restoreUntil(config: Config, moment: string, undo: Undo): Promise<void> {
  const { DATA_DIR } = config
  const until = moment === 'end' ? undefined : momentOf(moment)
  if (!config.ARCHIVE_WAL) throw new StartError('ARCHIVE_WAL is not set: no log is kept to go back by.')
  if (existsSync(join(DATA_DIR, 'postgres/postmaster.pid')))
    throw new StartError(
      `A forum is running on ${DATA_DIR}, or was killed there. Stop it, or start and stop it, first.`,
    )
  const folder = restoringFolder(DATA_DIR)
  // What an attempt before has begun is made anew: its base may be another.
  await stopPostmaster(join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true })
  const recovered = await step('going back', () =>
    recover({
      folder,
      store: openLogStore(config),
      until,
      present: join(DATA_DIR, 'postgres'),
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
