// `npm run move -- DATABASE_URL`: the embedded database into another one. `--abandon` lets the old one be written again.
import { createInterface } from 'node:readline/promises'
import type { Estimate } from '../src/db/backup/estimate.server.ts'
import { move } from '../src/db/backup/move.server.ts'
import { OccupiedError } from '../src/db/backup/occupied.server.ts'
import { connect } from '../src/db/backup/parts.server.ts'
import { isUnfinished } from '../src/db/backup/put-aside.server.ts'
import { makeWritable } from '../src/db/backup/read-only.server.ts'
import { resumeReplacing } from '../src/db/backup/replace-folder.server.ts'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { type Config, loadConfig } from '../src/platform/config.server.ts'
import { parseOptions, StartError } from './failure.ts'
import { megabytes, reportProgress } from './figures.ts'
import { checkServer } from './forum.ts'
import { isMovedTo, markMoved, refuseMoved, unmarkMoved } from './moved.ts'
import { runToEnd } from './shutdown.ts'

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { abandon: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
})
const USAGE = 'Usage: npm run move -- DATABASE_URL [--yes]\n       npm run move -- --abandon'
const NEXT =
  'Now set DATABASE_URL to the new one and start the forum again. Files and secret stay where they are.'

runToEnd(async (undo) => {
  const [to] = positionals
  if (!to && !values.abandon) throw new StartError(USAGE)
  // The old one, whatever DATABASE_URL says by now; the new one is checked as DATABASE_URL would be.
  const config = loadConfig({
    ...process.env,
    DATABASE_URL: to,
    DATABASE_DIRECT_URL: undefined,
  })
  await resumeReplacing(config.DATA_DIR)
  const isMoved = !values.abandon && isMovedTo(config.DATA_DIR, config.DATABASE_URL)
  if (!values.abandon && !isMoved) refuseMoved(config.DATA_DIR)
  const { url: from, stop } = await startEmbedded(config.DATA_DIR, { shared: true })
  undo(stop)
  if (values.abandon) return await abandon(config, from)
  await checkServer(config.DATABASE_URL)
  if (isMoved && !(await isUnfinishedAt(config.DATABASE_URL)))
    console.log(`It was moved there already. ${NEXT}`)
  else await moveTo(config, from)
})

async function moveTo(config: Config, from: string): Promise<void> {
  const { tables, jobs, seconds, skipped } = await move({
    from,
    to: config.DATABASE_URL,
    announce,
    mark: () => markMoved(config.DATA_DIR, config.DATABASE_URL),
    progress: reportProgress(),
  }).catch((error) => {
    throw error instanceof OccupiedError ? new StartError(error.message) : error
  })
  for (const { name, rows, sha256 } of tables)
    if (rows > 0)
      console.log(`  ${name.padEnd(28)} ${String(rows).padStart(10)} rows, ${sha256.slice(0, 16)} in both`)
  if (skipped > 0) console.log(`  ${skipped} parts were there from the attempt before`)
  console.log(
    `Moved in ${seconds.toFixed(1)} s, with ${jobs} jobs that wait. The old database is as it was, and is only read.`,
  )
  console.log(NEXT)
}

/** Says how long nobody will be able to write, and waits for a yes. */
async function announce({ seconds, bytes }: Estimate): Promise<void> {
  console.log(`${megabytes(bytes)} are to be moved. For about ${seconds} s nobody will be able to write;`)
  console.log('pages are read meanwhile, and what somebody sends is refused with 503.')
  if (values.yes) return
  if (!process.stdin.isTTY) throw new StartError('Nobody is there to ask: say --yes to begin.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await new Promise<string>((resolve) => {
    terminal.on('SIGINT', () => resolve(''))
    terminal.question('Begin? [y/N] ').then(resolve)
  }).finally(() => terminal.close())
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new StartError('Nothing was moved; both databases are as they were.')
}

async function isUnfinishedAt(url: string): Promise<boolean> {
  const client = await connect(url, 'move')
  return await isUnfinished(client).finally(() => client.end())
}

async function abandon({ DATA_DIR }: Config, from: string): Promise<void> {
  const client = await connect(from, 'move')
  await makeWritable(client).finally(() => client.end())
  await unmarkMoved(DATA_DIR)
  console.log(
    'The embedded database is written again. What was begun in the other one is nobody’s: before the next attempt',
  )
  console.log(
    '`npm run restore -- --abandon --into DATABASE_URL` takes it away; what was moved wholly, empty yourself.',
  )
}
