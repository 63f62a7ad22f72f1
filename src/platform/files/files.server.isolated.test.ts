import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeadObjectCommand } from '@aws-sdk/client-s3'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../bin/port.ts'
import { startStorageServer } from '../../../tests/storage-server.ts'
import { isStorageOutage } from '../outage.ts'
import { openBucket } from './disk.server.ts'
import { Files, fileRoutes } from './files.server.ts'

const BYTES = new Uint8Array([82, 73, 70, 70, 0, 255, 13, 10])
let storage: Awaited<ReturnType<typeof startStorageServer>>
let folder: string
let settings: { DATA_DIR: string; S3_REGION: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-files-'))
  settings = { DATA_DIR: folder, S3_REGION: 'auto' }
  storage = await startStorageServer('pictures')
})
afterAll(async () => {
  await storage.stop()
  await rm(folder, { recursive: true })
})

const inFolder = () => new Files(settings)
const inBucket = () => new Files({ ...settings, ...storage.settings() })

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('files in %s', (_, open) => {
  test('are there after they were written, for every node, and gone after they were removed', async () => {
    const [one, other] = [open(), open()]
    await one.write('avatars/a/b-96.webp', BYTES)
    expect(await other.read('avatars/a/b-96.webp')).toEqual(BYTES)
    expect(await one.read('avatars/a/b-24.webp')).toBeUndefined()
    await one.remove('avatars/a/b-96.webp')
    await one.remove('avatars/a/b-96.webp')
    expect(await one.read('avatars/a/b-96.webp')).toBeUndefined()
    expect(await open().read('avatars/a/b-96.webp')).toBeUndefined()
  })

  test('of one folder are listed, with their age', async () => {
    const files = open()
    const folder = `listed-${crypto.randomUUID()}`
    const keys = Array.from({ length: 5 }, (_, n) => `${folder}/${n % 2}/${n}.${n % 2 ? 'png' : 'webp'}`)
    for (const key of [...keys, `${folder}-not/6.webp`]) await files.write(key, BYTES)
    const found = await Array.fromAsync(files.list(folder))
    expect(found.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    const age = Date.now() - ((await found[0]?.modified())?.getTime() ?? 0)
    expect(Math.abs(age)).toBeLessThan(60_000)
    expect(await Array.fromAsync(files.list('nothing-here'))).toEqual([])
  })

  test.each([
    '../secret.webp',
    'a/../../b.webp',
    '/etc/passwd',
    'a.html',
    'a.webp.html',
    'a%2fb.webp',
    '',
    'a\0.webp',
  ])('are not called %j', async (key) => {
    const files = open()
    await expect(files.write(key, BYTES)).rejects.toThrow(RangeError)
    await expect(files.read(key)).rejects.toThrow(RangeError)
    await expect(files.remove(key)).rejects.toThrow(RangeError)
  })
})

test('a folder is read a folder at a time, as far as somebody asks, and what is strange in it is passed over', async () => {
  const files = inFolder()
  for (let n = 0; n < 5; n++) await files.write(`walked/${n}/a.png`, BYTES)
  await mkdir(join(folder, 'files', 'walked', '@strange'))
  await writeFile(join(folder, 'files', 'walked', '@strange', 'b.png'), 'x')
  const listing = files.list('walked')
  const { value } = await listing.next()
  for (let n = 0; n < 5; n++)
    if (value?.key !== `walked/${n}/a.png`) await files.write(`walked/${n}/late.png`, BYTES)
  const rest = await Array.fromAsync(listing)
  expect(rest.map(({ key }) => key).filter((key) => key.endsWith('late.png'))).toHaveLength(4)
  expect(rest).toHaveLength(8)
})

test('a bucket holds the type beside the bytes', async () => {
  await inBucket().write('avatars/c/d-96.webp', BYTES)
  await inBucket().write('social/c/d.png', BYTES)
  const { client, bucket: Bucket } = await openBucket(storage.settings())
  const typeOf = async (Key: string) =>
    (await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentType
  expect(await typeOf('avatars/c/d-96.webp')).toBe('image/webp')
  expect(await typeOf('social/c/d.png')).toBe('image/png')
})

// Uses a fake bucket. The S3 server of the other tests cannot return a second page on this Node version,
// because that needs a cipher that Node has removed.
test('a bucket is listed page by page, to its end', async () => {
  const pages = createServer(({ url }, response) => {
    const from = Number(new URL(url ?? '', 'http://localhost').searchParams.get('continuation-token') ?? 0)
    const contents = [from, from + 1].map((n) => `<Contents><Key>many/${n}.webp</Key></Contents>`).join('')
    const more = from < 4 ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<ListBucketResult>${contents}<IsTruncated>${more !== ''}</IsTruncated>${more}</ListBucketResult>`,
    )
  })
  await once(pages.listen(0, '127.0.0.1'), 'listening')
  const { port } = pages.address() as AddressInfo
  const paged = { ...storage.settings(), S3_ENDPOINT: `http://127.0.0.1:${port}` }
  const found = await Array.fromAsync(new Files({ ...settings, ...paged }).list('many'))
  pages.close()
  pages.closeAllConnections()
  expect(found.map(({ key }) => key)).toEqual(Array.from({ length: 6 }, (_, n) => `many/${n}.webp`))
})

test('a storage that is away, or does not let us in, is no missing file', async () => {
  const refused = { ...storage.settings(), S3_ACCESS_KEY_ID: 'unknown' }
  for (const away of [refused, storage.settings('no-such-bucket')])
    await expect(new Files({ ...settings, ...away }).read('a.webp')).rejects.toThrow()
})

test('a storage that is gone, refuses for now or stops in the middle of a file is away; one that does not let us in is not', async () => {
  const server = createServer(({ url }, response) => {
    if (url?.includes('busy')) response.writeHead(503).end()
    else response.writeHead(200, { 'content-length': 100 }).write('half')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const at = (port: number) =>
    new Files({ ...settings, ...storage.settings(), S3_ENDPOINT: `http://127.0.0.1:${port}` })
  const stub = at((server.address() as AddressInfo).port)
  const stranger = new Files({ ...settings, ...storage.settings(), S3_ACCESS_KEY_ID: 'unknown' })
  const isAway = (files: Files, key: string) =>
    files.read(key).then(
      () => 'read',
      (error: unknown) => isStorageOutage(error),
    )
  const found = await Promise.all([
    isAway(stub, 'busy.webp'),
    isAway(stub, 'half.webp'),
    isAway(at(await freePort()), 'gone.webp'),
    isAway(stranger, 'a.webp'),
  ])
  expect(found).toEqual([true, true, true, false])
  server.close()
  server.closeAllConnections()
})

describe('the address of a file', () => {
  test('shows it for good, as what it is', async () => {
    const files = inFolder()
    await files.write('avatars/e/f-96.webp', BYTES)
    const answer = await fileRoutes(files, pino({ enabled: false })).request('/files/avatars/e/f-96.webp')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test.each([
    '/files/',
    '/files/none.webp',
    '/files/..%2f..%2fauth-secret',
    '/files/%2e%2e/secret.webp',
    '/files/secret.txt',
  ])('%s shows nothing', async (path) => {
    await writeFile(join(folder, 'secret.webp'), 'secret')
    expect(await readdir(folder)).toContain('secret.webp')
    expect((await fileRoutes(inFolder(), pino({ enabled: false })).request(path)).status).toBe(404)
  })
})
