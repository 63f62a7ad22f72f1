import { createHash, randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Reads the secret that signs sessions from the file `auth-secret`. Creates it if missing (32 random bytes,
 * mode 0600). Concurrent calls return the same secret. Nodes that share a database need AUTH_SECRET instead.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret')
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.trim()) return kept.trim()
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return (await readFile(file, 'utf8')).trim()
}

/** Returns the folder of the embedded database's socket: temporary if the path in DATA_DIR is too long. */
export function socketDirectory(dataDir: string): string {
  const near = join(dataDir, 'run')
  const longest = 100 // sun_path holds 104 bytes on macOS, 108 on Linux
  if (Buffer.byteLength(join(near, '.s.PGSQL.5432.lock')) <= longest) return near
  return join(tmpdir(), `threshold-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

export function embeddedUrl(dataDir: string, database = 'threshold'): string {
  return `postgresql://threshold@/${database}?host=${encodeURIComponent(socketDirectory(dataDir))}`
}
