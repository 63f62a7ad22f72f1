import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.server.ts'
import { authSecret } from './secrets.server.ts'

/** A session lives this long after it was last used, in seconds. */
export const SESSION_TTL = 30 * 24 * 60 * 60
/** A session in use is prolonged once a day at most: one small write a day, not one a request. */
export const SESSION_UPDATE_AGE = 24 * 60 * 60
/** One that shall not be remembered, on a device that others use, ends with the browser or a day after its last use. */
export const BRIEF_TTL = 24 * 60 * 60
export const BRIEF_UPDATE_AGE = 60 * 60
/** However often it is used, a session ends after so many days: a stolen one too (0046_sessions_and_devices.sql). */
export const SESSION_AGE_MAX = 180
export const COOKIE_PREFIX = 'threshold'

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'AUTH_SECRET'>

/** How better-auth calls its session cookie: over https it is one that only https can set. */
export function cookieName({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return `${isSecure(PUBLIC_URL) ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
}

/**
 * The session's token that a request carries, in a cookie or as `Authorization: Bearer`, if we signed it. Both are
 * `token.signature` (HMAC-SHA-256, base64), so a stolen copy of the database opens no session.
 */
export function sessionToken(headers: Headers, config: CookieConfig): string | undefined {
  const signed = signedToken(headers, config)
  return signed === undefined ? undefined : verifiedToken(signed, config)
}

/** What a request carries as its session, whoever wrote it. */
export function signedToken(headers: Headers, config: CookieConfig): string | undefined {
  return bearerToken(headers) ?? cookieValue(headers.get('cookie'), cookieName(config))
}

/** The token of `token.signature` if the signature is ours. */
export function verifiedToken(signed: string, config: CookieConfig): string | undefined {
  const dot = signed.lastIndexOf('.')
  const token = signed.slice(0, dot)
  return dot > 0 && isSigned(token, signed.slice(dot + 1), config) ? token : undefined
}

export function bearerToken(headers: Headers): string | undefined {
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '') ?? []
  return token && decoded(token)
}

export function hasSessionCookie(headers: Headers, config: Pick<Config, 'PUBLIC_URL'>): boolean {
  return cookieValue(headers.get('cookie'), cookieName(config)) !== undefined
}

/**
 * A Set-Cookie header that starts the session's time anew.
 * @param maxAge seconds; without it the browser forgets the cookie when it is closed
 */
export function sessionCookie(token: string, config: CookieConfig, maxAge?: number): string {
  const value = encodeURIComponent(`${token}.${signature(token, config).toString('base64')}`)
  const secure = isSecure(config.PUBLIC_URL) ? '; Secure' : ''
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${cookieName(config)}=${value}${life}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** The cookie of this name, decoded. */
export function cookieValue(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim())
  }
  return undefined
}

function isSigned(token: string, given: string, config: CookieConfig): boolean {
  const expected = signature(token, config)
  const actual = Buffer.from(given, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function signature(token: string, config: CookieConfig): Buffer {
  return createHmac('sha256', authSecret(config)).update(token).digest()
}

export function isSecure(url: string): boolean {
  return url.startsWith('https://')
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
