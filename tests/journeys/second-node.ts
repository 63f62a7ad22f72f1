import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bin/port.ts'
import { startServer } from '../../bin/program.ts'
import { embeddedUrl } from '../../src/platform/files/data-folder.server.ts'

/** Starts a second node of the shared forum, on the same database. */
export async function startSecondNode() {
  const shared = process.env.DATA_DIR ?? ''
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'threshold-node-'))
  // Shares the outbox, because this node also sends mails that other tests wait for.
  await symlink(join(shared, 'outbox'), join(DATA_DIR, 'outbox'))
  const PORT = String(await freePort())
  const url = `http://localhost:${PORT}`
  const AUTH_SECRET = (await readFile(join(shared, 'auth-secret'), 'utf8')).trim()
  const node = startServer(['dist/server/start.js'], {
    PORT,
    PUBLIC_URL: url,
    DATA_DIR,
    DATABASE_URL: embeddedUrl(shared),
    AUTH_SECRET,
    RATE_LIMITS: 'off',
    NODE_ENV: 'production',
  })
  const stop = async () => {
    await node.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
  await node.ready.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url, stop }
}
