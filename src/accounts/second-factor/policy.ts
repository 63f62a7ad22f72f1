export const VERIFY_CODE = '/two-factor/verify-totp'
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code'

/** The account is locked for LOCK_SECONDS after this many wrong codes. */
export const MAX_FAILED_ATTEMPTS = 10
export const LOCK_SECONDS = 900

/** No characters that look alike on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_CODES = 10
const HALF = 5

/** 10 codes of 49 bits each, like "k3v7m-x2p9q". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${randomLetters()}-${randomLetters()}`)
}

/** Normalizes case, spaces and a missing hyphen. */
export function toRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
}

/** Removes the space that apps show in the middle. */
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
  // Larger bytes are skipped: they would make the first letters more likely.
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
