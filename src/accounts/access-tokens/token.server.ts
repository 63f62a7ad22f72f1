import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A token is `thr_`, 256 random bits and a checksum in base 62. Secret scanners find it by prefix and checksum. */
const TOKEN_PREFIX = 'thr_'
const RANDOM_BYTES = 32
const RANDOM_DIGITS = 43
const CHECKSUM_DIGITS = 6
const FORM = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`)
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newToken(): string {
  const secret = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`)
  return withChecksum(TOKEN_PREFIX + base62(secret, RANDOM_DIGITS))
}

export function isToken(text: string): boolean {
  return FORM.test(text) && withChecksum(text.slice(0, -CHECKSUM_DIGITS)) === text
}

/** Returns the hash that the database stores. Tokens are too long to guess, so the hash needs no salt. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns a request's access token, even if malformed. A session token doesn't match, as it contains no "_". */
export function readAccessToken(headers: Headers): string | undefined {
  return /^\s*bearer\s+(thr_.*)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trimEnd()
}

function withChecksum(text: string): string {
  return text + base62(BigInt(crc32(text)), CHECKSUM_DIGITS)
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits
  return digits.padStart(length, '0')
}
