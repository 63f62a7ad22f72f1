import { errorMessage, isUnreachable } from '../../api/core/api-error.ts'
import { pageFlags } from '../../platform/page-protocol.ts'

/** What a text is told of that nobody could be told. */
export const SAVED_OFFLINE = 'You are offline. Your text is kept on this device; send it when you are back.'

/** What to say about a text that could not be sent: the server's words if it refused it; nothing about a bug of ours. */
export function sendErrorText(error: unknown): string | undefined {
  return isUnreachable(error) && isOffline() ? SAVED_OFFLINE : errorMessage(error)
}

export function isOffline(): boolean {
  return pageFlags().offline !== undefined
}
