// `npm run move -- DATABASE_URL`: the embedded database into another one. `--abandon` lets the old one be written again.
import { parseArgs } from 'node:util'
import { move } from '../src/db/backup/move.server.ts'
import { connect } from '../src/db/backup/parts.server.ts'
import { makeWritable } from '../src/db/backup/read-only.server.ts'
import { OccupiedError } from '../src/db/backup/restore.server.ts'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { type Config, loadConfig } from '../src/platform/config.server.ts'
import { StartError } from './failure.ts'
import { megabytes, reporter } from './figures.ts'
import { checkServer } from './forum.ts'
import { markMoved, refuseMoved, unmarkMoved } from './moved.ts'
import { runToEnd } from './shutdown.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { abandon: { type: 'boolean', default: false } },
})

runToEnd(async (undo) => {
  const [to] = positionals
  if (!to && !values.abandon)
    throw new StartError('Usage: npm run move -- DATABASE_URL\n       npm run move -- --abandon')
  // The old one, whatever DATABASE_URL says by now; the new one is checked as DATABASE_URL would be.
  const config = loadConfig({ ...process.env, DATABASE_URL: to, DATABASE_DIRECT_URL: undefined })
  if (!values.abandon) refuseMoved(config.DATA_DIR)
  const { url: from, stop } = await startEmbedded(config.DATA_DIR, { shared: true })
  undo(stop)
  if (values.abandon) return await abandon(config, from)
  await checkServer(config.DATABASE_URL)
  await moveTo(config, from)
})

async function moveTo(config: Config, from: string): Promise<void> {
  const say = reporter()
  const { tables, jobs, seconds, skipped } = await move({
    from,
    to: config.DATABASE_URL,
    announce: ({ seconds, bytes }) => {
      console.log(`${megabytes(bytes)} are to be moved. For about ${seconds} s nobody will be able to write;`)
      console.log('pages are read meanwhile, and what somebody sends is refused with 503.')
    },
    progress: (what, rows, bytes) =>
      say(() => (rows ? `${what}: ${rows} rows, ${megabytes(bytes)} …` : `${what} …`)),
  }).catch((error) => {
    throw error instanceof OccupiedError ? new StartError(error.message) : error
  })
  await markMoved(config.DATA_DIR, config.DATABASE_URL)
  for (const { name, rows, sha256 } of tables)
    if (rows > 0)
      console.log(`  ${name.padEnd(28)} ${String(rows).padStart(10)} rows, ${sha256.slice(0, 16)} in both`)
  if (skipped > 0) console.log(`  ${skipped} parts were there from the attempt before`)
  console.log(
    `Moved in ${seconds.toFixed(1)} s, with ${jobs} jobs that wait. The old database is as it was, and is only read.`,
  )
  console.log(
    'Now set DATABASE_URL to the new one and start the forum again. Files and secret stay where they are.',
  )
}

async function abandon({ DATA_DIR }: Config, from: string): Promise<void> {
  const client = await connect(from, 'move')
  await makeWritable(client).finally(() => client.end())
  await unmarkMoved(DATA_DIR)
  console.log(
    'The embedded database is written again. What the other one holds is nobody’s: empty it before the next attempt.',
  )
}
