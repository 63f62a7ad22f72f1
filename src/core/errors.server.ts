import { ORPCError, ValidationError } from '@orpc/server'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { markOutage } from '../platform/cache/tags.server.ts'
import { BROKEN_CURSOR } from '../platform/keyset-schema.ts'
import {
  isDiskFull,
  isOutage,
  isStatementTimeout,
  isStorageOutage,
  OverloadedError,
} from '../platform/outage.ts'

/** Converts validation and database errors to typed errors. Others are bugs: a 500, logged with the request id. */
export function toTypedError(error: unknown, constraintErrors: ConstraintErrors): unknown {
  if (error instanceof ORPCError) return error.code === 'BAD_REQUEST' ? withField(error) : error
  if (error instanceof OverloadedError) return unavailable(BUSY, error, error.seconds)
  if (isDiskFull(error)) return unavailable(FULL, error, RETRY_AFTER_ROOM)
  if (isStorageOutage(error)) return unavailable(NO_STORAGE, error, RETRY_AFTER)
  if (isOutage(error)) markOutage()
  if (isOutage(error) || isStatementTimeout(error)) return unavailable(AWAY, error, RETRY_AFTER)
  if (!(error instanceof DatabaseError)) return error
  const refusal = constraintErrors[error.constraint ?? ''] ?? REFUSED_CODES[error.code ?? '']
  if (!refusal) return error
  if (typeof refusal === 'function') return refusal(error.detail ?? '{}')
  const [code, message, field] = refusal
  return new ORPCError(code, { message, data: field ? { field } : undefined, cause: error })
}

export function isExpected(error: unknown): boolean {
  return error instanceof ORPCError && (error.status < 500 || error.status === 503)
}

export function logUnexpected(error: unknown, { log, requestId }: { log: Logger; requestId: string }): void {
  const status = error instanceof ORPCError ? error.status : 500
  if (status >= 500) log.error({ err: error, requestId }, 'an operation failed')
}

/** Seconds until a restarting database or storage is usually back. */
const RETRY_AFTER = 5
/** Seconds to wait when the disk is full. Freeing space takes at least this long. */
const RETRY_AFTER_ROOM = 60
const FULL = 'The forum’s storage is full. Nothing was changed. Please try again later.'
const NO_STORAGE = 'File storage is temporarily unavailable. Please try again.'
const BUSY = 'The forum is very busy right now. Please try again in a moment.'
const AWAY = 'The database is temporarily unavailable. Nothing was changed. Please try again.'

/** Error for the client. `field` is the input field that the error is about. */
type Refusal = [code: 'BAD_REQUEST' | 'CONFLICT' | 'FORBIDDEN' | 'NOT_FOUND', message: string, field?: string]

/** Maps a constraint or trigger (src/db/schema) to its error, or a function that makes one from PostgreSQL's detail. */
export type ConstraintErrors = Readonly<
  Record<string, Refusal | ((detail: string) => ORPCError<string, unknown>)>
>

/** Errors by PostgreSQL's error code, for constraints that are not in `ConstraintErrors`. */
const REFUSED_CODES: Record<string, Refusal> = {
  '23503': ['NOT_FOUND', 'Not found. It may have been deleted.'],
  '22021': ['BAD_REQUEST', 'The text contains a character that can’t be stored.'],
  '22P05': ['BAD_REQUEST', 'The text contains a character that can’t be stored.'],
}

function withField(error: ORPCError<string, unknown>) {
  const issue = error.cause instanceof ValidationError ? error.cause.issues[0] : undefined
  if (!issue) return error
  if (issue.message === BROKEN_CURSOR) return new ORPCError('BAD_REQUEST', { message: BROKEN_CURSOR })
  const field = issue.path?.map((part) => (typeof part === 'object' ? part.key : part)).join('.')
  const message = field ? `${field}: ${issue.message}` : issue.message
  return new ORPCError('BAD_REQUEST', { message, data: { field }, cause: error.cause })
}

function unavailable(message: string, cause: unknown, retry_after: number) {
  return new ORPCError('SERVICE_UNAVAILABLE', { message, data: { retry_after }, cause })
}
