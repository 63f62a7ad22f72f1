// Writes, unpacks and repacks backup archives for tests, including archives that no backup would create.
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { extract, pack, type Header as TarHeader } from 'tar-stream'
import { inject } from 'vitest'
import { writeFileAtomically } from '../src/db/backup/atomic-file.server.ts'
import { backup } from '../src/db/backup/backup.server.ts'
import { type ArchiveHeader, type Manifest, Tally } from '../src/db/backup/format.ts'
import type { Files } from '../src/platform/files/files.server.ts'
import { databaseUrl } from './database-url.ts'

export type TestEntry = { name: string; content: string | Buffer } & Partial<
  Pick<TarHeader, 'type' | 'linkname' | 'size'>
>

/** Creates an in-memory version of the forum's file storage (`Files`). */
export function memoryFiles(stored = new Map<string, Uint8Array<ArrayBuffer>>()) {
  return {
    stored,
    write: async (key: string, bytes: Uint8Array) => void stored.set(key, new Uint8Array(bytes)),
    read: async (key: string) => stored.get(key),
    async *list(folder: string) {
      for (const key of stored.keys())
        if (key.startsWith(`${folder}/`)) yield { key, modified: async () => new Date() }
    },
  }
}

export function writeBackup(
  path: string,
  url: string,
  files: Pick<Files, 'list' | 'read'> = memoryFiles(),
  secret?: string,
): Promise<Manifest> {
  return writeFileAtomically(path, (output) =>
    backup({ url, files, version: '1.0.0', settings: {}, secret }, output),
  )
}

/**
 * Returns the part of a manifest that is equal for two backups of the same content. Leaves out the list of
 * entries, because it has a checksum of the header, which contains the time of the backup.
 */
export function contentOf({ entries: _, ...content }: Manifest): Omit<Manifest, 'entries'> {
  return content
}

let made = 0

/** Creates an empty database. Returns its URL. */
export async function emptyDatabase(): Promise<string> {
  const { url, template } = inject('database')
  const name = `${template}_empty_${process.env.VITEST_POOL_ID}_${++made}`
  await query(url, `drop database if exists ${name} with (force)`)
  await query(url, `create database ${name} template template0`)
  return databaseUrl(url, name)
}

export async function query(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the query itself reports a lost connection
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns the entries of an archive, except for the manifest. */
export async function takeApart(path: string): Promise<TestEntry[]> {
  const tar = extract()
  Readable.from([zstdDecompressSync(await readFile(path))]).pipe(tar as unknown as NodeJS.WritableStream)
  const entries: TestEntry[] = []
  for await (const entry of tar) {
    const content = await buffer(entry as unknown as Readable)
    entries.push({ name: entry.header.name, content })
  }
  return entries.filter(({ name }) => name !== 'manifest.json')
}

/** Adds a manifest with the right checksums of forged entries, so that other checks must detect them. */
export function withManifest(entries: TestEntry[]): TestEntry[] {
  const header: ArchiveHeader = JSON.parse(String(entries[0]?.content))
  const tally = new Tally(header)
  for (const { name, content } of entries) tally.add(name, Buffer.from(content))
  return [...entries, { name: 'manifest.json', content: JSON.stringify(tally.manifest()) }]
}

export async function putTogether(path: string, entries: TestEntry[]): Promise<string> {
  const tar = pack()
  const written = pipeline(Readable.from(tar), createZstdCompress(), createWriteStream(path))
  for (const { content, ...about } of entries) {
    const isFile = (about.type ?? 'file') === 'file'
    await new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ size: Buffer.byteLength(content), ...about }, (error) =>
        error ? reject(error) : resolve(),
      )
      if (isFile) entry.end(content)
    })
  }
  tar.finalize()
  await written
  return path
}

export async function cutAt(path: string, target: string, bytes: number): Promise<string> {
  await writeFile(target, (await readFile(path)).subarray(0, bytes))
  return target
}

/** Counts the rows of each table of a forum, except its migrations. */
export function countTableRows(url: string): Promise<{ name: string; count: string }[]> {
  return query(
    url,
    `select relname as name,
       (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || relname, true, true, '')))[1]::text as count
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`,
  )
}
