import { createReadStream, createWriteStream } from 'node:fs'
import { opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Disk } from 'flydrive'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { newId } from '../ids.ts'
import type { Log } from '../log.server.ts'
import { isStorageOutage } from '../outage.ts'
import { type DiskSettings, listFiles, openDisk } from './disk.server.ts'

const KEY = /^(?:[\w-]+\/)*[\w-]+\.(webp|png)$/
const FOLDER = /^[\w-]+$/
/** Matches keys of data exports, which are private, so `GET /files/KEY` does not serve them. */
const PRIVATE_KEY = /^exports\/[\w-]+\.zip$/
/** Folder whose files need a permission check (content/pictures/routes.server.ts). */
const CHECKED = /^pictures\//
/** Cache-Control header of files. They can be cached forever, because the content of a key never changes. */
const FOREVER = 'public, max-age=31536000, immutable'
/** Bytes of files cached in memory. Otherwise a list of fifty avatars takes fifty round trips to a bucket. */
const AT_HAND = 16 * 1024 * 1024
/** Maximum milliseconds until other nodes notice that a file was deleted. */
const NOTICED_WITHIN = 60_000
const OUTAGE_SAID_EVERY_MS = 60_000

export interface StoredFile {
  key: string
  modified(): Promise<Date>
}

/** Stores files under keys like `avatars/ID/name.webp`, in the folder `files/` of DATA_DIR or in a bucket. */
export class Files {
  private readonly settings: DiskSettings
  private disk: Promise<Disk> | undefined
  private readonly atHand = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: AT_HAND,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
    ttl: NOTICED_WITHIN,
  })

  constructor(settings: DiskSettings) {
    this.settings = settings
  }

  /** Writes a file. If it rejects, nothing is stored. */
  async write(key: string, bytes: Uint8Array): Promise<void> {
    const disk = await this.open()
    const options = { contentType: typeOf(key), cacheControl: FOREVER }
    if (this.settings.S3_BUCKET) return disk.put(checked(key), bytes, options)
    // Writes to a temporary name first. Unlike a bucket, a folder would expose a partly written file.
    const draft = `${checked(key)}.${newId()}.part`
    try {
      await disk.put(draft, bytes, options)
      await disk.move(draft, key)
    } catch (error) {
      await disk.delete(draft).catch(() => undefined)
      throw error
    }
  }

  async read(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const known = this.atHand.get(key)
    if (known) return known
    try {
      const bytes = new Uint8Array(await (await this.open()).getBytes(checked(key)))
      this.atHand.set(key, bytes)
      return bytes
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    await (await this.open()).delete(checked(key))
    this.atHand.delete(key)
  }

  /** Lists files recursively. Dates are read on demand, because on disk each one takes another call. */
  list(folder: string): AsyncGenerator<StoredFile> {
    return this.settings.S3_BUCKET ? this.listBucket(folder) : this.walk(folder)
  }

  /** Copies a local file to the bucket. Without a bucket, does nothing, because nodes share the folder. */
  async putPrivate(key: string, path: string): Promise<void> {
    if (!this.settings.S3_BUCKET) return
    await (await this.open()).putStream(checkedPrivate(key), createReadStream(path), {
      contentType: 'application/zip',
      contentLength: (await stat(path)).size,
    })
  }

  /** Downloads the file from the bucket to `path`. Returns false if the file or the bucket does not exist. */
  async getPrivate(key: string, path: string): Promise<boolean> {
    if (!this.settings.S3_BUCKET) return false
    // Downloads to a unique name, because another request may fetch the file at the same time.
    const draft = `${path}.${newId()}.part`
    try {
      await pipeline(await (await this.open()).getStream(checkedPrivate(key)), createWriteStream(draft))
      await rename(draft, path)
      return true
    } catch (error) {
      await rm(draft, { force: true })
      if (isMissing(error)) return false
      throw error
    }
  }

  async removePrivate(key: string): Promise<void> {
    if (this.settings.S3_BUCKET) await (await this.open()).delete(checkedPrivate(key))
  }

  private async *walk(folder: string): AsyncGenerator<StoredFile> {
    const root = join(this.settings.DATA_DIR, 'files')
    const entries = await opendir(join(root, folder)).catch((cause: unknown) => {
      if (isMissing({ cause })) return []
      throw cause
    })
    for await (const entry of entries) {
      const key = `${folder}/${entry.name}`
      if (entry.isDirectory() && FOLDER.test(entry.name)) yield* this.walk(key)
      else if (entry.isFile() && KEY.test(key))
        yield { key, modified: async () => (await stat(join(root, key))).mtime }
    }
  }

  private async *listBucket(folder: string): AsyncGenerator<StoredFile> {
    for await (const file of listFiles(await this.open(), folder))
      if (KEY.test(file.key))
        yield { key: file.key, modified: async () => (await file.getMetaData()).lastModified }
  }

  private open(): Promise<Disk> {
    this.disk ??= openDisk(this.settings)
    return this.disk
  }
}

/** Serves `GET /files/KEY`, which browsers cache forever. Logs a storage outage at most once a minute. */
export function fileRoutes(files: Files, log: Pick<Log, 'error'>) {
  let saidAt = Number.NEGATIVE_INFINITY
  const sayOutage = (err: unknown): never => {
    if (isStorageOutage(err) && performance.now() > saidAt + OUTAGE_SAID_EVERY_MS) {
      saidAt = performance.now()
      log.error({ err }, 'file storage is unavailable')
    }
    throw err
  }
  return new Hono().get('/files/*', async (c) => {
    const key = c.req.path.slice('/files/'.length)
    const bytes = KEY.test(key) && !CHECKED.test(key) ? await files.read(key).catch(sayOutage) : undefined
    if (!bytes) return c.json({ code: 'NOT_FOUND', message: 'File not found.' }, 404)
    return c.body(bytes, 200, { 'content-type': typeOf(key), 'cache-control': FOREVER })
  })
}

function typeOf(key: string): string {
  return `image/${KEY.exec(key)?.[1]}`
}

function checked(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`not a file key: ${key}`)
  return key
}

function checkedPrivate(key: string): string {
  if (!PRIVATE_KEY.test(key)) throw new RangeError(`not a private file key: ${key}`)
  return key
}

function isMissing(error: unknown): boolean {
  const { code, name } = ((error as Error).cause ?? {}) as { code?: string; name?: string }
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound'
}
