import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bin/port.ts'
import { startServer } from '../../bin/program.ts'
import { type Forum, test as shared } from './journey.ts'

/** In a forum of its own, one for each worker: for what would be in the way of others. */
export const test = shared.extend<object, { forum: Forum; limits: 'on' | 'off' }>({
  /** Whether it counts, and holds what new members write. */
  limits: ['off', { option: true, scope: 'worker' }],
  forum: [
    async ({ limits }, use) => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'threshold-own-'))
      const PORT = String(await freePort())
      const url = `http://localhost:${PORT}`
      const env = { PORT, DATA_DIR, PUBLIC_URL: url, DATABASE_URL: '', NODE_ENV: 'production' }
      const server = startServer(['bin/start.ts'], { ...env, RATE_LIMITS: limits })
      await server.ready
      await use({ url, dataDir: DATA_DIR })
      await server.stop()
      await rm(DATA_DIR, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})
