import { errorMessage, isUnreachable } from '../../api/core/api-error.ts'
import { pageFlags } from '../../platform/page-protocol.ts'

export const SAVED_OFFLINE = 'You are offline. Your text is kept on this device; send it when you are back.'

/** Returns the server's message if it rejected the text. Undefined for an unexpected error. */
export function sendErrorText(error: unknown): string | undefined {
  return isUnreachable(error) && isOffline() ? SAVED_OFFLINE : errorMessage(error)
}

export function isOffline(): boolean {
  return pageFlags().offline !== undefined
}
