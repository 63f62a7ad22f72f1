import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { MultipartUpload, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../../platform/config/config.server.ts'
import { listFiles, openBucket, openDisk } from '../../platform/files/disk.server.ts'
import { writeFileAtomically } from './atomic-file.server.ts'

export interface BackupStore {
  names(): Promise<string[]>
  /** Writes a backup, which appears under its name only when it is complete. */
  write(name: string, write: (output: Writable) => Promise<unknown>): Promise<void>
  read(name: string): Promise<Readable>
  remove(name: string): Promise<void>
  size(name: string): Promise<number>
}

type Settings = Parameters<typeof openDisk>[0] & Pick<Config, 'BACKUP_TO'>

const FOLDER = 'backups'
/** Bytes per part of an upload, held in memory. 10,000 parts allow 320 GB. A million posts take 2 GB. */
const PART_SIZE = 32 * 1024 * 1024

/** Timeout in ms without data: long, because buckets join parts slowly and readers pause for processing. */
const SILENCE_MS = 120_000

export function openBackupStore(config: Settings): BackupStore {
  if (config.BACKUP_TO === 'bucket') return inBucket(config)
  return inFolder(config.BACKUP_TO ?? join(config.DATA_DIR, FOLDER))
}

function inFolder(folder: string): BackupStore {
  return {
    names: async () =>
      await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      }),
    write: async (name, write) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomically(join(folder, name), write)
    },
    read: async (name) => createReadStream(join(folder, name)),
    remove: async (name) => await rm(join(folder, name)),
    size: async (name) => (await stat(join(folder, name))).size,
  }
}

function inBucket(config: Settings): BackupStore {
  const opening = openDisk(config, SILENCE_MS)
  opening.catch(() => undefined)
  return {
    names: async () =>
      await Array.fromAsync(listFiles(await opening, FOLDER), ({ key }) => key.slice(FOLDER.length + 1)),
    write: async (name, write) => await upload(config, `${FOLDER}/${name}`, write),
    read: async (name) => await (await opening).getStream(`${FOLDER}/${name}`),
    remove: async (name) => await (await opening).delete(`${FOLDER}/${name}`),
    size: async (name) => (await (await opening).getMetaData(`${FOLDER}/${name}`)).contentLength,
  }
}

/** Uploads in parts, and aborts on failure. Also removes killed processes' parts, which cost money. */
async function upload(config: Settings, key: string, write: (output: Writable) => Promise<unknown>) {
  const [{ client, bucket }, { Upload }] = await Promise.all([
    openBucket(config, SILENCE_MS),
    import('@aws-sdk/lib-storage'),
  ])
  await abortFormerUploads(client, bucket, key)
  const body = new PassThrough()
  // Ignored, because `write` also receives this error. Unhandled, the event would end the process.
  body.on('error', () => undefined)
  const sending = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: body, ContentType: 'application/zstd' },
    partSize: PART_SIZE,
    queueSize: 1,
  })
  const [sent, written] = [sending.done(), write(body)]
  for (const side of [sent, written]) side.catch((error: Error) => body.destroy(error))
  try {
    await Promise.all([sent, written])
  } finally {
    await Promise.allSettled([sent, written])
    client.destroy()
  }
}

/** Age in ms at which an upload cannot be running, since a backup takes less (`TIMED` in jobs.server.ts). */
const SURELY_ENDED = 24 * 60 * 60 * 1000

/** Aborts killed processes' uploads to a key's folder. Does nothing if the storage cannot list them. */
export async function abortFormerUploads(client: S3Client, Bucket: string, key: string): Promise<void> {
  const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3')
  const listing = new ListMultipartUploadsCommand({ Bucket, Prefix: `${dirname(key)}/` })
  const { Uploads = [] } = await client.send(listing).catch(() => ({ Uploads: [] as MultipartUpload[] }))
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Initiated && Date.now() - Initiated.getTime() > SURELY_ENDED)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
}
