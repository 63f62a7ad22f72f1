import { tabStorage } from '../storage.ts'

const KEY = 'csrf-token'
const LENGTH = 32

/** Returns the browser tab's random token. It survives reloads if the browser allows storage. */
export function csrfToken(): string {
  let token = tabStorage.get(KEY)
  if (!isCsrfToken(token)) {
    token = Array.from(crypto.getRandomValues(new Uint8Array(LENGTH / 2)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    tabStorage.set(KEY, token)
  }
  return token
}

/** Checks the format only. The token need not be secret, because another site cannot set the header. */
export function isCsrfToken(value: string | null | undefined): value is string {
  return value != null && /^[A-Za-z0-9_-]{32}$/.test(value)
}
