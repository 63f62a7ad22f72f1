/** Returns whether the database is unreachable or out of resources, so that a retry may succeed. */
export function isOutage(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(message)
}

/** Returns whether the file storage is unreachable, does not respond or is unavailable. */
export function isStorageOutage(error: unknown): boolean {
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: StorageError }
  if (!STORAGE_CODE.test(code) || !cause) return false
  const status = cause.$metadata?.httpStatusCode ?? 0
  return cause.name === 'TimeoutError' || status >= 500 || status === TOO_MANY_REQUESTS || isOutage(cause)
}

/** Returns whether PostgreSQL cancelled the statement because of a timeout, a lock or a deadlock. */
export function isStatementTimeout(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string }
  return GIVEN_UP.includes(code)
}

/** Returns whether a disk is full or a quota exhausted. The storage library may have wrapped the error. */
export function isDiskFull(error: unknown): boolean {
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || (cause !== undefined && isDiskFull(cause))
}

type StorageError = Error & { $metadata?: { httpStatusCode?: number } }
/** Codes of flydrive's errors, which wrap an error of the disk or bucket. */
const STORAGE_CODE = /^E_CANNOT_/
const TOO_MANY_REQUESTS = 429

/**
 * Codes of network and socket errors of Node, and of PostgreSQL (appendix A): 08 connection, 53 resources,
 * 57P0x shutdown and crash, 58 system, 25006 read-only during a failover.
 */
const AWAY_CODE =
  /^(ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08\w{3}|25006|53\w{3}|57P0\d|58\w{3})$/
/** Messages of database driver errors that have no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/
/** PostgreSQL codes: timeouts of statements, locks and transactions, deadlocks, serialization failures. */
const GIVEN_UP = ['57014', '55P03', '25P03', '25P04', '40P01', '40001']

/** Thrown if work was not started because too many requests are waiting. Retry after `seconds`. */
export class OverloadedError extends Error {
  override name = 'OverloadedError'
  readonly seconds: number

  constructor(seconds = 5) {
    super(`too many requests are waiting; try again in ${seconds} s`)
    this.seconds = seconds
  }
}

/** Thrown if guests need a pass during a flood (accounts/guest-passes), and this one has none. */
export class GuestPassRequiredError extends OverloadedError {
  override name = 'GuestPassRequiredError'
}
