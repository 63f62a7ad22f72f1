import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { testDatabase } from '../database.ts'
import { type Node, signedIn, startNode } from './forum.ts'
import { type Program, startProgram, temporaryFolder, until } from './programs.ts'

const S3RVER = fileURLToPath(new URL('../../node_modules/s3rver/bin/s3rver.js', import.meta.url))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let storage: Program
let nodes: [Node, Node]
let ada: Awaited<ReturnType<typeof signedIn>>
let picture: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  folder = await temporaryFolder()
  const database = await testDatabase()
  ada = await signedIn(database.db, 'ada')
  const create = { width: 200, height: 200, channels: 3 as const, background: 'teal' }
  picture = new Uint8Array(await sharp({ create }).png().toBuffer())
  const port = await freePort()
  storage = startProgram(process.execPath, [
    S3RVER,
    ...['-d', join(folder.path, 'bucket'), '-a', '127.0.0.1', '-p', String(port)],
    ...['--configure-bucket', 'pictures'],
  ])
  await until(async () => await fetch(`http://127.0.0.1:${port}`), storage.output)
  const start = (name: string) =>
    startNode({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder.path, name),
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    })
  nodes = await Promise.all([start('one'), start('other')])
})
afterAll(async () => {
  await Promise.all([...(nodes ?? []).map((node) => node.end()), storage?.end('SIGKILL')])
  await folder.remove()
})

const upload = (node: Node) =>
  fetch(`${node.origin}/api/me/avatar`, {
    method: 'PUT',
    headers: { ...ada.headers, 'content-type': 'image/png' },
    body: picture,
  })

/** Returns the status and Retry-After header of a response, and its duration in seconds. */
async function timed(asked: Promise<Response>) {
  const began = performance.now()
  const { status, headers } = await asked
  return { status, wait: headers.get('retry-after'), seconds: (performance.now() - began) / 1000 }
}

test('a picture that one node puts into the bucket is served by the other', async () => {
  const [one, other] = nodes
  const answer = await upload(one)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { avatar_url } = (await answer.json()) as { avatar_url: string }
  const shown = await other.get(avatar_url)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(96)
})

test('a picture of a post is served by the other node, and no more once its post is removed', async () => {
  const [one, other] = nodes
  const send = (path: string, method: string, body: object) =>
    fetch(`${one.origin}/api/${path}`, {
      method,
      headers: { ...ada.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const upload = await fetch(`${one.origin}/api/pictures`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'image/png' },
    body: picture,
  })
  const { url } = (await upload.json()) as { url: string }
  expect((await other.get(url)).status).toBe(404)
  const post = await send('posts', 'POST', { title: 'Pictured', content: `<p>![A](${url})</p>` })
  const { id } = (await post.json()) as { id: string }
  const shown = await other.get(url)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await send(`posts/${id}`, 'DELETE', {})).status).toBe(200)
  expect((await other.get(url)).status).toBe(404)
})

test('a bucket that never answers is an answer 503 within ten seconds, and nothing stays behind', async () => {
  const [one, other] = nodes
  const { avatar_url } = (await (await upload(one)).json()) as { avatar_url: string }
  storage.child.kill('SIGSTOP')
  const answers = await Promise.all([timed(other.get(avatar_url)), timed(upload(one))])
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, wait: '5' })
    expect(answer.seconds).toBeLessThan(10)
  }
  storage.child.kill('SIGCONT')
  expect((await other.get(avatar_url)).status).toBe(200)
  expect((await upload(one)).status).toBe(200)
})

test('a bucket that is away is an answer 503 at once, which the log says once', async () => {
  const [one, other] = nodes
  const { avatar_url } = (await (await upload(one)).json()) as { avatar_url: string }
  await storage.end('SIGKILL')
  for (let n = 0; n < 5; n++)
    expect(await timed(other.get(avatar_url))).toMatchObject({ status: 503, wait: '5' })
  expect(await timed(upload(one))).toMatchObject({ status: 503, wait: '5' })
  expect(other.output().match(/file storage is unavailable/g)).toHaveLength(1)
  expect(other.output()).not.toContain('a request failed')
})
