// `npm run import -- nodebb FILE [--files DIRECTORY] [--old-address URL] [--dry-run]`: imports a forum from a dump of other
// software, or from a backup.
// `npm run import -- undo RUN`: deletes what an import brought and nobody has touched since.
import { existsSync, statSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { DB } from '../src/db/types.ts'
import { archive } from '../src/imports/archive/archive.server.ts'
import { discourse } from '../src/imports/discourse/discourse.server.ts'
import { DumpError } from '../src/imports/dump/dump-error.ts'
import { writeReport } from '../src/imports/manage/report-file.server.ts'
import { ImportBusyError } from '../src/imports/manage/run-progress.server.ts'
import { isImporting } from '../src/imports/manage/sql.server.ts'
import { nodebb } from '../src/imports/nodebb/nodebb.server.ts'
import { phpbb } from '../src/imports/phpbb/phpbb.server.ts'
import type { ImportReport } from '../src/imports/report/report.server.ts'
import { runImport } from '../src/imports/run-import.server.ts'
import type { ForumSource } from '../src/imports/source.ts'
import { undoImport } from '../src/imports/undo.server.ts'
import type { Config } from '../src/platform/config/config.server.ts'
import { Files } from '../src/platform/files/files.server.ts'
import { parseOptions, StartError } from './failure.ts'
import { withDatabase } from './forum.ts'

const USAGE = `Usage: npm run import -- discourse|nodebb|phpbb|archive FILE [--files DIRECTORY] [--old-address URL]
                       [--dry-run] [--table-prefix phpbb_]
       npm run import -- undo RUN`

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    files: { type: 'string' },
    'old-address': { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'table-prefix': { type: 'string', default: 'phpbb_' },
  },
})
const SOURCES: Record<string, ForumSource> = {
  ...{ archive, discourse, nodebb },
  phpbb: phpbb(values['table-prefix'] ?? ''),
}
const [name = '', target] = positionals
const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined
if (!target || positionals.length > 2 || !(source || name === 'undo')) throw new StartError(USAGE)

withDatabase(
  async (db, config) => {
    if (!source) return undo(db, target)
    if (!existsSync(target)) throw new StartError(`There is no file ${target}.`)
    const report = await importFile(db, source, target, config).catch((error: unknown) => {
      throw error instanceof DumpError || error instanceof ImportBusyError
        ? new StartError(error.message)
        : error
    })
    await printReport(report, config)
  },
  { max: 2 },
)

async function importFile(db: Kysely<DB>, source: ForumSource, path: string, config: Config) {
  const folder = values.files
  if (folder && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`There is no folder ${folder}.`)
  const oldAddress = values['old-address'] && originOf(values['old-address'])
  const reading = counter('rows read')
  const writing = counter('written')
  try {
    return await runImport(db, {
      source,
      path,
      oldAddress,
      files: folder ? { folder, storage: new Files(config) } : undefined,
      isDryRun: values['dry-run'] === true,
      onRows: (rows) => reading.add(rows),
      onRecords: (kind, records) => writing.add(records, `${kind}s`),
    })
  } finally {
    reading.end()
    writing.end()
  }
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError('The old address must begin with https:// or http://.')
  return url.origin
}

/** Prints a count with its speed every five seconds. */
function counter(what: string) {
  const started = performance.now()
  let total = 0
  let detail = ''
  let last = started
  const line = () => {
    const seconds = (performance.now() - started) / 1000
    console.log(`${total} ${what}${detail && ` (${detail})`}, ${Math.round(total / seconds)} a second`)
  }
  return {
    add(count: number, now = '') {
      total += count
      detail = now
      if (performance.now() - last < 5000) return
      last = performance.now()
      line()
    },
    end() {
      detail = ''
      if (total > 0) line()
    },
  }
}

async function printReport(report: ImportReport, config: Config): Promise<void> {
  const folder = await writeReport(config, report)
  for (const { kind, found, imported, skipped, failed } of report.kinds) {
    if (found === 0) continue
    const sum = (parts: { count: number }[]) => parts.reduce((total, { count }) => total + count, 0)
    console.log(
      `${kind}: ${found} found, ${imported} imported, ${sum(skipped)} left out, ${sum(failed)} failed`,
    )
  }
  console.log(values['dry-run'] ? 'Nothing was written.' : `This is run ${report.run}.`)
  console.log(`The report is in ${folder}.`)
  if (!report.is_complete) throw new StartError('The report names differences that are not explained.')
}

async function undo(db: Kysely<DB>, run: string): Promise<void> {
  if (await isImporting(db))
    throw new StartError('An import is running, or stopped less than 30 seconds ago. Try again soon.')
  const result = await undoImport(db, run)
  if (!result) throw new StartError(`There is no run ${run}.`)
  for (const { kind, deleted, kept } of result)
    if (deleted + kept > 0)
      console.log(`${kind}: ${deleted} deleted, ${kept} kept because they have changed or are in use`)
}
