import '../../platform/schema-errors.ts'
import type * as z from 'zod'
import { type ApiErrorBody, errorResponse } from './api-response.server.ts'

const NOT_JSON: ApiErrorBody = {
  status: 415,
  code: 'UNSUPPORTED_MEDIA_TYPE',
  message: 'Please send application/json.',
}

/**
 * The checked body, or the refusal. JSON alone: what a foreign page's form can send is none, so nobody is signed in
 * to an account that is not theirs.
 */
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
