// @module-tag all
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { removeAfterExit } from '../src/db/temporary.server.ts'
import { freePort } from './port.ts'

const EDITED = 'src/app/server.ts'

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s after an edit stops the application, then the database',
  { timeout: 120_000 },
  async (signal) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'threshold-dev-'))
    removeAfterExit(DATA_DIR)
    const port = await freePort()
    const { PATH } = process.env
    const child = spawn(process.execPath, ['bin/dev.ts'], { env: { PATH, DATA_DIR, PORT: String(port) } })
    const { atime, mtime } = await stat(EDITED)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    try {
      await expect.poll(() => output, { timeout: 90_000 }).toContain(`ready http://localhost:${port}`)
      await utimes(EDITED, atime, new Date())
      await expect.poll(() => output, { timeout: 10_000 }).toContain('program reload')
      expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
      expect(output.split('this forum has no admin')).toHaveLength(3)
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(output).not.toMatch(/"level":[4-6]0/)
      expect(await readFile(join(DATA_DIR, 'postgres.log'), 'utf8')).toMatch(
        /database system is shut down\n$/,
      )
    } finally {
      child.kill('SIGKILL')
      await utimes(EDITED, atime, mtime) // otherwise the build would be outdated
      await stopPostmaster(join(DATA_DIR, 'postgres'))
      await rm(DATA_DIR, { recursive: true, force: true })
    }
  },
)
