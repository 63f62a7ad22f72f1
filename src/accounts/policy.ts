/** Minimum and maximum length of a username: short enough for a mention. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
/** Maximum length of an email address that SMTP can deliver to (RFC 5321, erratum 1690). */
export const EMAIL_MAX = 254
/** Minimum length of a password. NIST SP 800-63B-4 requires length, not kinds of characters. */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 128
export const RESET_TTL = 60 * 60

/** Number of sign-ups in an hour after which each needs a proof of work. A small forum has a few a day. */
export const SIGN_UP_CROWD = 20
/** Reasons why a new member's posts require approval (db/schema/accounts.sql). */
export const SIGN_UP_HOLD_REASONS = ['crowd', 'hidden_field'] as const
export type SignUpHoldReason = (typeof SIGN_UP_HOLD_REASONS)[number]

export const INVALID_EMAIL = 'Invalid email format'
export const INVALID_USERNAME = 'Invalid username format'
export const MISSING_PASSWORD = 'Please enter your password.'
export const SHORT_PASSWORD = `Your password must have at least ${PASSWORD_MIN} characters.`
export const LONG_PASSWORD = `Your password can have at most ${PASSWORD_MAX} characters.`

export function isUsername(text: string): boolean {
  return text.length >= USERNAME_MIN && text.length <= USERNAME_MAX && /^[A-Za-z0-9_-]+$/.test(text)
}

/** Returns whether the text is an email address. International domains may use any script. */
export function isEmail(text: string): boolean {
  const address = toAsciiAddress(text)
  return address.length <= EMAIL_MAX && EMAIL.test(address)
}

/** Converts the domain to ASCII: "kim@bücher.example" becomes "kim@xn--bcher-kva.example". */
export function toAsciiAddress(text: string): string {
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at)
  if (at < 2 || !/[^!-~\s]/.test(domain) || /[\s/?#:\\%]/.test(domain)) return text
  const address = `http://${domain}`
  return URL.canParse(address) ? text.slice(0, at) + new URL(address).hostname : text
}

/** Pattern of z.email(), extended by international top-level domains such as "xn--p1ai" ("рф"). */
const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i
