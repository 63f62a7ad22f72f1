import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { pack } from 'tar-stream'
import type { Files } from '../../platform/files/files.server.ts'
import {
  connectForBackup,
  type ProgressListener,
  quoteIdentifier,
  readParts,
  readSequences,
  readTables,
} from './catalogue.server.ts'
import {
  ARCHIVE_FORMAT,
  type ArchiveHeader,
  countRows,
  FILE_FOLDERS,
  type Manifest,
  parseName,
  partName,
  Tally,
} from './format.ts'

export interface BackupOptions {
  url: string
  files: Pick<Files, 'list' | 'read'>
  version: string
  /** The configuration without secrets, for information only. A restore ignores it. */
  settings: Record<string, unknown>
  secret?: string | undefined
  signal?: AbortSignal | undefined
  progress?: ProgressListener
}

/**
 * Writes the whole running forum to an archive: a snapshot of all tables, and the files. The forum stores a
 * file before the row that refers to it, and removes it after that row. Files are therefore read before the
 * snapshot, and newer files after it. Rejects if the database or the output fails. The caller closes the
 * output.
 */
export async function backup(options: BackupOptions, output: Writable): Promise<Manifest> {
  const client = await connectForBackup(options.url, 'backup')
  let archive: ArchiveWriter | undefined
  try {
    const header = await readHeader(client, options.version)
    archive = new ArchiveWriter(header, output)
    await archive.write('header.json', json(header))
    await archive.write('settings.json', json(options.settings))
    if (options.secret) await archive.write('auth-secret', Buffer.from(`${options.secret}\n`))
    const known = new Set<string>()
    await writeFiles(archive, options, known)
    await writeTables(archive, options, client, header)
    await writeFiles(archive, options, known)
    return await archive.finish()
  } catch (error) {
    await archive?.abandon(error)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readHeader(client: pg.Client, version: string): Promise<ArchiveHeader> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number")
  return {
    kind: 'threshold-backup',
    format: ARCHIVE_FORMAT,
    version,
    made_at: new Date().toISOString(),
    postgresql: rows[0].number,
    ...(await readSchema(client)),
  }
}

async function readSchema(client: pg.Client): Promise<Pick<ArchiveHeader, 'migrations' | 'tables'>> {
  const { rows: migrations } = await client.query<ArchiveHeader['migrations'][number]>(
    'select name, checksum from migrations order by name collate "C"',
  )
  const tables = await readTables(client)
  return { migrations, tables: tables.map(({ name, columns }) => ({ name, columns })) }
}

/** Writes a snapshot of the tables. Reads sequences after it, so that they are never behind the rows. */
async function writeTables(
  archive: ArchiveWriter,
  options: BackupOptions,
  client: pg.Client,
  header: ArchiveHeader,
) {
  const progress = { step: 'reading tables', detail: '', rows: 0, bytes: 0 }
  await client.query('begin isolation level repeatable read, read only')
  await lockTables(client, header)
  for (const table of await readTables(client)) {
    let number = 0
    for await (const part of readParts(client, table)) {
      options.signal?.throwIfAborted()
      await archive.write(partName(table.name, ++number), part)
      progress.detail = table.name
      progress.rows += countRows(part)
      progress.bytes += part.length
      options.progress?.(progress)
    }
  }
  const sequences = await readSequences(client)
  await client.query('commit')
  await archive.write('sequences.json', json(sequences))
}

/** Locks the tables, because a table that a migration rewrites now would be empty in the snapshot. */
async function lockTables(client: pg.Client, { migrations, tables }: ArchiveHeader): Promise<void> {
  const names = tables.map(({ name }) => `public.${quoteIdentifier(name)}`)
  await client.query(`lock table ${names.join(', ')} in access share mode`)
  const now = await readSchema(client)
  if (JSON.stringify(now) !== JSON.stringify({ migrations, tables }))
    throw new Error('The database was migrated while the backup began: begin again.')
}

async function writeFiles(
  archive: ArchiveWriter,
  { files, signal, progress }: BackupOptions,
  known: Set<string>,
): Promise<void> {
  let [count, bytes] = [0, 0]
  for (const folder of FILE_FOLDERS) {
    for await (const { key } of files.list(folder)) {
      signal?.throwIfAborted()
      const content = known.has(key) ? undefined : await files.read(key)
      known.add(key)
      if (!content) continue // already written, or removed meanwhile
      const { buffer, byteOffset, byteLength } = content
      await archive.write(`files/${key}`, Buffer.from(buffer, byteOffset, byteLength))
      bytes += byteLength
      progress?.({ step: 'reading files', detail: `${++count} files`, rows: 0, bytes })
    }
  }
}

/** Writes the entries of an archive, only one of which is in memory at a time. `finish` adds the manifest. */
class ArchiveWriter {
  private readonly tar = pack()
  private readonly tally: Tally
  private readonly mtime: Date
  private readonly done: Promise<void>

  constructor(header: ArchiveHeader, output: Writable) {
    this.tally = new Tally(header)
    this.mtime = new Date(header.made_at)
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    this.done = pipeline(Readable.from(this.tar), zstd, output)
    // If the output fails, this ends a `write` that is waiting for the output.
    this.done.catch((error) => this.tar.destroy(error))
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    if (!parseName(name)) throw new RangeError(`not a name of an entry: ${name}`)
    this.tally.add(name, bytes)
    await this.put(name, bytes)
  }

  async finish(): Promise<Manifest> {
    const manifest = this.tally.manifest()
    await this.put('manifest.json', json(manifest))
    this.tar.finalize()
    await this.done
    return manifest
  }

  async abandon(error: unknown): Promise<void> {
    this.tar.destroy(error as Error)
    await this.done.catch(() => undefined)
  }

  private async put(name: string, bytes: Buffer): Promise<void> {
    if (this.tar.destroyed) await this.done
    const about = { name, size: bytes.length, mtime: this.mtime, mode: 0o600 }
    await new Promise<void>((resolve, reject) => {
      this.tar.entry(about, (error) => (error ? reject(error) : resolve())).end(bytes)
    })
  }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
