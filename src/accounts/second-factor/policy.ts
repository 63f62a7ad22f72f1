export const VERIFY_CODE = '/two-factor/verify-totp'
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code'

/** Number of wrong codes after which the account is locked for LOCK_SECONDS. */
export const MAX_FAILED_ATTEMPTS = 10
export const LOCK_SECONDS = 900

/** Letters and digits of recovery codes, without those that look alike on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_CODES = 10
const HALF = 5

/** Returns 10 recovery codes of 49 bits each, like "k3v7m-x2p9q". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${randomLetters()}-${randomLetters()}`)
}

/** Converts a typed recovery code to the stored form: lower case, no spaces, one hyphen. */
export function toRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
}

/** Removes the space that authenticator apps show in the middle of a code. */
export function toCode(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

export const INVALID_CODE = 'The code must have six digits.'
export const INVALID_RECOVERY_CODE = 'The recovery code must have ten letters and digits.'

export function isCode(typed: string): boolean {
  return /^\d{6}$/.test(toCode(typed))
}

export function isRecoveryCode(typed: string): boolean {
  return /^[a-z0-9]{5}-[a-z0-9]{5}$/.test(toRecoveryCode(typed))
}

function randomLetters(): string {
  // Skips the largest bytes, because they would make the first letters more likely.
  const fair = 256 - (256 % ALPHABET.length)
  let letters = ''
  while (letters.length < HALF) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) letters += ALPHABET[byte % ALPHABET.length]
  }
  return letters
}

export const codeRules = {
  app: { code: (typed: string) => (isCode(typed) ? undefined : INVALID_CODE) },
  recovery: { code: (typed: string) => (isRecoveryCode(typed) ? undefined : INVALID_RECOVERY_CODE) },
}
