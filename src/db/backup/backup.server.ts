import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { Files } from '../../platform/files.server.ts'
import { readSequences, readTables } from './catalogue.server.ts'
import { FORMAT, type Header, type Manifest, partName } from './format.ts'
import { connect, readParts } from './parts.server.ts'
import { countRows } from './tally.server.ts'
import { ArchiveWriter, json } from './write-archive.server.ts'

/** Files that are the forum's own. Images of posts are not among them: they are drawn again when somebody asks. */
const FOLDERS = ['avatars']

export interface BackupOptions {
  url: string
  files: Pick<Files, 'list' | 'read'>
  /** Of package.json. */
  version: string
  /** What the environment says, without secrets; for people, as it is not restored. */
  settings: Record<string, unknown>
  /** The secret that signs sessions, when it is wanted in the archive. */
  secret?: string | undefined
  progress?: (so_far: Progress) => void
}

export interface Progress {
  table: string
  rows: number
  files: number
  bytes: number
}

/**
 * Writes the whole forum as one archive, while it runs: all tables as they were at one moment, and the files. A file is
 * stored before its row says so and removed after, so files are read both before that moment and, where new, after it: what
 * a row of the moment refers to is then there. Rejects when the database or the output fails.
 */
export async function backup(options: BackupOptions, output: Writable): Promise<Manifest> {
  const client = await connect(options.url, 'backup')
  const progress = { table: '', rows: 0, files: 0, bytes: 0 }
  const header = await readHeader(client, options.version)
  const archive = new ArchiveWriter(header, output)
  try {
    await archive.write('header.json', json(header))
    await archive.write('settings.json', json(options.settings))
    if (options.secret) await archive.write('auth-secret', Buffer.from(`${options.secret}\n`))
    const known = new Set<string>()
    await writeFiles(archive, options, known, progress)
    await client.query('begin isolation level repeatable read, read only')
    await refuseChange(client, header)
    for (const table of await readTables(client)) {
      let number = 0
      for await (const part of readParts(client, table)) {
        await archive.write(partName(table.name, ++number), part)
        progress.table = table.name
        progress.rows += countRows(part)
        progress.bytes += part.length
        options.progress?.(progress)
      }
    }
    await client.query('commit')
    await writeFiles(archive, options, known, progress)
    return await archive.finish()
  } catch (error) {
    await archive.abandon(error)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readHeader(client: pg.Client, version: string): Promise<Header> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number")
  const tables = await readTables(client)
  return {
    kind: 'threshold-backup',
    format: FORMAT,
    version,
    made_at: new Date().toISOString(),
    postgresql: rows[0].number,
    migrations: await readMigrations(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(client),
  }
}

async function readMigrations(client: pg.Client): Promise<Header['migrations']> {
  const { rows } = await client.query('select name, checksum from migrations order by name collate "C"')
  return rows
}

/** The header was written before the snapshot was taken. */
async function refuseChange(client: pg.Client, { migrations }: Header): Promise<void> {
  if ((await readMigrations(client)).length !== migrations.length)
    throw new Error('The database was migrated while the backup began: begin again.')
}

async function writeFiles(
  archive: ArchiveWriter,
  { files, progress: report }: BackupOptions,
  known: Set<string>,
  progress: Progress,
): Promise<void> {
  for (const folder of FOLDERS) {
    for await (const { key } of files.list(folder)) {
      const bytes = known.has(key) ? undefined : await files.read(key)
      known.add(key)
      if (!bytes) continue // it was there before, or went in between
      await archive.write(`files/${key}`, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      progress.files++
      progress.bytes += bytes.length
      report?.(progress)
    }
  }
}
