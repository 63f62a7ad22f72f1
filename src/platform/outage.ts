/**
 * The database cannot be reached, goes, or is not there yet; or it has no room left for what was asked. Nobody's fault
 * who asks: they may try again.
 */
export function isOutage(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(message)
}

/** The storage of files cannot be reached, says nothing for too long, or says that it cannot just now. */
export function isStorageOutage(error: unknown): boolean {
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: StorageError }
  if (!STORAGE_CODE.test(code) || !cause) return false
  const status = cause.$metadata?.httpStatusCode ?? 0
  return cause.name === 'TimeoutError' || status >= 500 || status === TOO_MANY_REQUESTS || isOutage(cause)
}

/** It answers, but gave this statement up: it took too long, waited for a lock, or was in another's way. */
export function isStatementTimeout(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string }
  return GIVEN_UP.includes(code)
}

/** No room for a file, or none for this user, also where a storage says so in words of its own. */
export function isDiskFull(error: unknown): boolean {
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || (cause !== undefined && isDiskFull(cause))
}

/** Of a bucket's client. */
type StorageError = Error & { $metadata?: { httpStatusCode?: number } }
/** Of flydrive, around what the disk or the bucket said. */
const STORAGE_CODE = /^E_CANNOT_/
const TOO_MANY_REQUESTS = 429

/**
 * Of Node: the network, and the socket's folder. Of PostgreSQL (appendix A of its manual): 08 connections, 53 no room
 * (disk, memory, connections), 57P0x shutdown and crash, 58 the machine; 25006 it is being moved, and only read meanwhile.
 */
const AWAY_CODE =
  /^(ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08\w{3}|25006|53\w{3}|57P0\d|58\w{3})$/
/** What the driver says without a code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/
/** Statement, lock and transaction timeouts; deadlocks and what cannot be done in turn. */
const GIVEN_UP = ['57014', '55P03', '25P03', '25P04', '40P01', '40001']
