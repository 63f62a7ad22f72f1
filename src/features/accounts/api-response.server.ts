import { rateLimitMessage } from '../../api/core/rate-limit.server.ts'
import { waitInWords } from '../../platform/rate.ts'
import { LOCK_SECONDS } from './second-factor/policy.ts'
import '../../platform/schema-errors.ts'
import type * as z from 'zod'

/** An error in the format of the API. */
export interface ApiErrorBody {
  status: 400 | 401 | 403 | 404 | 409 | 415 | 500 | 503
  code: string
  message: string
  field?: string | undefined
}

export function errorResponse({ status, code, message, field }: ApiErrorBody): Response {
  return Response.json({ code, message, ...(field ? { data: { field } } : {}) }, { status })
}

/** Like api/core/rate-limit.server.ts. */
export function rateLimitResponse(seconds: number, message = rateLimitMessage(seconds)): Response {
  const refusal = {
    code: 'TOO_MANY_REQUESTS',
    message,
    data: { retry_after: seconds },
  }
  return Response.json(refusal, { status: 429, headers: { 'retry-after': String(seconds) } })
}

/** The password was right and a code is needed. */
export function secondFactorResponse(cookies: string[]): Response {
  const answer = Response.json({ status: true, second_factor: 'totp' })
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

/** Too many passwords wait to be hashed, or too many mails were sent. */
export function unavailableResponse(
  seconds: number,
  reason = 'Many people are signing in right now.',
): Response {
  const message = `${reason} Try again in ${waitInWords(seconds)}.`
  const refusal = { code: 'SERVICE_UNAVAILABLE', message, data: { retry_after: seconds } }
  return Response.json(refusal, { status: 503, headers: { 'retry-after': String(seconds) } })
}

/**
 * Replaces better-auth's body, which contains a fake user for an address that has an account, and the session's token.
 * @param withToken for clients other than browsers, which use `Authorization: Bearer`
 * @param cookie name of the cookie to keep
 */
export async function toApiResponse(
  response: Response,
  { withToken, cookie: name }: { withToken: boolean; cookie: string },
): Promise<Response> {
  if (!response.ok) return toApiError(response)
  const token = withToken ? response.headers.get('set-auth-token') : null
  const answer = Response.json({ status: true, ...(token ? { token: decodeURIComponent(token) } : {}) })
  for (const cookie of response.headers.getSetCookie())
    if (cookie.startsWith(`${name}=`)) answer.headers.append('set-cookie', cookie)
  return answer
}

const CHALLENGE_OVER: ApiErrorBody = {
  status: 401,
  code: 'CHALLENGE_OVER',
  message: 'The time for the code is over. Please sign in with your password again.',
}

const ERRORS_BY_CODE: Record<string, ApiErrorBody> = {
  INVALID_EMAIL_OR_PASSWORD: {
    status: 401,
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    code: 'EMAIL_NOT_VERIFIED',
    message: 'Your e-mail address is not verified yet. Open the link in the mail that we sent you.',
  },
  INVALID_CODE: {
    status: 401,
    code: 'WRONG_CODE',
    message: 'This is not the code that the app shows now.',
    field: 'code',
  },
  CODE_USED: {
    status: 401,
    code: 'CHALLENGE_OVER',
    message: 'This code was used before. Sign in again, with the next one.',
  },
  INVALID_BACKUP_CODE: {
    status: 401,
    code: 'WRONG_CODE',
    message: 'This is not one of your recovery codes, or it was used before.',
    field: 'code',
  },
  INVALID_TWO_FACTOR_COOKIE: CHALLENGE_OVER,
  TOTP_NOT_ENABLED: CHALLENGE_OVER,
  BACKUP_CODES_NOT_ENABLED: CHALLENGE_OVER,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    status: 401,
    code: 'CHALLENGE_OVER',
    message: 'That were too many wrong codes. Please sign in with your password again.',
  },
  INVALID_TOKEN: {
    status: 400,
    code: 'INVALID_TOKEN',
    message: 'This link has expired or was used before. Please ask for a new one.',
  },
}

const MANY_WRONG_CODES = `Too many wrong codes. Try again in ${waitInWords(LOCK_SECONDS)}.`

async function toApiError(response: Response): Promise<Response> {
  if (response.status === 503) return unavailableResponse(Number(response.headers.get('retry-after')))
  // After ten wrong codes. The remaining time is not shown to somebody who may be guessing.
  if (response.status === 429) return rateLimitResponse(LOCK_SECONDS, MANY_WRONG_CODES)
  const { code = 'UNKNOWN', message = 'Please try again.' } = await response.json().catch(() => ({}))
  const status = response.status as ApiErrorBody['status']
  return errorResponse(ERRORS_BY_CODE[code] ?? { status, code, message })
}

const NOT_JSON: ApiErrorBody = {
  status: 415,
  code: 'UNSUPPORTED_MEDIA_TYPE',
  message: 'Please send application/json.',
}

/** The checked body, or a refusal. Only JSON, which a form on another site can't send. */
export async function readInput<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return errorResponse(NOT_JSON)
  const parsed = schema.safeParse(await request.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return errorResponse({
    status: 400,
    code: 'BAD_REQUEST',
    message: issue?.message ?? 'Invalid input',
    field: issue?.path.join('.') || undefined,
  })
}
