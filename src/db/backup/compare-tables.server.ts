import type pg from 'pg'
import { ArchiveError } from './archive-error.ts'
import { quoted, readSequences, readTables } from './catalogue.server.ts'
import type { Header, Sequence } from './format.ts'

/** Throws ArchiveError where tables, columns or numbered columns are others than those of the database. */
export async function compareTables(
  client: pg.Client,
  tables: Header['tables'],
  sequences: Sequence[],
): Promise<void> {
  const known = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of tables) {
    const ours = known.get(name)
    if (!ours) throw new ArchiveError('unknown', `There is no table ${quoted(name)}.`)
    const odd =
      columns.find((column) => !ours.includes(column)) ?? ours.find((column) => !columns.includes(column))
    if (odd || columns.length !== ours.length)
      throw new ArchiveError(
        'unknown',
        `The columns of ${quoted(name)} are not those of its migrations: ${odd}.`,
      )
    if (!known.delete(name)) throw new ArchiveError('refused', `${quoted(name)} is there twice.`)
  }
  const [missing] = known.keys()
  if (missing) throw new ArchiveError('unknown', `The table ${quoted(missing)} is missing.`)
  await compareSequences(client, sequences)
}

async function compareSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  const named = (all: Sequence[]) =>
    JSON.stringify(all.map(({ table, column }) => `${table}.${column}`).toSorted())
  const ours = named(await readSequences(client))
  if (named(sequences) !== ours)
    throw new ArchiveError(
      'unknown',
      `The columns with numbers of their own are not those of its migrations: ${ours}.`,
    )
}
