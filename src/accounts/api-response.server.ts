import { rateLimitMessage } from '../core/rate-limit.server.ts'
import { waitText } from '../platform/http/rate.ts'
import { LOCK_SECONDS } from './second-factor/policy.ts'
import '../platform/schema-errors.ts'
import type * as z from 'zod'

export function errorResponse(status: number, code: string, message: string, field?: string): Response {
  return Response.json({ code, message, ...(field ? { data: { field } } : {}) }, { status })
}

export function rateLimitResponse(seconds: number, message = rateLimitMessage(seconds)): Response {
  const refusal = { code: 'TOO_MANY_REQUESTS', message, data: { retry_after: seconds } }
  return Response.json(refusal, { status: 429, headers: { 'retry-after': String(seconds) } })
}

export function secondFactorResponse(cookies: string[]): Response {
  const answer = Response.json({ status: true, second_factor: 'totp' })
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

export function unavailableResponse(seconds: number, reason = 'Too many people are signing in right now.') {
  const message = `${reason} Try again in ${waitText(seconds)}.`
  const refusal = { code: 'SERVICE_UNAVAILABLE', message, data: { retry_after: seconds } }
  return Response.json(refusal, { status: 503, headers: { 'retry-after': String(seconds) } })
}

/**
 * Replaces better-auth's body, which may contain the session token, or a fake user for an existing account.
 * @param withToken for clients other than browsers, which send `Authorization: Bearer`
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

type Refusal = Parameters<typeof errorResponse>

const CHALLENGE_OVER: Refusal = [
  401,
  'CHALLENGE_OVER',
  'Your time to enter the code has run out. Sign in with your password again.',
]

const REFUSALS: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: [401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password'],
  EMAIL_NOT_VERIFIED: [
    403,
    'EMAIL_NOT_VERIFIED',
    'Your email address isn’t verified yet. Open the link in the email we sent you.',
  ],
  INVALID_CODE: [401, 'WRONG_CODE', 'Incorrect code. Enter the code your app shows now.', 'code'],
  CODE_USED: [401, 'CHALLENGE_OVER', 'This code was already used. Sign in again with the next one.'],
  INVALID_BACKUP_CODE: [401, 'WRONG_CODE', 'This recovery code is incorrect or was already used.', 'code'],
  INVALID_TWO_FACTOR_COOKIE: CHALLENGE_OVER,
  TOTP_NOT_ENABLED: CHALLENGE_OVER,
  BACKUP_CODES_NOT_ENABLED: CHALLENGE_OVER,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: [
    401,
    'CHALLENGE_OVER',
    'Too many incorrect codes. Sign in with your password again.',
  ],
  INVALID_TOKEN: [400, 'INVALID_TOKEN', 'This link has expired or was already used. Request a new one.'],
}

const MANY_WRONG_CODES = `Too many incorrect codes. Try again in ${waitText(LOCK_SECONDS)}.`

async function toApiError(response: Response): Promise<Response> {
  if (response.status === 503) return unavailableResponse(Number(response.headers.get('retry-after')))
  // Ten wrong codes have locked the account. Always states the full time, to hide the rest from attackers.
  if (response.status === 429) return rateLimitResponse(LOCK_SECONDS, MANY_WRONG_CODES)
  const { code = 'UNKNOWN', message = 'Please try again.' } = await response.json().catch(() => ({}))
  const refusal: Refusal = REFUSALS[code] ?? [response.status, code, message]
  return errorResponse(...refusal)
}

/** Returns the validated body, or an error response. Accepts only JSON, which forms on other sites can't send. */
export async function readInput<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return errorResponse(415, 'UNSUPPORTED_MEDIA_TYPE', 'The content type must be application/json.')
  const parsed = schema.safeParse(await request.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return errorResponse(400, 'BAD_REQUEST', issue?.message ?? 'Invalid input', issue?.path.join('.'))
}
