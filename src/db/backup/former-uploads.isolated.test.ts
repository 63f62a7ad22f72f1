import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openBucket } from '../../platform/files/disk.server.ts'
import { abortFormerUploads } from './backup-store.server.ts'

const HOUR_MS = 60 * 60 * 1000

/** Simulates Amazon's responses, because s3rver (used in other tests) cannot list or abort uploads. */
async function startListing(uploads: { key: string; id: string; hours: number }[]) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const rows = uploads.map(
      ({ key, id, hours }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(Date.now() - hours * HOUR_MS).toISOString()}</Initiated></Upload>`,
    )
    if (request.method === 'DELETE') return response.writeHead(204).end()
    response.end(
      `<?xml version="1.0"?><ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { client } = await openBucket({
    S3_BUCKET: 'forum',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_REGION: 'auto',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  const stop = async () => {
    client.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { client, calls, stop }
}

test('uploads that an ended process has left are taken back; those under way are not', async () => {
  const { client, calls, stop } = await startListing([
    { key: 'backups/old.tar.zst', id: 'old', hours: 25 },
    { key: 'backups/now.tar.zst', id: 'now', hours: 5 },
  ])
  await abortFormerUploads(client, 'forum', 'backups/next.tar.zst')
  await stop()
  expect(calls[0]).toMatch(/^GET \/forum\/?\?.*prefix=backups%2F/)
  const removed = calls.filter((call) => call.startsWith('DELETE'))
  expect(removed).toEqual([expect.stringMatching(/backups\/old\.tar\.zst\?.*uploadId=old/)])
})
