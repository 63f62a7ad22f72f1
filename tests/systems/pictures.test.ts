import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { emptyDatabase } from '../archives.ts'
import { testDatabase } from '../database.ts'
import { type Node, signedIn, startNode } from './forum.ts'
import { temporaryFolder } from './programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = await temporaryFolder()
const nodes: Node[] = []

afterEach(async () => {
  for (const node of nodes) await node.end()
  await folder.remove()
})

const envOf = (name: string, url: string) => ({ DATABASE_URL: url, DATA_DIR: join(folder.path, name) })

async function start(env: Record<string, string>): Promise<Node> {
  const node = await startNode(env)
  nodes.push(node)
  return node
}

function run(command: string, args: string[], env: Record<string, string>): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin', `${command}.ts`), ...args],
    {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    },
  )
  expect([status, stdout + stderr]).toEqual([0, expect.any(String)])
}

test('a backup of a running forum restores the pictures of its posts', async () => {
  const database = await testDatabase()
  const { headers } = await signedIn(database.db, 'ada')
  const former = envOf('former', database.url)
  const one = await start(former)
  const create = { width: 200, height: 100, channels: 3 as const, background: 'teal' }
  const body = new Uint8Array(await sharp({ create }).png().toBuffer())
  const upload = await fetch(`${one.origin}/api/pictures`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body,
  })
  const { url } = (await upload.json()) as { url: string }
  const content = `<p>![A teal field](${url})</p>`
  const sent = await fetch(`${one.origin}/api/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ title: 'Pictured', content }),
  })
  const { id } = (await sent.json()) as { id: string }
  const picture = Buffer.from(await (await one.get(url)).arrayBuffer())

  const archive = join(folder.path, 'forum.tar.zst')
  run('backup', [archive], former)
  const restored = envOf('restored', await emptyDatabase())
  run('restore', [archive], restored)

  const other = await start(restored)
  const shown = await other.get(url)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true)
  expect(await (await other.get(`/post/${id}/pictured`)).text()).toContain(`src="${url}"`)
})
