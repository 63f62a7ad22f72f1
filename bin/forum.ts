import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { resumeReplacing } from '../src/db/backup/replace-folder.server.ts'
import { isRestoreUnfinished } from '../src/db/backup/target-database.server.ts'
import { createDatabase } from '../src/db/database.server.ts'
import { DatabaseError } from '../src/db/database-error.ts'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import type { DB } from '../src/db/types.ts'
import { type Config, loadConfig, unknownVariables } from '../src/platform/config/config.server.ts'
import { embeddedUrl, loadOrCreateSecret } from '../src/platform/files/data-folder.server.ts'
import { step } from './progress.mjs'
import { runToEnd } from './shutdown.ts'

export type Forum = { config: Config; close(): Promise<void> }

type OpenOptions = {
  shared?: boolean
  /** Skips migrating and creating a secret. A backup before an upgrade must contain the old version. */
  asItIs?: boolean
  /** Throws DatabaseError if there is no database, instead of creating one. */
  mustExist?: boolean
  onLost?: (error: Error) => void
}

/**
 * Opens the forum: locks its data folder, starts and migrates the database, and sets DATABASE_URL and
 * AUTH_SECRET in `process.env` for the server bundle. Throws ConfigError, DatabaseError or MigrationError.
 */
export async function openForum(options: OpenOptions = {}): Promise<Forum> {
  const config = loadConfig(process.env)
  for (const warning of unknownVariables(process.env)) console.warn(warning)
  await resumeReplacing(config.DATA_DIR)
  if (options.mustExist) refuseMissing(config)
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const database = await step('starting the database', () => openDatabase(config, options))
  try {
    await refuseUnfinished(config.DATABASE_DIRECT_URL)
    if (options.asItIs) return { config, close: database.stop }
    const applied = await step('migrating the database', () => migrate(config.DATABASE_DIRECT_URL))
    if (applied[0]?.startsWith('0001_')) console.log('database ready')
    else if (applied.length > 0) console.log(`applied ${applied.join(', ')}`)
    process.env.DATABASE_URL = config.DATABASE_URL
    process.env.AUTH_SECRET = config.AUTH_SECRET ?? (await loadOrCreateSecret(config.DATA_DIR))
    return { config: loadConfig(process.env), close: database.stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Opens the forum, runs `work` and exits. Works even while the forum is running. */
export function withForum(work: (config: Config) => Promise<void>, options: OpenOptions = {}): void {
  runToEnd(async (undo) => {
    const opening = openForum({ shared: true, ...options })
    undo(() => opening.then(({ close }) => close()).catch(() => undefined))
    await work((await opening).config)
  })
}

/** Like `withForum`, with a pool of at most `max` connections to a database, which must exist by default. */
export function withDatabase(
  work: (db: Kysely<DB>, config: Config) => Promise<void>,
  { max = 1, mustExist = true } = {},
): void {
  withForum(
    async (config) => {
      const db = createDatabase(config.DATABASE_URL, { max })
      await work(db, config).finally(() => db.destroy())
    },
    { mustExist },
  )
}

function refuseMissing({ DATABASE_URL, DATA_DIR }: Config): void {
  if (DATABASE_URL !== embeddedUrl(DATA_DIR) || existsSync(join(DATA_DIR, 'postgres/PG_VERSION'))) return
  throw new DatabaseError(
    `No forum found in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL. On an installed machine, use \`sudo threshold\`.`,
  )
}

async function openDatabase(config: Config, options: OpenOptions) {
  if (config.DATABASE_URL === embeddedUrl(config.DATA_DIR))
    return await startEmbedded(config.DATA_DIR, {
      ...options,
      // Allows 21 connections for each worker, and 39 for everything else.
      settings: { max_connections: String(39 + 21 * config.WORKERS) },
      report: console.log,
    })
  await checkServer(config.DATABASE_URL)
  return { stop: async () => undefined }
}

async function refuseUnfinished(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    if (await isRestoreUnfinished(client))
      throw new DatabaseError(
        'A restore into this database was interrupted. Run the same command again, or `npm run restore -- --abandon`.',
      )
  } finally {
    await client.end()
  }
}

export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
    if (rows[0].major < 15) throw new Error(`it is PostgreSQL ${rows[0].major}; 15 or newer is needed`)
  } catch (error) {
    throw new DatabaseError(
      `Cannot connect to DATABASE_URL: ${(error as Error).message || (error as { code?: string }).code}`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
