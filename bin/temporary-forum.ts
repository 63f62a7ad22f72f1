import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeAfterExit } from '../src/db/temporary.server.ts'
import { isFresh } from './freshness.mjs'
import { freePort } from './port.ts'
import { runNode, startServer } from './program.ts'
import { step } from './progress.mjs'
import { runUntilStopped, type Undo } from './shutdown.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts the built forum on a free port with a temporary data folder. Returns its environment variables. */
export async function startTemporaryForum(undo: Undo) {
  await buildIfDue(undo)
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'threshold-temporary-'))
  removeAfterExit(DATA_DIR)
  undo(() => rm(DATA_DIR, { recursive: true, force: true }))
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://localhost:${PORT}`
  const RATE_LIMITS = process.env.RATE_LIMITS ?? 'off' // all visitors share one IP address
  const env = { PORT, DATA_DIR, RATE_LIMITS, PUBLIC_URL, DATABASE_URL: '', NODE_ENV: 'production' }
  const { ready, stop } = startServer(['dist/server/start.js'], env)
  undo(stop)
  await ready
  return env
}

export async function buildIfDue(undo: Undo): Promise<void> {
  if (!isFresh(root)) await step('building', () => build(undo))
}

async function build(undo: Undo): Promise<void> {
  const code = await runNode(['bin/build.ts', '--quiet'], {}, undo)
  if (code !== 0) throw new Error('The build failed. See the output above.')
}

// Run directly, this file is Playwright's web server. It stops if Playwright is killed, which closes stdin.
if (import.meta.main)
  runUntilStopped(async (undo) => {
    process.stdin.resume().on('end', () => process.kill(process.pid, 'SIGTERM'))
    const { PUBLIC_URL, DATA_DIR } = await startTemporaryForum(undo)
    console.log(`BASE_URL=${PUBLIC_URL} DATA_DIR=${DATA_DIR}`)
  })
