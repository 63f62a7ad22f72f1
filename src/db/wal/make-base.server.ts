import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { type Pack, pack } from 'tar-stream'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { connect } from '../backup/parts.server.ts'
import { json } from '../backup/write-archive.server.ts'
import { type Base, baseNames, isClusterFile } from './bases.server.ts'
import { SPOOL } from './spool.ts'

/** Of the running server, and made anew by the next: PostgreSQL's manual, "Making a Base Backup Using the Low Level API". */
const LEFT_OUT = /^(postmaster\.(pid|opts)|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*|backup_label.*)$/
const EMPTY = new Set([
  SPOOL,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])

/**
 * Copies the files of a running cluster, by PostgreSQL's interface for that: with the log from before it to after it they become a
 * database. There is no `pg_basebackup` in the embedded server's package.
 */
export async function makeBase(url: string, cluster: string, store: BackupStore): Promise<Base> {
  const { name, files } = baseNames(new Date())
  // The session that began has to be the one that ends it.
  const client = await connect(url, 'base backup')
  try {
    const { rows: begun } = await client.query(
      `select pg_walfile_name(pg_backup_start($1, true)) as segment, current_setting('server_version_num')::int as version`,
      [name],
    )
    const copied = { stopped_at: '', stop_position: '', sha256: '' }
    await store.write(files.archive, async (output) => {
      Object.assign(copied, await writeBase(client, cluster, output))
    })
    const { segment: first_segment, version: postgresql } = begun[0]
    const notes = { format: 2, postgresql, first_segment, ...copied } as const
    await store.write(files.notes, (output) => pipeline(Readable.from([json(notes)]), output))
    return { ...notes, name }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function writeBase(client: Client, cluster: string, output: Writable) {
  const tar = pack()
  const hash = createHash('sha256')
  const done = pipeline(Readable.from(tar), createZstdCompress(), hashing(hash), output)
  done.catch((error) => tar.destroy(error))
  await addFolder(tar, cluster, '')
  // Does not wait until the log up to here is kept: it would for ever where it cannot be.
  const { rows } = await client.query(
    'select labelfile, lsn::text as position, clock_timestamp() as at from pg_backup_stop(false)',
  )
  await addFile(tar, 'backup_label', Buffer.from(rows[0].labelfile))
  tar.finalize()
  await done
  const stopped_at = new Date(rows[0].at).toISOString()
  return { stopped_at, stop_position: rows[0].position as string, sha256: hash.digest('hex') }
}

function hashing(hash: Hash) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}

async function addFolder(tar: Pack, cluster: string, folder: string): Promise<void> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true }).catch(nothingThere)) {
    const name = folder ? `${folder}/${entry.name}` : entry.name
    if (LEFT_OUT.test(name) || !isClusterFile(name)) continue
    if (entry.isDirectory()) {
      await new Promise<void>((resolve, reject) => {
        tar.entry({ name: `${name}/`, type: 'directory', mode: 0o700 }, (error) =>
          error ? reject(error) : resolve(),
        )
      })
      if (!EMPTY.has(name)) await addFolder(tar, cluster, name)
    } else if (entry.isFile()) await addRunning(tar, cluster, name)
  }
}

/** A file that is being written, or removed: so many bytes as it had, the rest is in the log. */
async function addRunning(tar: Pack, cluster: string, name: string): Promise<void> {
  const path = join(cluster, name)
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  )
  if (size === undefined) return
  await new Promise<void>((resolve, reject) => {
    const sink = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    pipeline(Readable.from(exactly(path, size)), sink).catch(reject)
  })
}

async function* exactly(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size
  try {
    if (size > 0)
      for await (const chunk of createReadStream(path, { end: size - 1 })) {
        left -= chunk.length
        yield chunk
      }
  } catch (error) {
    nothingThere(error as NodeJS.ErrnoException)
  }
  for (; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, Math.min(left, ZEROS.length))
}

const ZEROS = Buffer.alloc(65_536)

function addFile(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function nothingThere(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
