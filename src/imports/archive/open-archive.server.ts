import { ArchiveError, type ArchiveHeader } from '../../db/backup/format.ts'
import { readArchive } from '../../db/backup/read-archive.server.ts'
import { compareMigrations, MigrationError } from '../../db/migrate.server.ts'
import { DumpError } from '../dump/dump-error.ts'

const END_MARK = Buffer.from('\\.\n')

/**
 * Yields the tables of a backup of this software as `pg_dump` would write them, without the files. Checks the archive
 * as a restore does. Throws DumpError if it is damaged, forged or of a newer version.
 */
export async function* openArchive(path: string): AsyncGenerator<Buffer> {
  const columns = new Map<string, readonly string[]>()
  let open = ''
  try {
    for await (const { name, bytes } of readArchive(path)) {
      if (name.kind === 'header') {
        const { migrations, tables }: ArchiveHeader = JSON.parse(bytes.toString('utf8'))
        await compareMigrations(migrations)
        for (const table of tables) columns.set(table.name, table.columns)
      }
      if (name.kind !== 'part') continue
      if (name.table !== open) {
        if (open) yield END_MARK
        open = name.table
        yield Buffer.from(`COPY public.${open} (${columns.get(open)?.join(', ')}) FROM stdin;\n`)
      }
      yield bytes
    }
    if (open) yield END_MARK
  } catch (error) {
    if (error instanceof ArchiveError) throw new DumpError(error.message)
    if (error instanceof MigrationError)
      throw new DumpError(`The archive cannot be imported here: ${error.message}`)
    throw error
  }
}
