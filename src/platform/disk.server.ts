import { join } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Disk } from 'flydrive'
import type { Config } from './config.server.ts'

export type DiskSettings = BucketSettings & Pick<Config, 'DATA_DIR'>

/** The bucket, or the folder of files. `silence`: milliseconds after which a bucket that says nothing counts as away. */
export async function openDisk(settings: DiskSettings, silence?: number): Promise<Disk> {
  const { Disk } = await import('flydrive')
  if (!settings.S3_BUCKET) {
    const { FSDriver } = await import('flydrive/drivers/fs')
    return new Disk(new FSDriver({ location: join(settings.DATA_DIR, 'files'), visibility: 'private' }))
  }
  const { S3Driver } = await import('flydrive/drivers/s3')
  // Not all storages know rights of a single file.
  return new Disk(
    new S3Driver({ ...(await openBucket(settings, silence)), supportsACL: false, visibility: 'private' }),
  )
}

type BucketSettings = Pick<
  Config,
  'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** Milliseconds until a connection is there: to the storage, or to be had among fifty, where it holds up the others. */
const CONNECT_MS = 2000
/** Milliseconds in which nothing comes and nothing goes: people wait for pictures, twice, as what failed is tried once more. */
const SILENCE_MS = 3000

/**
 * The bucket that is configured. The storage's code is loaded here: most forums need none of it. A storage that says nothing
 * for `silence` milliseconds counts as one that is away.
 */
export async function openBucket(
  settings: BucketSettings,
  silence = SILENCE_MS,
): Promise<{ bucket: string; client: S3Client }> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = settings
  if (!S3_BUCKET) throw new Error('no bucket is configured')
  const { S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // Other storages than Amazon's: buckets are folders there, and not all know its checksums.
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silence },
    maxAttempts: 2,
  })
  return { bucket: S3_BUCKET, client }
}
