import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'

/** A hash of another forum software, as an import stores it: `import:nodebb$2b$12$…`. */
const IMPORTED = /^import:(bcrypt|nodebb|phpbb|discourse)(\$[\s\S]*)$/

/** Path of the worker's program. The alias in package.json works both in the source and in the build. */
const PROGRAM = createRequire(import.meta.url).resolve('#imported-password')

/** Time in milliseconds after which a check is given up. A hash may name an enormous number of rounds. */
const PATIENCE = 10_000

export function isImportedHash(hash: string): boolean {
  return IMPORTED.test(hash)
}

/**
 * Returns whether the password matches a hash of another forum software. Supports bcrypt, NodeBB (bcrypt of the hex
 * SHA-512), phpBB (bcrypt or argon2id) and Discourse (PBKDF2). Hashes that are malformed or take too long match nothing.
 */
export async function verifyImported(hash: string, password: string): Promise<boolean> {
  const [, scheme, rest = ''] = IMPORTED.exec(hash) ?? []
  if (!scheme) return false
  if (scheme === 'discourse') return verifyDiscourse(rest, password)
  const worker = new Worker(PROGRAM, { workerData: { scheme, hash: rest, password } })
  try {
    const [isRight] = await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE) })
    return isRight === true
  } catch {
    return false
  } finally {
    void worker.terminate()
  }
}

const MOST_ITERATIONS = 2_000_000

async function verifyDiscourse(hash: string, password: string): Promise<boolean> {
  const [, iterations = '', length = '', salt = '', expected = ''] =
    /^\$pbkdf2-sha256\$i=(\d{1,8}),l=(\d{1,3})\$([^$]{1,200})\$([\da-f]+)$/.exec(hash) ?? []
  if (expected.length !== 2 * Number(length) || !expected || Number(iterations) > MOST_ITERATIONS)
    return false
  const derived = await promisify(pbkdf2)(password, salt, Number(iterations), Number(length), 'sha256')
  return timingSafeEqual(derived, Buffer.from(expected, 'hex'))
}

/** Replaces an imported hash after its password was entered. */
export async function replaceImportedHash(db: Kysely<DB>, imported: string, hash: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password: hash })
    .where('provider_id', '=', 'credential')
    .where('password', '=', imported)
    .execute()
}
