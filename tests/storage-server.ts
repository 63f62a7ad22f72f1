import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A storage with buckets as Amazon's, by others: s3rver. It does not know how to put away the parts of an upload that broke off. */
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
    /** What the configuration says of one of its buckets. */
    settings: (bucket = buckets[0] ?? '') => ({
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'auto',
      // The keys that it knows.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    async stop() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
