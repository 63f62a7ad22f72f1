import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from './config.server.ts'

export type BucketSettings = Pick<
  Config,
  'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** Milliseconds: to connect, and in which nothing comes or goes. A part of 32 MB on its way may take longer than that. */
const TIMES = { connectionTimeout: 5000, socketTimeout: 60_000 }

/** The bucket that is configured. The storage's code is loaded here: most forums need none of it. */
export async function openBucket(settings: BucketSettings): Promise<{ bucket: string; client: S3Client }> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = settings
  if (!S3_BUCKET) throw new Error('no bucket is configured')
  const { S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: S3_REGION,
    requestHandler: TIMES,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // Other storages than Amazon's: buckets are folders there, and not all know its checksums.
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { bucket: S3_BUCKET, client }
}
