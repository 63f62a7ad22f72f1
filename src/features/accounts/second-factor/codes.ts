/** Letters and digits that nobody takes for one another on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_CODES = 10
const HALF = 5

/** Ten codes of 49 bits each, as "k3v7m-x2p9q". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${randomLetters()}-${randomLetters()}`)
}

/** As it was given out, however it was typed: with capitals, spaces, or without the hyphen. */
export function toRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
}

/** The digits of a code, which apps show with a space in the middle. */
export function toCode(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

export const INVALID_CODE = 'A code has six digits.'
export const INVALID_RECOVERY_CODE = 'A recovery code has ten letters and digits.'

export function isCode(typed: string): boolean {
  return /^\d{6}$/.test(toCode(typed))
}

export function isRecoveryCode(typed: string): boolean {
  return /^[a-z0-9]{5}-[a-z0-9]{5}$/.test(toRecoveryCode(typed))
}

function randomLetters(): string {
  // Bytes beyond the last whole alphabet would make its first letters likelier.
  const fair = 256 - (256 % ALPHABET.length)
  let letters = ''
  while (letters.length < HALF) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) letters += ALPHABET[byte % ALPHABET.length]
  }
  return letters
}
