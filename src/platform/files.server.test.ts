import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Files, fileRoutes } from './files.server.ts'

const BYTES = new Uint8Array([82, 73, 70, 70, 0, 255, 13, 10])
const bucket = new Map<string, Buffer>()
const storage = createServer(likeS3)
let folder: string
let settings: { DATA_DIR: string; S3_REGION: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-files-'))
  settings = { DATA_DIR: folder, S3_REGION: 'auto' }
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', () => resolve()))
})
afterAll(async () => {
  storage.close()
  await rm(folder, { recursive: true })
})

const inFolder = () => new Files(settings)
const inBucket = () =>
  new Files({
    ...settings,
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })

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

test('a bucket holds the bytes, with their type', async () => {
  await inBucket().write('avatars/c/d-96.webp', BYTES)
  await inBucket().write('social/c/d.png', BYTES)
  expect([...bucket.keys()]).toContain('/pictures/social/c/d.png image/png')
  expect(bucket.get('/pictures/avatars/c/d-96.webp image/webp')).toEqual(Buffer.from(BYTES))
})

test('a storage that is away is no missing file', async () => {
  const away = new Files({
    ...settings,
    S3_BUCKET: 'broken',
    S3_ENDPOINT: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  })
  await expect(away.read('a.webp')).rejects.toThrow()
})

describe('the address of a file', () => {
  test('shows it for good, as what it is', async () => {
    const files = inFolder()
    await files.write('avatars/e/f-96.webp', BYTES)
    const answer = await fileRoutes(files).request('/files/avatars/e/f-96.webp')
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
    expect((await fileRoutes(inFolder()).request(path)).status).toBe(404)
  })
})

/** Objects on a page of a listing: few, so that there are several pages. */
const PAGE = 2

/** Just enough of a storage: PUT, GET and DELETE of one object, and its listing. The bucket `broken` is. */
function likeS3(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split('?')[0] ?? ''
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (path.startsWith('/broken')) return response.writeHead(403).end()
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    if (query.has('list-type')) return response.writeHead(200, XML).end(listing(query))
    const key = [...bucket.keys()].find((each) => each.startsWith(`${path} `))
    if (request.method === 'PUT') {
      bucket.set(`${path} ${request.headers['content-type']}`, Buffer.concat(chunks))
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      if (key) bucket.delete(key)
      return response.writeHead(204).end()
    }
    const missing = '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>'
    if (!key) return response.writeHead(404, XML).end(missing)
    return response.writeHead(200).end(bucket.get(key))
  })
}

const XML = { 'content-type': 'application/xml' }

function listing(query: URLSearchParams): string {
  const keys = [...bucket.keys()].flatMap((each) => /^\/pictures\/(\S+) /.exec(each)?.[1] ?? [])
  const matching = keys.filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const from = Number(query.get('continuation-token') ?? 0)
  const contents = matching.slice(from, from + PAGE).map((key) => {
    const modified = new Date().toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>8</Size><ETag>"e"</ETag></Contents>`
  })
  const next = from + PAGE
  const more = next < matching.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents.join('')}<IsTruncated>${more !== ''}</IsTruncated>${more}</ListBucketResult>`
}
