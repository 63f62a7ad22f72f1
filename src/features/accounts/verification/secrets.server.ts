import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Config } from '../../../platform/config.server.ts'

/** AUTH_SECRET, which the start of the forum makes when there is none. */
export function authSecret({ AUTH_SECRET }: Pick<Config, 'AUTH_SECRET'>): string {
  if (!AUTH_SECRET) throw new Error('AUTH_SECRET is not set.')
  return AUTH_SECRET
}

/** What a token may be used for; one for one thing is worthless for another. */
export type Purpose =
  | 'verify-email'
  | 'first-admin'
  | 'device'
  | 'confirm-email'
  | 'stop-email'
  | 'sign-in-notice'
  | 'unsubscribe'

/**
 * A token that leads to the row with this id (a UUID): 43 characters, short enough for a line of a mail. The
 * database does not hold it, so whoever reads the database cannot use it.
 */
export function signToken(secret: string, purpose: Purpose, id: string): string {
  return signBytes(secret, purpose, bytesOf(id))
}

/** The id inside a token of ours, or nothing. */
export function verifyToken(secret: string, purpose: Purpose, token: string): string | undefined {
  const id = verifyBytes(secret, purpose, token)
  return id?.length === ID_BYTES ? idOf(id) : undefined
}

/** The same of anything short, for who has more to say than an id. */
export function signBytes(secret: string, purpose: Purpose, bytes: Buffer): string {
  return Buffer.concat([bytes, proof(secret, purpose, bytes)]).toString('base64url')
}

export function verifyBytes(secret: string, purpose: Purpose, token: string): Buffer | undefined {
  const buffer = Buffer.from(token, 'base64url')
  if (buffer.length < PROOF_BYTES) return undefined
  const bytes = buffer.subarray(0, -PROOF_BYTES)
  return timingSafeEqual(buffer.subarray(-PROOF_BYTES), proof(secret, purpose, bytes)) ? bytes : undefined
}

/** The 16 bytes of a UUID, and back. */
export function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Of the challenges that are solved before signing up: one signs them, one what they ask for. */
export function challengeSecrets(secret: string): [string, string] {
  return [key(secret, 'challenge').toString('hex'), key(secret, 'challenge solution').toString('hex')]
}

/** Closes a short text so that only who has the secret can read it: for what has to lie in the database. */
export function seal(secret: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key(secret, 'seal'), nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Opens what `seal` closed. Throws when it was changed or closed with another secret. */
export function unseal(secret: string, sealed: string): string {
  const buffer = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key(secret, 'seal'), buffer.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(buffer.subarray(-TAG_BYTES))
  return decipher.update(buffer.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

const ID_BYTES = 16
const PROOF_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

function proof(secret: string, purpose: Purpose, id: Buffer): Buffer {
  return createHmac('sha256', key(secret, purpose)).update(id).digest().subarray(0, PROOF_BYTES)
}

/** One key for each use, so that what signs sessions never signs anything else. */
function key(secret: string, use: Purpose | 'seal' | 'challenge' | 'challenge solution'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `threshold ${use}`, 32))
}
