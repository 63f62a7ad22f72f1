import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../../platform/config/config.server.ts'
import { authSecret } from '../verification/secrets.server.ts'
import { MEMBER_HINT } from './member-hint.ts'

/** Seconds after the last use. */
export const SESSION_TTL = 30 * 24 * 60 * 60
/** Seconds: a session in use is prolonged once a day, to write once a day and not once a request. */
export const SESSION_UPDATE_AGE = 24 * 60 * 60
/** Seconds: a session that is not remembered ends with the browser, or a day after its last use. */
export const BRIEF_TTL = 24 * 60 * 60
export const BRIEF_UPDATE_AGE = 60 * 60
/** Days after which every session ends, stolen ones too (db/schema/accounts.sql). */
export const SESSION_AGE_MAX = 180
export const CHALLENGE_TTL = 600

type UrlConfig = Pick<Config, 'PUBLIC_URL'>
type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'AUTH_SECRET'>

/** Over https with a prefix, by which browsers accept it only from this host and over https. */
export function hostCookieName({ PUBLIC_URL }: UrlConfig, name: string): string {
  return `${isSecure(PUBLIC_URL) ? '__Host-' : ''}threshold.${name}`
}

export function cookieName(config: UrlConfig): string {
  return hostCookieName(config, 'session_token')
}

/** Proves, signed, that the password was right. It allows only to enter a code. */
export function challengeCookie(config: UrlConfig): string {
  return hostCookieName(config, 'second_factor')
}

/** The session must end with the browser, as requested with the password. */
export function briefCookie(config: UrlConfig): string {
  return hostCookieName(config, 'brief')
}

/** A Set-Cookie header. Without `maxAge` (seconds) the cookie ends with the browser; 0 deletes it. */
export function setCookie({ PUBLIC_URL }: UrlConfig, name: string, value: string, maxAge?: number): string {
  const secure = isSecure(PUBLIC_URL) ? '; Secure' : ''
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${name}=${value}${life}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

export function sessionCookie(token: string, config: CookieConfig, maxAge?: number): string {
  return setCookie(config, cookieName(config), signCookieValue(token, config), maxAge)
}

/** `token.signature` (HMAC-SHA-256, base64), so that a stolen copy of the database opens no session. */
export function readCredential(headers: Headers, config: UrlConfig): string | undefined {
  return bearerToken(headers) ?? cookieValue(headers.get('cookie'), cookieName(config))
}

/** The token of `token.signature` if the signature is ours. */
export function verifiedToken(signed: string, config: CookieConfig): string | undefined {
  const dot = signed.lastIndexOf('.')
  if (dot <= 0) return undefined
  const token = signed.slice(0, dot)
  const expected = signature(token, config)
  const actual = Buffer.from(signed.slice(dot + 1), 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? token : undefined
}

export function hasSessionCookie(headers: Headers, config: UrlConfig): boolean {
  return !bearerToken(headers) && readCredential(headers, config) !== undefined
}

/** The cookies of a second factor in a request, and no others. */
export function pickChallengeCookies(headers: Headers, config: UrlConfig): string[] {
  return [challengeCookie(config), briefCookie(config)].flatMap((name) => {
    const value = cookieValue(headers.get('cookie'), name)
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
}

/** `text.signature` as better-auth signs its cookies, encoded for a header. */
export function signCookieValue(text: string, config: CookieConfig): string {
  return encodeURIComponent(`${text}.${signature(text, config).toString('base64')}`)
}

export function cookieValue(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && withoutBlanks(part.slice(0, at)) === name) return decoded(withoutBlanks(part.slice(at + 1)))
  }
  return undefined
}

export function isSecure(url: string): boolean {
  return url.startsWith('https://')
}

function bearerToken(headers: Headers): string | undefined {
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '') ?? []
  return token && decoded(token)
}

/** Only spaces and tabs, as in browsers, to which U+00A0 before `__Host-` is part of the name. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
}

function signature(token: string, config: CookieConfig): Buffer {
  return createHmac('sha256', authSecret(config)).update(token).digest()
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Sets and deletes the hint together with the session's cookie. */
export function memberHint(config: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler {
  const name = `${cookieName(config)}=`
  const rest = `Path=/; SameSite=Lax${isSecure(config.PUBLIC_URL) ? '; Secure' : ''}`
  return async (c, next) => {
    await next()
    const own = c.res.headers.getSetCookie().findLast((cookie) => cookie.startsWith(name))
    if (!own) return
    const [age] = /Max-Age=\d+/i.exec(own) ?? []
    const hint =
      /^[^=]+=(?:;|$)/.test(own) || age === 'Max-Age=0' ? '; Max-Age=0' : `1${age ? `; ${age}` : ''}`
    c.res.headers.append('set-cookie', `${MEMBER_HINT}=${hint}; ${rest}`)
  }
}
