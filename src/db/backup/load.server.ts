import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { MIGRATIONS, migrate } from '../migrate.server.ts'
import { ArchiveError } from './archive-error.ts'
import { copyIn, PLAIN_TEXT, quoted, readTables, type Table, writeSequences } from './catalogue.server.ts'
import { type Header, partName } from './format.ts'
import { emptyTables, type Hindrance, readHindrances } from './schema.server.ts'
import { WORKPLACE } from './workplace.ts'

const LOCK = '1952999781, 3'
const WORK = 'source text not null, hindrances jsonb not null, is_built boolean not null default false'

/**
 * Fills a database with tables of a source: an archive, or another database. Each part is stored together with the note that
 * it is, so that whoever is killed goes on where they were. `source` names what is loaded; another one begins anew.
 */
export class Loader {
  private readonly client: pg.Client
  private readonly url: string
  private tables = new Map<string, Table>()
  private done = new Set<string>()
  /** Parts that were there from before. */
  skipped = 0

  constructor(client: pg.Client, url: string) {
    this.client = client
    this.url = url
  }

  /** Whether another one, that was cut short, left what this one can go on with. */
  async isBegun(source: string): Promise<boolean> {
    const { rows } = await this.client.query('select to_regclass($1) is not null as there', [
      `${WORKPLACE}.work`,
    ])
    if (!rows[0].there) return false
    const { rows: works } = await this.client.query(`select source from ${WORKPLACE}.work`)
    return works[0]?.source === source
  }

  /**
   * Makes the schema as of the header's last migration, and room for rows. Throws ArchiveError where the header's tables are
   * others than those migrations make.
   */
  async begin(source: string, header: Pick<Header, 'migrations' | 'tables'>): Promise<void> {
    await this.lock()
    if (!(await this.isBegun(source))) {
      await this.client.query(`drop schema if exists ${WORKPLACE} cascade`)
      await migrate(this.url, MIGRATIONS, header.migrations.at(-1)?.name ?? '')
      await compareTables(this.client, header.tables)
      await this.makeRoom(source)
    }
    this.tables = new Map((await readTables(this.client)).map((table) => [table.name, table]))
    const { rows } = await this.client.query(`select name from ${WORKPLACE}.parts`)
    this.done = new Set(rows.map(({ name }) => name))
  }

  /** Rows as `COPY` writes them. Throws ArchiveError where the database refuses them. */
  async load(table: string, number: number, rows: Buffer): Promise<void> {
    const name = partName(table, number)
    const known = this.tables.get(table)
    if (!known) throw new ArchiveError('unknown', `There is no table ${table}.`)
    if (this.done.has(name)) {
      this.skipped++
      return
    }
    try {
      await this.client.query('begin')
      await pipeline(Readable.from([rows]), this.client.query(copyFrom(copyIn(known))))
      await this.client.query(`insert into ${WORKPLACE}.parts values ($1)`, [name])
      await this.client.query('commit')
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined)
      const { code = '', message } = error as { code?: string; message: string }
      // 22 data, 23 constraints: the rows are what is wrong.
      if (/^2[23]/.test(code))
        throw new ArchiveError('refused', `${name} is refused by the database: ${message}.`)
      throw error
    }
  }

  /**
   * Keys, triggers and indexes come back, rows are counted, and the migrations run that the source did not have yet. Throws
   * ArchiveError where rows do not fit together.
   */
  async finish(
    { sequences }: Pick<Header, 'sequences'>,
    expected: ReadonlyMap<string, number>,
    step: (what: string) => void = () => undefined,
  ): Promise<void> {
    const { rows } = await this.client.query(`select hindrances, is_built from ${WORKPLACE}.work`)
    step('making indexes and foreign keys')
    if (!rows[0].is_built) await this.build(rows[0].hindrances, sequences, expected)
    step('migrating and gathering statistics')
    await migrate(this.url)
    await this.client.query('analyze')
  }

  /** The last step: from now on a forum may run on it. */
  async release(): Promise<void> {
    await this.client.query(`drop schema ${WORKPLACE} cascade`)
  }

  private async build(
    hindrances: Hindrance[],
    sequences: Header['sequences'],
    expected: ReadonlyMap<string, number>,
  ): Promise<void> {
    try {
      await this.client.query('begin')
      await this.client.query("set local maintenance_work_mem = '128MB'")
      for (const { restore } of hindrances) await this.client.query(restore)
      await writeSequences(this.client, sequences)
      await this.compareCounts(expected)
      await this.client.query(`update ${WORKPLACE}.work set is_built = true`)
      await this.client.query('commit')
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined)
      const { code = '', message } = error as { code?: string; message: string }
      if (code.startsWith('23'))
        throw new ArchiveError('refused', `The tables do not fit together: ${message}.`)
      throw error
    }
  }

  private async compareCounts(expected: ReadonlyMap<string, number>): Promise<void> {
    for (const name of this.tables.keys()) {
      const { rows } = await this.client.query(`select count(*)::float8 as rows from public.${quoted(name)}`)
      if (rows[0].rows !== (expected.get(name) ?? 0))
        throw new ArchiveError(
          'refused',
          `${name} has ${rows[0].rows} rows instead of ${expected.get(name)}.`,
        )
    }
  }

  private async makeRoom(source: string): Promise<void> {
    const hindrances = await readHindrances(this.client)
    await this.client.query('begin')
    for (const { remove } of hindrances) await this.client.query(remove)
    await emptyTables(this.client)
    await this.client.query(`create schema ${WORKPLACE}`)
    await this.client.query(`create table ${WORKPLACE}.work (${WORK})`)
    await this.client.query(`create table ${WORKPLACE}.parts (name text primary key)`)
    await this.client.query(`insert into ${WORKPLACE}.work values ($1, $2)`, [
      source,
      JSON.stringify(hindrances),
    ])
    await this.client.query('commit')
  }

  /** Held until the session ends. */
  private async lock(): Promise<void> {
    await this.client.query(PLAIN_TEXT)
    const { rows } = await this.client.query(`select pg_try_advisory_lock(${LOCK}) as locked`)
    if (!rows[0].locked) throw new ArchiveError('refused', 'Somebody else is filling this database just now.')
  }
}

/** Throws ArchiveError where tables or columns are others than those of the database. */
async function compareTables(client: pg.Client, tables: Header['tables']): Promise<void> {
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
}
