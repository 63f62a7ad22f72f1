import { isUnreachable, messageOf } from '../../api/core/refusal.ts'

/** What a text is told of that nobody could be told. */
export const KEPT_HERE = 'You are offline. Your text is kept on this device; send it when you are back.'

/** What to say about a text that could not be sent: the server's words if it refused it; nothing about a bug of ours. */
export function adviceOn(error: unknown): string | undefined {
  return isUnreachable(error) && isOffline() ? KEPT_HERE : messageOf(error)
}

/** See features/offline/words.ts. */
export function isOffline(): boolean {
  return document.documentElement.dataset.offline !== undefined
}
