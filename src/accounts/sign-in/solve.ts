import type { Challenge, Proof } from './challenge-schema.ts'

/** Solves a challenge. Needs a secure context (https or localhost), but no worker: browsers derive keys in a thread. */
export async function solve({ parameters }: Challenge): Promise<Proof['solution']> {
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters
  const bytes = fromHex(nonce)
  const password = new Uint8Array(bytes.length + 4)
  password.set(bytes)
  const options = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations: cost }
  for (let counter = 0; ; counter++) {
    new DataView(password.buffer).setUint32(bytes.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = toHex(await crypto.subtle.deriveBits(options, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function toHex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
