// Vitest's setupFiles: makes password hashing a hundred times cheaper. It took 68 s of CPU time, an eighth of
// that of all tests. The real cost is better-auth's, and the benchmark measures it.
import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { vi } from 'vitest'

const KEY_LENGTH = 64
const keyOf = promisify<string, string, number, { N: number }, Buffer>(scrypt)

async function hashed(password: string, salt: string): Promise<string> {
  const key = await keyOf(password.normalize('NFKC'), salt, KEY_LENGTH, { N: 256 })
  return `${salt}:${key.toString('hex')}`
}

vi.mock('better-auth/crypto', async (importOriginal) => ({
  ...(await importOriginal<typeof import('better-auth/crypto')>()),
  hashPassword: (password: string) => hashed(password, randomBytes(16).toString('hex')),
  verifyPassword: async ({ hash, password }: { hash: string; password: string }) =>
    (await hashed(password, hash.split(':')[0] ?? '')) === hash,
}))
