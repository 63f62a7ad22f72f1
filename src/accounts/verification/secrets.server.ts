import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type * as z from 'zod'
import type { Config } from '../../platform/config/config.server.ts'

type SecretConfig = Pick<Config, 'AUTH_SECRET'>

/** Returns AUTH_SECRET. The start script generates one if it is missing. */
export function authSecret({ AUTH_SECRET }: SecretConfig): string {
  if (!AUTH_SECRET) throw new Error('AUTH_SECRET is not set.')
  return AUTH_SECRET
}

/** Purpose of a signed token. A token is valid only for its purpose. */
export type Purpose =
  | 'verify-email'
  | 'first-admin'
  | 'device'
  | 'confirm-email'
  | 'stop-email'
  | 'sign-in-notice'
  | 'unsubscribe'
  | 'guest-pass'

/** Purpose of a challenge: a sign-up, or the check of a guest's browser. */
export type ChallengeUse = 'challenge' | 'guest check'

/** Returns a token of 43 characters, which fits on one line of a mail. The database never contains the token. */
export function signToken(secret: string, purpose: Purpose, id: string): string {
  return signBytes(secret, purpose, uuidToBytes(id))
}

export function verifyToken(secret: string, purpose: Purpose, token: string): string | undefined {
  const id = verifyBytes(secret, purpose, token)
  return id?.length === ID_BYTES ? bytesToUuid(id) : undefined
}

/** Like `signToken`, but signs any short content. */
export function signBytes(secret: string, purpose: Purpose, bytes: Buffer): string {
  return Buffer.concat([bytes, proof(secret, purpose, bytes)]).toString('base64url')
}

export function verifyBytes(secret: string, purpose: Purpose, token: string): Buffer | undefined {
  const buffer = Buffer.from(token, 'base64url')
  if (buffer.length < PROOF_BYTES) return undefined
  const bytes = buffer.subarray(0, -PROOF_BYTES)
  return timingSafeEqual(buffer.subarray(-PROOF_BYTES), proof(secret, purpose, bytes)) ? bytes : undefined
}

export function uuidToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function bytesToUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the secrets for challenges: the first signs the challenge, the second its solution. */
export function challengeSecrets(secret: string, use: ChallengeUse): [string, string] {
  return [key(secret, use).toString('hex'), key(secret, `${use} solution`).toString('hex')]
}

/** Encrypts a value that expires after `seconds`. It can only be decrypted with the same `label`. */
export function sealTimed(config: SecretConfig, label: string, content: object, seconds: number): string {
  const text = JSON.stringify({ ...content, until: Date.now() + seconds * 1000 })
  return seal(authSecret(config), `${label}:${text}`)
}

/** Decrypts a value. Returns undefined if it is invalid, has another label or has expired. */
export function unsealTimed<Content extends { until: number }>(
  config: SecretConfig,
  label: string,
  schema: z.ZodType<Content>,
  sealed: string,
): Content | undefined {
  try {
    const text = unseal(authSecret(config), sealed)
    if (!text.startsWith(`${label}:`)) return undefined
    const content = schema.parse(JSON.parse(text.slice(label.length + 1)))
    return content.until > Date.now() ? content : undefined
  } catch {
    return undefined
  }
}

export function seal(secret: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key(secret, 'seal'), nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Decrypts a text. Throws if it was modified or encrypted with another secret. */
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

function key(secret: string, use: Purpose | 'seal' | ChallengeUse | `${ChallengeUse} solution`): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `threshold ${use}`, 32))
}
