import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bin/port.ts'
import { startServer } from '../../bin/program.ts'
import { listen } from '../listen.ts'
import { expect, test } from './journey.ts'

test('an event crosses from one app process to another on the same database', async ({ newMember }) => {
  const { page } = await newMember('crossing')
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'threshold-node-'))
  // It does jobs as well: mails that other journeys wait for have to come where they look.
  await symlink(join(process.env.DATA_DIR ?? '', 'outbox'), join(DATA_DIR, 'outbox'))
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://localhost:${PORT}`
  const AUTH_SECRET = (await readFile(join(process.env.DATA_DIR ?? '', 'auth-secret'), 'utf8')).trim()
  const node = startServer(['bin/start.ts'], {
    PORT,
    PUBLIC_URL,
    DATA_DIR,
    AUTH_SECRET,
    NODE_ENV: 'production',
  })
  try {
    await node.ready
    const response = await fetch(`${PUBLIC_URL}/api/live`)
    const listening = listen(response.body as ReadableStream<Uint8Array>)
    await expect.poll(listening.text).toContain('"open"')
    const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
    const written = await page.request.post('/api/notes', {
      data: { content: 'From the other node' },
      headers,
    })
    const { id } = await written.json()
    await expect.poll(listening.messages).toContainEqual(expect.objectContaining({ type: 'notes', id }))
    await listening.leave()
  } finally {
    await node.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
})
