/** Short enough for a mention in a line of text, safe in an address without escaping. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
/** The longest address that SMTP can deliver to (RFC 5321, erratum 1690). */
export const EMAIL_MAX = 254
/** NIST SP 800-63B-4 asks for length, not for kinds of characters. */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 128
/** Seconds that a link to choose a new password works. */
export const RESET_TTL = 60 * 60

/** Strangers who sign up within an hour before the next ones prove that a browser took pains: a small forum sees a few a day. */
export const CROWD = 20
/** Why what somebody writes waits until they are established (0119_sign_ups.sql). */
export const HELD_FOR = ['crowd', 'hidden_field'] as const
export type HeldFor = (typeof HELD_FOR)[number]

export const INVALID_EMAIL = 'Invalid email format'
export const INVALID_USERNAME = 'Invalid username format'
export const MISSING_PASSWORD = 'Please enter your password.'
export const SHORT_PASSWORD = `Please use at least ${PASSWORD_MIN} characters for your password.`
export const LONG_PASSWORD = `Please use at most ${PASSWORD_MAX} characters for your password.`

export function isUsername(text: string): boolean {
  return text.length >= USERNAME_MIN && text.length <= USERNAME_MAX && /^[A-Za-z0-9_-]+$/.test(text)
}

/** Form and server ask for the same: an address that mail servers accept, with an international domain in any script. */
export function isEmail(text: string): boolean {
  const address = toAsciiAddress(text)
  return address.length <= EMAIL_MAX && EMAIL.test(address)
}

/** With an international domain as the domain name system has it: "kim@bücher.example" is "kim@xn--bcher-kva.example". */
export function toAsciiAddress(text: string): string {
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at)
  if (at < 2 || !/[^!-~\s]/.test(domain) || /[\s/?#:\\%]/.test(domain)) return text
  const address = `http://${domain}`
  return URL.canParse(address) ? text.slice(0, at) + new URL(address).hostname : text
}

/** The pattern of z.email(), and international top-level domains: "рф" is "xn--p1ai". */
const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i
