interface ApiErrorShape {
  code: string
  status: number
  message: string
  data?: { field?: string } | undefined
}

/** Returns a code like `UNAUTHORIZED` or `CONFLICT`. Returns undefined if there was no response. */
export function errorCode(error: unknown): string | undefined {
  return isApiError(error) ? error.code : undefined
}

/** Returns the server's message, or undefined for an internal error (500) or a network error. */
export function errorMessage(error: unknown): string | undefined {
  const isSpoken = isApiError(error) && (error.status < 500 || error.status === 503)
  // The path of the field, such as “actions.0.message: ”, is removed from the beginning of the message.
  const prefix = `${errorField(error)}: `
  return isSpoken ? error.message.slice(error.message.startsWith(prefix) ? prefix.length : 0) : undefined
}

export function errorField(error: unknown): string | undefined {
  return isApiError(error) ? error.data?.field : undefined
}

/** Whether there was no response. The server may still have received the request. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && !isApiError(error)
}

function isApiError(error: unknown): error is ApiErrorShape {
  return error instanceof Error && 'code' in error && 'status' in error
}
