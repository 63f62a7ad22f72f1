import { tabStorage } from '../storage.ts'

const KEY = 'csrf-token'
const LENGTH = 32

/** The tab's random token, stored for reloads if the browser allows it. */
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

/** Only checks the format. The token need not be secret, because a foreign page cannot set the header. */
export function isCsrfToken(value: string | null | undefined): value is string {
  return value != null && /^[A-Za-z0-9_-]{32}$/.test(value)
}
