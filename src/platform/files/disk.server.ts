import { join } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Disk, DriveFile } from 'flydrive'
import type { Config } from '../config/config.server.ts'

export type DiskSettings = BucketSettings & Pick<Config, 'DATA_DIR'>

/** Opens the bucket or the local folder. `silence`: timeout in ms for a bucket that sends no data. */
export async function openDisk(settings: DiskSettings, silence?: number): Promise<Disk> {
  const { Disk } = await import('flydrive')
  if (!settings.S3_BUCKET) {
    const { FSDriver } = await import('flydrive/drivers/fs')
    return new Disk(new FSDriver({ location: join(settings.DATA_DIR, 'files'), visibility: 'private' }))
  }
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({ ...(await openBucket(settings, silence)), supportsACL: false, visibility: 'private' }),
  )
}

type BucketSettings = Pick<
  Config,
  'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** Lists a bucket's files below a folder, page by page. Skips other files with the same prefix. */
export async function* listFiles(disk: Disk, folder: string): AsyncGenerator<DriveFile> {
  let page: string | undefined
  do {
    const options = { recursive: true, ...(page && { paginationToken: page }) }
    const { objects, paginationToken } = await disk.listAll(folder, options)
    for (const file of objects) if (file.isFile && file.key.startsWith(`${folder}/`)) yield file
    page = paginationToken
  } while (page)
}

/** Maximum milliseconds to open a connection, or to wait for one of the fifty pooled connections. */
const CONNECT_MS = 2000
/** Maximum milliseconds without data, in each of two attempts. Short, because readers wait for images. */
const SILENCE_MS = 3000

/** Opens the bucket. Loads the S3 client on demand, because most forums have no bucket. */
export async function openBucket(
  settings: BucketSettings,
  silence = SILENCE_MS,
): Promise<{ bucket: string; client: S3Client }> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = settings
  if (!S3_BUCKET) throw new Error('S3_BUCKET is not set')
  const { S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // Supports other storage than Amazon's, which does not always support Amazon's checksums.
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silence },
    maxAttempts: 2,
  })
  return { bucket: S3_BUCKET, client }
}
