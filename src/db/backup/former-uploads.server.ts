import { dirname } from 'node:path'
import type { MultipartUpload, S3Client } from '@aws-sdk/client-s3'

/** Milliseconds: longer than a backup may take (`TIMED` of the jobs), so that none that is under way is meant. */
const SURELY_ENDED = 24 * 60 * 60 * 1000

/**
 * Takes back the uploads to the folder of a key that a process has begun and, as it was killed, neither finished nor taken back.
 * Not all storages can tell of them; those that cannot have a rule of their own, or none.
 */
export async function abortFormerUploads(client: S3Client, Bucket: string, key: string): Promise<void> {
  const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3')
  const listing = new ListMultipartUploadsCommand({ Bucket, Prefix: `${dirname(key)}/` })
  const { Uploads = [] } = await client.send(listing).catch(() => ({ Uploads: [] as MultipartUpload[] }))
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Initiated && Date.now() - Initiated.getTime() > SURELY_ENDED)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
}
