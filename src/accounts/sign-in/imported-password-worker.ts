// Runs in a worker thread, because these hashes take half a second of a core.
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { argon2Verify, bcryptVerify } from 'hash-wasm'

const { scheme, hash, password } = workerData as { scheme: string; hash: string; password: string }

/** phpBB escapes HTML before it hashes. Older versions did not always. */
const escaped = password
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;')

const CANDIDATES: Record<string, readonly string[]> = {
  bcrypt: [password],
  nodebb: [createHash('sha512').update(password).digest('hex')],
  phpbb: [...new Set([escaped, password])],
}

/** bcrypt ignores further bytes. */
const BCRYPT_BYTES = 72

const verify = (candidate: string) =>
  hash.startsWith('$argon2')
    ? argon2Verify({ password: candidate, hash })
    : bcryptVerify({
        password: Buffer.from(candidate).subarray(0, BCRYPT_BYTES),
        hash: hash.replace(/^\$2[by]\$/, '$2a$'),
      })

let isRight = false
for (const candidate of CANDIDATES[scheme] ?? []) isRight ||= await verify(candidate)
parentPort?.postMessage(isRight)
