import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../platform/config.server.ts'
import { authSecret } from '../verification/secrets.server.ts'

/** A session lives this long after it was last used, in seconds. */
export const SESSION_TTL = 30 * 24 * 60 * 60
/** A session in use is prolonged once a day at most: one small write a day, not one a request. */
export const SESSION_UPDATE_AGE = 24 * 60 * 60
/** One that shall not be remembered, on a device that others use, ends with the browser or a day after its last use. */
export const BRIEF_TTL = 24 * 60 * 60
export const BRIEF_UPDATE_AGE = 60 * 60
/** However often it is used, a session ends after so many days: a stolen one too (0046_sessions_and_devices.sql). */
export const SESSION_AGE_MAX = 180
const COOKIE_NAME = 'threshold.session_token'

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'AUTH_SECRET'>

/** The session's cookie. Over https it is one that only this very host can set, and only over https. */
export function cookieName({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return `${isSecure(PUBLIC_URL) ? '__Host-' : ''}${COOKIE_NAME}`
}

/**
 * The session of a request, from `Authorization: Bearer` or the cookie: `token.signature` (HMAC-SHA-256, base64), so a stolen copy
 * of the database opens no session.
 */
export function credential(headers: Headers, config: Pick<Config, 'PUBLIC_URL'>): string | undefined {
  return bearerToken(headers) ?? cookieValue(headers.get('cookie'), cookieName(config))
}

/** The token of `token.signature` if the signature is ours. */
export function verifiedToken(signed: string, config: CookieConfig): string | undefined {
  const dot = signed.lastIndexOf('.')
  const token = signed.slice(0, dot)
  return dot > 0 && isSigned(token, signed.slice(dot + 1), config) ? token : undefined
}

function bearerToken(headers: Headers): string | undefined {
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '') ?? []
  return token && decoded(token)
}

export function hasSessionCookie(headers: Headers, config: Pick<Config, 'PUBLIC_URL'>): boolean {
  return !bearerToken(headers) && credential(headers, config) !== undefined
}

/**
 * A Set-Cookie header that starts the session's time anew.
 * @param maxAge seconds; without it the browser forgets the cookie when it is closed
 */
export function sessionCookie(token: string, config: CookieConfig, maxAge?: number): string {
  const value = signed(token, config)
  const secure = isSecure(config.PUBLIC_URL) ? '; Secure' : ''
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${cookieName(config)}=${value}${life}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** `text.signature`, as better-auth signs what its cookies hold, to stand in a header. */
export function signed(text: string, config: CookieConfig): string {
  return encodeURIComponent(`${text}.${signature(text, config).toString('base64')}`)
}

/** The cookie of this name, decoded. */
export function cookieValue(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && withoutBlanks(part.slice(0, at)) === name) return decoded(withoutBlanks(part.slice(at + 1)))
  }
  return undefined
}

/** Spaces and tabs alone, as in browsers: to them a name that begins with U+00A0 is not one that begins with `__Host-`. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
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
