import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { publicAddressAgent } from '../../platform/http/public-address.server.ts'
import { pushKeys } from './keys.server.ts'
import type { PushPayload } from './payload.ts'
import type { PushSubscription } from './sql.server.ts'

/** Maximum milliseconds for a request to a push service, from DNS to the status of the response. */
const SEND_TIMEOUT_MS = 8000

/** Seconds for which a push service stores a message for a browser that is off. */
const TIME_TO_LIVE = 24 * 60 * 60

/**
 * Encrypts a message for a browser (RFC 8291) and sends it to the browser's push service. Returns the status of the
 * response. Rejects if there is none, and with PrivateAddressError for an address in a private network.
 */
export async function sendPushMessage(
  { db, config }: { db: Kysely<DB>; config: Config },
  { endpoint, ...keys }: PushSubscription,
  payload: PushPayload,
): Promise<number> {
  const { generateRequestDetails } = (await import('web-push')).default
  const { public_key, private_key } = await pushKeys(db)
  const { headers, body } = generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
    vapidDetails: { subject: contactOf(config), publicKey: public_key, privateKey: private_key },
    contentEncoding: 'aes128gcm',
    TTL: TIME_TO_LIVE,
    topic: topicOf(payload.tag),
  })
  const url = new URL(endpoint)
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers,
    agent: publicAddressAgent(url, config.allowsLoopbackRequests),
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
  // The connection may also fail after the response has begun, when nobody waits for it.
  request.on('error', () => {})
  request.end(body)
  const [response] = await once(request, 'response')
  response.destroy()
  return response.statusCode
}

/** Returns the URL or mail address by which a push service can reach the operator (RFC 8292, section 2.1). */
function contactOf({ PUBLIC_URL, MAIL_FROM }: Config): string {
  return PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${/[^<\s]+@[^>\s]+/.exec(MAIL_FROM)?.[0]}`
}

/** A push service that still stores a message with the same topic replaces it. At most 32 characters. */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}
