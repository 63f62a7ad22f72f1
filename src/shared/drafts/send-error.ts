import { errorMessage, isUnreachable } from '../../core/api-error.ts'
import { pageFlags } from '../../platform/http/page-protocol.ts'

export const SAVED_OFFLINE =
  'You’re offline. Your text is saved on this device. Send it when you’re back online.'

/** Returns why a text was not sent, to show below its form. Undefined for an unexpected error. */
export function sendErrorText(error: unknown): string | undefined {
  return isUnreachable(error) && isOffline() ? SAVED_OFFLINE : errorMessage(error)
}

export function isOffline(): boolean {
  return pageFlags().offline !== undefined
}
