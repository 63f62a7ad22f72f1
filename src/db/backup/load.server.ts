import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type MigrationSource, migrate, SOURCE } from '../migrate.server.ts'
import { copyIn, PLAIN_TEXT, quoteIdentifier, writeSequences } from './catalogue.server.ts'
import { ArchiveError, type ArchiveHeader, partName, type Sequence, type TableOfArchive } from './format.ts'
import {
  compareTables,
  emptyTables,
  type LoadConstraint,
  readLoadConstraints,
  readSchemaRules,
  type SchemaRule,
} from './schema.server.ts'
import { OccupiedError, RESTORE_SCHEMA } from './target-database.server.ts'

const LOCK = '1952999781, 3'
/** Columns of `work`, a restore's state. `hindrances` and `rules` are null until tables can receive rows. */
const WORK = 'source text not null, hindrances jsonb, rules jsonb, is_built boolean not null default false'

export interface Plan extends Pick<ArchiveHeader, 'migrations' | 'tables'> {
  sequences: Sequence[]
}

export type StepListener = (step: string, detail: string) => void

/** Loads an archive's tables. Commits each part together with its name, so that a load can resume later. */
export class Loader {
  private readonly client: pg.Client
  private readonly url: string
  private readonly schema: MigrationSource
  private tables = new Map<string, TableOfArchive>()
  private done = new Set<string>()
  skipped = 0

  constructor(client: pg.Client, url: string, schema = SOURCE) {
    this.client = client
    this.url = url
    this.schema = schema
  }

  /** Takes a lock that lasts for the session. Throws OccupiedError if another restore holds it. */
  async lock(): Promise<void> {
    await this.client.query(PLAIN_TEXT)
    const { rows } = await this.client.query(`select pg_try_advisory_lock(${LOCK}) as locked`)
    if (!rows[0].locked)
      throw new OccupiedError(
        'Another restore into this database is running, or one that was killed is just ending. Try again when it has ended.',
      )
  }

  /** Returns the unfinished load in this database and whether its tables are ready for rows. */
  async begun(): Promise<{ source: string; isReady: boolean } | undefined> {
    const { rows } = await this.client.query('select to_regclass($1) is not null as there', [
      `${RESTORE_SCHEMA}.work`,
    ])
    if (!rows[0].there) return undefined
    const { rows: works } = await this.client.query(
      `select source, to_jsonb(work) ->> 'rules' is not null as "isReady" from ${RESTORE_SCHEMA}.work`,
    )
    return works[0]
  }

  async isBegun(source: string): Promise<boolean> {
    const begun = await this.begun()
    return begun?.isReady === true && begun.source === source
  }

  /** Migrates an empty database to the archive's version. Throws ArchiveError if the tables differ. */
  async begin(source: string, plan: Plan): Promise<void> {
    if (!(await this.isBegun(source))) {
      await this.claim(source)
      await migrate(this.url, this.schema, plan.migrations.at(-1)?.name ?? '')
      await compareTables(this.client, plan.tables, plan.sequences)
      await this.makeRoom()
    }
    this.tables = new Map(plan.tables.map((table) => [table.name, table]))
    const { rows } = await this.client.query(`select name from ${RESTORE_SCHEMA}.parts`)
    this.done = new Set(rows.map(({ name }) => name))
  }

  /** Loads a part in `COPY` format. Throws ArchiveError if the database rejects its rows. */
  async load(table: string, number: number, rows: Buffer): Promise<void> {
    const name = partName(table, number)
    if (this.done.has(name)) {
      this.skipped++
      return
    }
    const known = this.tables.get(table)
    if (!known) throw new ArchiveError('unknown', `Unknown table: ${table}.`)
    await this.inOne(`${name} is refused by the database`, async () => {
      await pipeline(Readable.from([rows]), this.client.query(copyFrom(copyIn(known))))
      await this.client.query(`insert into ${RESTORE_SCHEMA}.parts values ($1)`, [name])
    })
  }

  /**
   * Restores keys, triggers and indexes, and then migrates to the version of this code. Throws ArchiveError
   * for missing rows or violated constraints.
   */
  async finish(
    sequences: Sequence[],
    expected: ReadonlyMap<string, number>,
    step: StepListener,
  ): Promise<void> {
    const { rows } = await this.client.query(`select * from ${RESTORE_SCHEMA}.work`)
    const { hindrances, rules, is_built } = rows[0]
    if (!is_built)
      await this.inOne('The tables do not fit together', async () => {
        await this.bringBack(hindrances, step)
        step('counting rows', '')
        await writeSequences(this.client, sequences)
        await this.compareCounts(expected)
        await this.compareRules(rules)
        await this.client.query(`update ${RESTORE_SCHEMA}.work set is_built = true`)
      })
    step('migrating and gathering statistics', '')
    await migrate(this.url, this.schema)
    await this.client.query('analyze')
  }

  private async bringBack(hindrances: LoadConstraint[], step: StepListener): Promise<void> {
    await this.client.query("set local maintenance_work_mem = '128MB'")
    for (const [index, { restore }] of hindrances.entries()) {
      step('making indexes and foreign keys', `${index + 1} of ${hindrances.length}`)
      await this.client.query(restore)
    }
  }

  private async compareCounts(expected: ReadonlyMap<string, number>): Promise<void> {
    for (const name of this.tables.keys()) {
      const { rows } = await this.client.query(
        `select count(*)::float8 as rows from public.${quoteIdentifier(name)}`,
      )
      if (rows[0].rows !== (expected.get(name) ?? 0))
        throw new ArchiveError(
          'refused',
          `${name} has ${rows[0].rows} rows instead of ${expected.get(name)}.`,
        )
    }
  }

  /** Throws if a key, index or trigger is missing, which would otherwise go unnoticed for weeks. */
  private async compareRules(made: SchemaRule[]): Promise<void> {
    const now = new Set((await readSchemaRules(this.client)).map((rule) => JSON.stringify(rule)))
    const missing = made.find(({ of, name, is }) => !now.delete(JSON.stringify({ of, name, is })))
    if (missing) throw new Error(`${missing.name} of ${missing.of} is not as its migrations made it.`)
    if (now.size > 0) throw new Error(`There is something that no migration made: ${[...now][0]}`)
  }

  /** Marks the database as being restored, so that no forum starts on it and a later attempt can resume. */
  private async claim(source: string): Promise<void> {
    await this.inOne('', async () => {
      await this.client.query(`create schema ${RESTORE_SCHEMA}`)
      await this.client.query(`create table ${RESTORE_SCHEMA}.work (${WORK})`)
      await this.client.query(`create table ${RESTORE_SCHEMA}.parts (name text primary key)`)
      await this.client.query(`insert into ${RESTORE_SCHEMA}.work values ($1)`, [source])
    })
  }

  private async makeRoom(): Promise<void> {
    const [rules, hindrances] = [await readSchemaRules(this.client), await readLoadConstraints(this.client)]
    await this.inOne('', async () => {
      for (const { remove } of hindrances) await this.client.query(remove)
      await emptyTables(this.client)
      await this.client.query(`update ${RESTORE_SCHEMA}.work set rules = $1, hindrances = $2`, [
        JSON.stringify(rules),
        JSON.stringify(hindrances),
      ])
    })
  }

  /** Runs a transaction. If the data is invalid, throws ArchiveError with a message starting with `words`. */
  private async inOne(words: string, work: () => Promise<void>): Promise<void> {
    try {
      await this.client.query('begin')
      await work()
      await this.client.query('commit')
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined)
      if (words && error instanceof pg.DatabaseError && !NOT_BY_CONTENT.test(error.code ?? '08'))
        throw new ArchiveError('refused', `${words}: ${error.message}.`)
      throw error
    }
  }
}

/** Codes of errors that the data does not cause: connection, resources, shutdown and system errors. */
const NOT_BY_CONTENT = /^(08|53|57|58)/
