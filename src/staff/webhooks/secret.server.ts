import { createHmac, randomBytes } from 'node:crypto'
import { authSecret, seal, unseal } from '../../accounts/verification/secrets.server.ts'
import type { Config } from '../../platform/config/config.server.ts'

const PREFIX = 'whsec_'
/** Length of the key. Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export function sealSecret(config: Pick<Config, 'AUTH_SECRET'>, secret: string): string {
  return seal(authSecret(config), `webhook:${secret}`)
}

/** Decrypts a secret. Throws if AUTH_SECRET has changed since. */
export function unsealSecret(config: Pick<Config, 'AUTH_SECRET'>, sealed: string): string {
  return unseal(authSecret(config), sealed).slice('webhook:'.length)
}

/** Returns the headers of a signed message as Standard Webhooks defines them. `id` must not contain a dot. */
export function signedHeaders(secret: string, id: string, body: string, now = Date.now()) {
  const timestamp = Math.floor(now / 1000)
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
