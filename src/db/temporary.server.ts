import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from './embedded.server.ts'

/** Starts an empty server for tests and generators. Removed on `stop`, or 2 s after this process ends. */
export async function startTemporary(settings: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'threshold-temporary-'))
  removeAfterExit(folder)
  const { url, stop } = await startEmbedded(folder, { settings: { ...FAST, ...settings } })
  return { url, stop: () => stop().then(() => rm(folder, { recursive: true, force: true })) }
}

/** Removes a folder and stops the servers in it after this process has ended, even by SIGKILL. */
export function removeAfterExit(folder: string): void {
  const script = `while kill -0 "$1" && [ -d "$2" ]; do sleep 1; done
    for file in "$2"/postgres/postmaster.pid "$2"/*/postgres/postmaster.pid; do
      [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")" && sleep 1
    done
    rm -rf "$2"`
  const watch = ['-c', script, 'sh', String(process.pid), folder]
  spawn('sh', watch, { detached: true, stdio: 'ignore', cwd: '/' }).unref()
}

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
