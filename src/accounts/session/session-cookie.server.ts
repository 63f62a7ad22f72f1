import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../../platform/config/config.server.ts'
import { authSecret } from '../verification/secrets.server.ts'
import { MEMBER_HINT } from './member-hint.ts'

/** Seconds from the last use to the end of a session. */
export const SESSION_TTL = 30 * 24 * 60 * 60
/** Seconds between extensions of a session in use: one write a day instead of one a request. */
export const SESSION_UPDATE_AGE = 24 * 60 * 60
/** Seconds from the last use to the end of a session that isn't remembered. It also ends with the browser. */
export const BRIEF_TTL = 24 * 60 * 60
export const BRIEF_UPDATE_AGE = 60 * 60
/** Days after which every session ends, even if in use, because it may be stolen (db/schema/accounts.sql). */
export const SESSION_AGE_MAX = 180
export const CHALLENGE_TTL = 600

type UrlConfig = Pick<Config, 'PUBLIC_URL'>
type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'AUTH_SECRET'>

/** Returns a cookie's name. The prefix makes browsers accept it only from this host and over https. */
export function hostCookieName({ PUBLIC_URL }: UrlConfig, name: string): string {
  return `${isSecure(PUBLIC_URL) ? '__Host-' : ''}threshold.${name}`
}

export function cookieName(config: UrlConfig): string {
  return hostCookieName(config, 'session_token')
}

/** Name of the signed cookie that proves a correct password. It only allows its owner to enter a code. */
export function challengeCookie(config: UrlConfig): string {
  return hostCookieName(config, 'second_factor')
}

/** Name of the cookie that makes the session end with the browser, as chosen when entering the password. */
export function briefCookie(config: UrlConfig): string {
  return hostCookieName(config, 'brief')
}

/** Returns a Set-Cookie header. Without `maxAge` (seconds) the cookie ends with the browser. 0 deletes it. */
export function setCookie({ PUBLIC_URL }: UrlConfig, name: string, value: string, maxAge?: number): string {
  const secure = isSecure(PUBLIC_URL) ? '; Secure' : ''
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${name}=${value}${life}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

export function sessionCookie(token: string, config: CookieConfig, maxAge?: number): string {
  return setCookie(config, cookieName(config), signCookieValue(token, config), maxAge)
}

/** Returns the request's `token.signature`. The HMAC-SHA-256 signature makes tokens from a stolen database useless. */
export function readCredential(headers: Headers, config: UrlConfig): string | undefined {
  return bearerToken(headers) ?? cookieValue(headers.get('cookie'), cookieName(config))
}

/** Returns the token of `token.signature` if this server made the signature. */
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

/** Returns a request's cookies for the second factor, without any others. */
export function pickChallengeCookies(headers: Headers, config: UrlConfig): string[] {
  return [challengeCookie(config), briefCookie(config)].flatMap((name) => {
    const value = cookieValue(headers.get('cookie'), name)
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
}

/** Returns `text.signature`, as better-auth signs its cookies, encoded for a header. */
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

/** Trims only spaces and tabs, like browsers, for which U+00A0 before `__Host-` is part of the name. */
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

/** Sets and deletes the cookie MEMBER_HINT together with the session cookie. */
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
