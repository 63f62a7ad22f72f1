/** What the browser's client throws when the server refuses, as far as we look at it. */
interface ApiErrorShape {
  code: string
  status: number
  message: string
  data?: { field?: string } | undefined
}

/** The code of a refusal (`UNAUTHORIZED`, `CONFLICT`…), or nothing when no answer came. */
export function errorCode(error: unknown): string | undefined {
  return isApiError(error) ? error.code : undefined
}

/** What the server says about it, if it says something: a bug of ours or a broken line has nothing to tell. */
export function errorMessage(error: unknown): string | undefined {
  const isSpoken = isApiError(error) && (error.status < 500 || error.status === 503)
  // The server begins with the field's path, like “actions.0.message: ”, which is a name for programs.
  const prefix = `${errorField(error)}: `
  return isSpoken ? error.message.slice(error.message.startsWith(prefix) ? prefix.length : 0) : undefined
}

/** Which field of what was sent it is about, if it is about one. */
export function errorField(error: unknown): string | undefined {
  return isApiError(error) ? error.data?.field : undefined
}

/** Whether no answer came at all: the server may have heard of it or not. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && !isApiError(error)
}

function isApiError(error: unknown): error is ApiErrorShape {
  return error instanceof Error && 'code' in error && 'status' in error
}
