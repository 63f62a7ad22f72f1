import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** Starts s3rver, an S3-compatible storage server. It cannot delete the parts of an aborted upload. */
export async function startStorageServer(...buckets: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'threshold-storage-'))
  const configureBuckets = buckets.map((name) => ({ name }))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets,
  })
  const { port } = await server.run()
  return {
    /** Returns the forum's storage settings for one of the buckets. */
    settings: (bucket = buckets[0] ?? '') => ({
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'auto',
      // s3rver accepts no other keys.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    async stop() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
