import type { Context, MiddlewareHandler } from 'hono'
import { wholeBody } from './form-body.server.ts'

/** Bytes of a JSON body: more than any text but that of a post, in a script of three bytes a letter. */
const BODY_LIMIT = 256 * 1024
/** Of one with a post: HTML at its limit, in such a script. */
const LONG_BODY_LIMIT = 1024 * 1024
const TOO_LARGE = 'The request is too large.'
export const PARTIAL = { code: 'BAD_REQUEST', message: 'The upload was interrupted. Please try again.' }

/** The one operation with larger bodies, and how they are read. */
export interface Uploads {
  method: string
  path: string
  read: MiddlewareHandler
}

/**
 * Refuses (413) what is larger than any text of ours, or, at paths of `longBodies`, than any post. A body of stated length is judged by that, which Node holds it
 * to; only one of unknown length is read through Hono's counter, whose stream costs 50 µs a request.
 */
export function bodyLimit(uploads: Uploads, longBodies = /^$/): MiddlewareHandler {
  const counted = counting(BODY_LIMIT)
  const countedLong = counting(LONG_BODY_LIMIT)
  return async (c, next) => {
    if (c.req.path === uploads.path && c.req.method === uploads.method) return uploads.read(c, next)
    const isLong = longBodies.test(c.req.path)
    if (c.req.header('transfer-encoding') !== undefined) return (isLong ? countedLong : counted)(c, next)
    return statedLength(c) > (isLong ? LONG_BODY_LIMIT : BODY_LIMIT) ? tooLarge(c, TOO_LARGE) : next()
  }
}

function counting(maxSize: number): MiddlewareHandler {
  return wholeBody({ maxSize, tooLarge: (c) => tooLarge(c, TOO_LARGE), partial: (c) => c.json(PARTIAL, 400) })
}

export function tooLarge(c: Context, message: string): Response {
  return c.json({ code: 'PAYLOAD_TOO_LARGE', message }, 413)
}

export function statedLength(c: Context): number {
  return Number(c.req.header('content-length') ?? 0)
}
