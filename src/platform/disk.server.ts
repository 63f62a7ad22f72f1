import { join } from 'node:path'
import type { Disk } from 'flydrive'
import { type BucketSettings, openBucket } from './bucket.server.ts'
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
