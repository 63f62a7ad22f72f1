import { createHmac } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Config } from './config.server.ts'

/** Milliseconds between two attempts to connect, at most. */
const RECONNECT_MS = 1000
const PING_MS = 5000
/** Milliseconds after which a silent connection is replaced. */
const SILENCE_MS = 2 * PING_MS

/** Reconnects by itself. Commands reject at once while it is not connected. */
export function redisClient(url: string) {
  const client = createClient({
    url: url.replace(/^valkey/, 'redis'),
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: 2000,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(RECONNECT_MS, 50 * 2 ** tries),
    },
  })
  // Commands reject with it.
  client.on('error', () => undefined)
  return client
}

export type RedisClient = ReturnType<typeof redisClient>

/** Prefix of a forum's keys and channels: several forums may share a server. */
export function redisPrefix({ AUTH_SECRET = '' }: Pick<Config, 'AUTH_SECRET'>): string {
  return `threshold:{${digest(AUTH_SECRET, 'forum')}}:`
}

/** A short HMAC: the text cannot be recovered from it. */
export function digest(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
}
